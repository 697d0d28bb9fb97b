import { useQuery } from '@tanstack/react-query'
import { peopleQueries } from '#src/api/session.ts'
import { administratorNames } from '#words/administrators.ts'

/** Whom to ask: who can rename, restore or give access. */
export function Administrators({ org }: { org: string | undefined }): string {
  return administratorNames(useQuery(peopleQueries.administrators()).data, org)
}
