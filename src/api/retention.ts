import { queryOptions } from '@tanstack/react-query'
import { retentionEndpoints } from '#contract/endpoints/retention.ts'
import type { RetentionPreview, RetentionRule } from '#contract/retention.ts'
import { call } from './http/client.ts'

export const retentionQueries = {
  all: () => ['retention'] as const,
  setting: (org: string) =>
    queryOptions({
      queryKey: [...retentionQueries.all(), org, 'setting'],
      queryFn: ({ signal }) => call(retentionEndpoints.retentionView, { params: { org } }, signal),
      staleTime: 0, // no live event reports it
    }),
  preview: (org: string, { keepNewest, keepDays }: RetentionRule) =>
    queryOptions({
      queryKey: [...retentionQueries.all(), org, 'preview', { keepNewest, keepDays }],
      queryFn: ({ signal }) => {
        const query = { ...(keepNewest !== null && { keepNewest }), ...(keepDays !== null && { keepDays }) }
        return call(retentionEndpoints.retentionPreview, { params: { org }, query }, signal)
      },
      // A preview must not change while it is read and confirmed; it is refreshed only on request.
      staleTime: Infinity,
      gcTime: 0,
    }),
}

export const changeRetention = (org: string, rule: RetentionRule | null) =>
  call(retentionEndpoints.retentionChange, { params: { org }, body: { rule } })

/** Permanently removes what the preview listed. `confirm` is the typed name of the organization. */
export const runRetention = (org: string, { at, rule, stacks }: RetentionPreview, confirm: string) =>
  call(retentionEndpoints.retentionRun, {
    params: { org },
    body: { at, rule, confirm, stacks: stacks.map(({ id, versions }) => ({ id, versions })) },
  })
