import type { StateDocument } from '#domain/state/checkpoint.ts'
import { type PlanAnswer, type PlanInput, type PlanName, planOfStates } from '#domain/state/statePlans.ts'
import type { Deps } from '../deps.ts'
import { areLarge, documentsOf, type StateSource } from './askStates.ts'
import { outside } from './waiting/outside.ts'
import type { PreparedState } from './stateText.ts'
import { textJobsHere } from './textJobs.ts'

export type PlannedStates<Name extends PlanName> = {
  answer: PlanAnswer<Name>
  /** The resulting states, to be written; empty if the plan cannot be carried out, or they were not requested. */
  states: (StateDocument | PreparedState)[]
}

/** Computes a plan for states. Large states are parsed, changed and verified in the text thread. */
export async function planStates<Name extends PlanName>(
  deps: Pick<Deps, 'jobs' | 'caches'>,
  sources: readonly StateSource[],
  name: Name,
  input: PlanInput<Name>,
  { isWritten }: { isWritten: boolean },
): Promise<PlannedStates<Name>> {
  if (!areLarge(sources)) return planOfStates(name, await documentsOf(deps, sources), input)
  const { jobs = textJobsHere } = deps
  const key = `${name} of ${sources.map(({ hash }) => hash).join(' ')}: ${JSON.stringify({ input, isWritten })}`
  return outside(jobs, key, () => jobs.plan({ name, texts: sources, input, isWritten }))
}
