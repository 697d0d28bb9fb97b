import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { z } from 'zod'
import type { StackRef } from '#contract/common.ts'
import type { StateVersions } from '#contract/stacks.ts'
import { backendQueries } from '#src/api/backends.ts'
import { failureOf } from '#src/api/http/failure.ts'
import { versionQueries } from '#src/api/versions.ts'
import { ErrorView } from '#src/ui/ErrorView.tsx'
import { notReadWords } from './CopyParts.tsx'
import { type VersionRow, versionRows } from './versionRows.ts'

type Copies = {
  /** The versions of the page and the copies of the same time; undefined until the copies were read. */
  rows: readonly VersionRow[] | undefined
  isReading: boolean
  read: () => void
  /** What to say below the list. */
  note: ReactNode
}

/** The copies of a state in its backend, among the versions of a page: read only on request, because each read costs. */
export function useCopies(stack: StackRef, shown: z.infer<typeof StateVersions>): Copies {
  const { versions, page, pageSize, total } = shown
  const [isAsked, ask] = useState(false)
  const { data, error, refetch, isFetching } = useQuery({
    ...backendQueries.copies(stack),
    staleTime: 'static',
    enabled: isAsked,
  })
  const { data: above } = useQuery({ ...versionQueries.list(stack, page - 1), enabled: isAsked && page > 1 })
  // Until it arrives, another page may be in its place.
  const previous = above?.page === page - 1 ? above : undefined
  const isReady = isAsked && data !== undefined && (page === 1 || previous !== undefined)
  const span = { before: previous?.versions.at(-1)?.at ?? null, isLast: page * pageSize >= total }
  const notRead = isReady ? notReadWords(data.notRead) : undefined
  return {
    rows: isReady ? versionRows(versions, data.copies, span) : undefined,
    isReading: isAsked && isFetching,
    read: () => (isAsked ? void refetch() : ask(true)),
    note:
      isAsked && error ? (
        <ErrorView title="The copies could not be read" {...failureOf({ error, refetch, isFetching })} />
      ) : (
        notRead !== undefined && <p className="text-sm text-muted">{notRead}</p>
      ),
  }
}
