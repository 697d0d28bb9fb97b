import type { StackRef } from '#contract/common.ts'
import type { Effect, OptionChoice } from '#contract/recoveries.ts'
import type { RecoveryId } from '#contract/recoveryId.ts'
import type { z } from 'zod'
import { emptyDocument, type StateDocument } from './checkpoint.ts'
import { renameDocument } from './rename.ts'
import { named } from '../recoveries/named.ts'
import { planChange, type Planned, type Refused } from '../recoveries/planChange.ts'
import { guidedRecovery } from '../recoveries/registry.ts'
import { type FactsWithoutState, factsWithEarlier, type FormerVersion } from '../recoveries/stateFacts.ts'
import type { About } from '../plan/planWrite.ts'
import type { PlannedEdit } from '../edits/planEdit.ts'
import { type MoveFacts, planOwnMove } from '../edits/planOwnMove.ts'
import type { EditPlan } from '#contract/edits.ts'

type Documents = readonly StateDocument[]

/** The answer of a plan, and the resulting states if it may be carried out. */
type Outcome<Answer> = { answer: Answer; states: StateDocument[] }

export type RecoveryInput = {
  recovery: RecoveryId
  choices: OptionChoice[]
  about: Pick<About, 'tags' | 'least'>
  /** Facts besides the state, and the versions of the former states that come with it, newest first. */
  facts: FactsWithoutState
  now: number
  versions: readonly FormerVersion[]
}
export type RecoveryAnswer = ({ ok: true } & Omit<Planned, 'document'>) | ({ ok: false } & Refused)

type PlannedSide = { plan: EditPlan; effect: z.infer<typeof Effect> }
export type MoveAnswer = { source: PlannedSide; destination: PlannedSide; asked: string[] }

/**
 * All plans for whole states, by name: pure functions like `stateQuestions`, which also return states to be written.
 */
export const statePlans = {
  /** Takes the current state, and the former ones whose entries a recovery may need. */
  recovery(states: Documents, { recovery, choices, about, ...rest }: RecoveryInput): Outcome<RecoveryAnswer> {
    const guided = guidedRecovery(recovery)
    if (!guided) {
      const reason = `${named(recovery)} changes no state, so there is nothing to plan.`
      return { answer: { ok: false, code: 'bad_request', reason }, states: [] }
    }
    const result = planChange(guided, factsWithEarlier(states, rest), choices, about)
    if (!result.ok) return { answer: result, states: [] }
    const { document, ...planned } = result
    return { answer: planned, states: [document] }
  },

  rename: (
    [document = emptyDocument()]: Documents,
    { from, to }: { from: StackRef; to: StackRef },
  ): Outcome<{ ok: true }> => ({ answer: { ok: true }, states: [renameDocument(document, from, to)] }),

  /** Takes the source and destination states. `made`: new ciphertexts by the old ones. */
  move(
    [source = emptyDocument(), destination = emptyDocument()]: Documents,
    { made, ...facts }: MoveFacts & { made: [string, string][] | null },
  ): Outcome<MoveAnswer> {
    const planned = planOwnMove(source, destination, facts, made === null ? undefined : new Map(made))
    const side = ({ plan, effect }: PlannedEdit) => ({ plan, effect })
    const { asked } = planned
    return {
      answer: { source: side(planned.source), destination: side(planned.destination), asked },
      states: planned.source.plan.isPossible ? [planned.source.document, planned.destination.document] : [],
    }
  },
}

export type StatePlans = typeof statePlans
export type PlanName = keyof StatePlans
export type PlanInput<Name extends PlanName> = Parameters<StatePlans[Name]>[1]
export type PlanAnswer<Name extends PlanName> = ReturnType<StatePlans[Name]>['answer']

/** Runs a plan whose name is only known at run time. */
export const planOfStates = <Name extends PlanName>(
  name: Name,
  states: Documents,
  input: PlanInput<Name>,
): Outcome<PlanAnswer<Name>> =>
  (statePlans[name] as (states: Documents, input: PlanInput<Name>) => Outcome<PlanAnswer<Name>>)(states, input)
