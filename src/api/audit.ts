import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { auditEndpoints } from '#contract/endpoints/audit.ts'
import type { AuditFilter } from '#contract/audit.ts'
import { call } from './http/client.ts'
import { keys } from './http/keys.ts'

export const auditQueries = {
  all: () => ['audit'] as const,
  page: (filter: AuditFilter) =>
    queryOptions({
      queryKey: [...auditQueries.all(), filter],
      queryFn: ({ signal }) => call(auditEndpoints.auditLog, { query: filter }, signal),
      staleTime: 0, // no live event reports it
    }),
}

/** The entries that a filter selects, of all pages, as lines of JSON to be saved. */
export function auditLinesPath({ before: _, ...filter }: AuditFilter): string {
  const given = Object.entries(filter).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]]))
  const query = new URLSearchParams(given).toString()
  return `/api/ui/audit.jsonl${query === '' ? '' : `?${query}`}`
}

/** The user's own credential changes. News about tokens makes them stale. */
export const credentialChanges = () =>
  queryOptions({
    queryKey: [...keys.tokens(), 'changes'],
    queryFn: ({ signal }) => call(auditEndpoints.credentialChanges, {}, signal),
    throwOnError: false,
  })

/** Marks changes up to and including this id as seen, permanently and on every machine. */
export async function markChangesSeen(client: QueryClient, upTo: number): Promise<void> {
  await call(auditEndpoints.credentialChangesSeen, { body: { upTo } })
  await client.invalidateQueries({ queryKey: credentialChanges().queryKey })
}
