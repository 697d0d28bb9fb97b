import { useQuery } from '@tanstack/react-query'
import type { StackRef } from '#contract/common.ts'
import type { Diagnosis } from '#contract/recoveries.ts'
import { recoveryQueries } from './recoveries.ts'

/** An interrupted update whose process may still run while its operations are unknown, and when its CLI last reported. */
export type LateProcess = { run: NonNullable<Diagnosis['interrupted']>['update']; since: number }

export const useMayStillRun = (stack: StackRef): LateProcess | undefined =>
  lateProcess(useQuery(recoveryQueries.diagnosis(stack)).data)

/** Returns it from a diagnosis; undefined without one, or if nothing is pending. */
export function lateProcess(diagnosis: Diagnosis | undefined): LateProcess | undefined {
  const { pending = [], interrupted } = diagnosis ?? {}
  if (!interrupted || interrupted.mayStillRunSince === null || pending.length === 0) return undefined
  return { run: interrupted.update, since: interrupted.mayStillRunSince }
}
