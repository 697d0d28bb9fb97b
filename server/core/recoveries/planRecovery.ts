import type { z } from 'zod'
import type { Plan, PlanRequest } from '#contract/recoveries.ts'
import { mayStillRunSince } from '#domain/lease/lateReports.ts'
import { guidedRecovery } from '#domain/recoveries/registry.ts'
import type { StateDocument } from '#domain/state/checkpoint.ts'
import type { RecoveryAnswer } from '#domain/state/statePlans.ts'
import { runName } from '#domain/runName.ts'
import type { Deps } from '../../deps.ts'
import { DomainError } from '../../errors.ts'
import type { Reader } from '../../store/port.ts'
import type { StackRow } from '../../store/port/stacks.ts'
import { storedState } from '../../texts/askStates.ts'
import { planStates } from '../../texts/planStates.ts'
import type { PreparedState } from '../../texts/stateText.ts'
import { basisOf, checkBasis } from '../stacks/basis.ts'
import { type RecoveryContext, recoveryContext } from './context.ts'
import { earlierStates, factsOf, formerVersions, statesOfVersions } from './facts.ts'

/** A recovery that can be carried out, and the resulting state, if requested. */
export type PlannedRecovery = Extract<RecoveryAnswer, { ok: true }> & {
  state: StateDocument | PreparedState | undefined
  /** The update that left the pending operations, if its process may still change the cloud: `update 2`. */
  mayStillRun: string | null
}

/**
 * Plans a recovery on the state that the user saw; `isWritten`: returns the resulting state, too. Throws if the state
 * has changed; the caller checks the lease.
 */
export async function planRecovery(
  deps: Deps,
  reader: Reader,
  stack: StackRow,
  { recovery, basis, choices }: z.infer<typeof PlanRequest>,
  isWritten: { isWritten: boolean },
): Promise<PlannedRecovery> {
  const context = await recoveryContext(deps, reader, stack)
  const { source, row } = context
  checkBasis(basisOf(row), basis)
  const facts = await factsOf(reader, stack, context)
  const about = { tags: stack.tags, least: context.hasUnknownEntries ? 3 : 0 } as const
  const guided = guidedRecovery(recovery)
  const asked = choices.flatMap(({ problem }) => guided?.versionOf?.(problem) ?? [])
  const earlier = guided?.isOfPresent
    ? []
    : asked.length > 0
      ? await statesOfVersions(reader, stack, asked)
      : await earlierStates(reader, stack, facts, row)
  const { answer, states } = await planStates(
    deps,
    [source, ...earlier.map((former) => storedState(reader, former))],
    'recovery',
    {
      recovery,
      choices,
      about,
      facts,
      now: await deps.store.now(),
      versions: await formerVersions(reader, stack, earlier),
    },
    isWritten,
  )
  if (!answer.ok) throw new DomainError({ kind: 'impossibleRecovery', code: answer.code, reason: answer.reason })
  return { ...answer, state: states[0], mayStillRun: mayStillRun(context) }
}

/** The plan as shown for confirmation. */
export const toPlan = ({ recovery, basis }: z.infer<typeof PlanRequest>, planned: PlannedRecovery): Plan => {
  const { level, effect, integrityBefore, integrityAfter, stopAndAsk, terminal, mayStillRun: run } = planned
  return { recovery, basis, level, effect, integrityBefore, integrityAfter, stopAndAsk, terminal, mayStillRun: run }
}

/** What is found in the cloud while the process runs may be wrong a minute later. */
const mayStillRun = ({ run, items }: Pick<RecoveryContext, 'run' | 'items'>): string | null =>
  run && items.length > 0 && mayStillRunSince(run.lateReport) !== null ? runName(run) : null
