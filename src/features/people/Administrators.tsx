import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { peopleQueries } from '#src/api/session.ts'
import { list, plural } from '#words/counts.ts'

/** Whom to ask: who can rename, restore or give access. */
export function Administrators({ org }: { org: string | undefined }): ReactNode {
  const { data } = useQuery(peopleQueries.administrators())
  if (!data) return 'an administrator of this server'
  const names = data.filter(({ of }) => of === null || (org !== undefined && of.includes(org))).map(({ name }) => name)
  return names.length === 0
    ? 'an administrator of this server'
    : `${list(names)} (${plural(names.length, 'administrator', 'administrators')})`
}
