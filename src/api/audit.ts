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

/** The whole log as lines of JSON, to be saved. */
export const auditLinesPath = '/api/ui/audit.jsonl'

/** What changed in one's own credentials; news of tokens make it stale. */
export const credentialChanges = () =>
  queryOptions({
    queryKey: [...keys.tokens(), 'changes'],
    queryFn: ({ signal }) => call(auditEndpoints.credentialChanges, {}, signal),
    throwOnError: false,
  })

/** Marks them as seen, permanently and on every machine, up to the one with this id. */
export async function markChangesSeen(client: QueryClient, upTo: number): Promise<void> {
  await call(auditEndpoints.credentialChangesSeen, { body: { upTo } })
  await client.invalidateQueries({ queryKey: credentialChanges().queryKey })
}
