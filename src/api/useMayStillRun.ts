import { useQuery } from '@tanstack/react-query'
import type { StackRef } from '#contract/common.ts'
import type { UpdateBrief } from '#contract/updates.ts'
import { mayStillRunSince } from '#domain/lease/lateReports.ts'
import { recoveryQueries } from './recoveries.ts'

/** The interrupted update whose process may still run while its operations are unknown, and when its CLI last reported. */
export function useMayStillRun(stack: StackRef): { update: UpdateBrief; since: number } | undefined {
  const { pending = [], interrupted } = useQuery(recoveryQueries.diagnosis(stack)).data ?? {}
  if (!interrupted || pending.length === 0) return undefined
  const since = mayStillRunSince(interrupted.late)
  return since === undefined ? undefined : { update: interrupted.update, since }
}
