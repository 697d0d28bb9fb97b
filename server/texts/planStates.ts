import type { StateDocument } from '#domain/state/checkpoint.ts'
import { type PlanAnswer, type PlanInput, type PlanName, planOfStates } from '#domain/state/statePlans.ts'
import type { Deps } from '../deps.ts'
import { areLarge, documentsOf, type StateSource, textsOf } from './askStates.ts'
import type { PreparedState } from './stateText.ts'
import { textJobsHere } from './textJobs.ts'

export type PlannedStates<Name extends PlanName> = {
  answer: PlanAnswer<Name>
  /** The states that the plan leaves, to be written; none when it cannot be carried out, or when they were not wanted. */
  states: (StateDocument | PreparedState)[]
}

/** What a plan for states comes to. Large states are read, changed and verified in the thread for texts. */
export async function planStates<Name extends PlanName>(
  deps: Pick<Deps, 'jobs' | 'caches'>,
  sources: readonly StateSource[],
  name: Name,
  input: PlanInput<Name>,
  { isWritten }: { isWritten: boolean },
): Promise<PlannedStates<Name>> {
  if (!areLarge(sources)) return planOfStates(name, await documentsOf(deps, sources), input)
  const { jobs = textJobsHere } = deps
  jobs.expect()
  return jobs.plan({ name, texts: await textsOf(sources), input, isWritten })
}
