import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { StackRef } from '#contract/common.ts'
import type { LeaseLogEntry } from '#contract/locks.ts'
import { lockQueries } from '#src/api/locks.ts'
import { failureOf } from '#src/api/http/failure.ts'
import { paths } from '#src/lib/paths.ts'
import { DisclosureSummary } from '#src/ui/Disclosure.tsx'
import { ErrorView } from '#src/ui/ErrorView.tsx'
import { Mono } from '#src/ui/Mono.tsx'
import { Skeleton } from '#src/ui/Skeleton.tsx'
import { TextLink } from '#src/ui/TextLink.tsx'
import { Time } from '#src/ui/Time.tsx'
import { HolderName } from '../HolderName.tsx'
import { LeaseLanes } from './LeaseLanes.tsx'
import { whatHappened } from './words.ts'
import { Shortened } from '../Shortened.tsx'

const FEW = 20

/** The whole history of a stack's lease; fetched when opened. */
export function LeaseHistory({ stack }: { stack: StackRef }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <details className="group min-w-0" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <DisclosureSummary>Lease history</DisclosureSummary>
      {isOpen && <Entries stack={stack} />}
    </details>
  )
}

function Entries({ stack }: { stack: StackRef }) {
  const { data, error, isPending, refetch, isFetching } = useQuery(lockQueries.log(stack))
  if (isPending) {
    return <Skeleton label="Loading the lease history" rows={4} />
  }
  if (!data) {
    return <ErrorView title="The lease history could not be read" {...failureOf({ error, refetch, isFetching })} />
  }
  if (data.entries.length === 0) return <p className="py-2 pl-5 text-muted">No one has asked for the lease yet.</p>
  return (
    <div className="mt-2 overflow-clip rounded-lg border border-line bg-surface">
      <LeaseLanes stack={stack} entries={data.entries} />
      <div className="border-t border-line px-4 py-1">
        <Shortened
          items={data.entries}
          few={FEW}
          keyOf={({ at, what }, index) => `${index}:${at}:${what}`}
          render={(entry) => <Entry stack={stack} entry={entry} />}
        />
        {data.isCut && <p className="py-1 text-sm text-muted">Older entries are kept and not shown here.</p>}
      </div>
    </div>
  )
}

function Entry({ stack, entry }: { stack: StackRef; entry: LeaseLogEntry }) {
  const { actor, ci, version, last, address, cliVersion, detail } = entry
  const { text, after, note } = whatHappened(entry)
  return (
    <span className="flex flex-wrap items-baseline justify-between gap-x-4">
      <span className="min-w-0 wrap-anywhere">
        <HolderName actor={actor} ci={ci} /> <span className="text-muted">{text}</span>
        {version !== null && (
          <>
            {' '}
            <TextLink to={paths.update(stack, version)}>update {version}</TextLink>
          </>
        )}
        {after !== undefined && <span className="text-muted"> {after}</span>}
        {note && detail !== '' && <span className="text-muted"> · {detail}</span>}
      </span>
      <span className="flex flex-wrap gap-x-2 text-sm text-muted">
        {address && <Mono>{address}</Mono>}
        {cliVersion && <span>CLI {cliVersion.replace(/^v/, '')}</span>}
        <Time at={last} />
      </span>
    </span>
  )
}
