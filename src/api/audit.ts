import { queryOptions } from '@tanstack/react-query'
import { auditEndpoints } from '#contract/endpoints/audit.ts'
import type { AuditFilter } from '#contract/audit.ts'
import { call } from './http/client.ts'

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
