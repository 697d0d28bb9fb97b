import { match } from 'ts-pattern'
import type { z } from 'zod'
import type { Basis } from '#contract/common.ts'
import { needsReview, type Refusal } from '../confirm/refusal.ts'

/** What every wizard that writes asks for at its end. */
export type Entered = { reason: string; typed: string }

/** The process of a wizard that writes a state. Which step is shown is the address's to say (wizardAddress.ts). */
export type Process<Draft> =
  /** Being filled in. `changed`: what was different when the person last looked again. */
  | { phase: 'open'; draft: Draft; changed: readonly string[] }
  | { phase: 'running'; draft: Draft }
  | { phase: 'refused'; draft: Draft; refusal: Refusal }
  | { phase: 'done'; recordId: string }

/** The state that a person has read, and decides about. */
export type Reading = { read: { basis: z.infer<typeof Basis> } }

/** Whether the current state is another one than the person has read. What is under way is the server's to compare. */
export const hasMoved = (state: Process<Reading>, now: z.infer<typeof Basis>): boolean =>
  (state.phase === 'open' || state.phase === 'refused') && state.draft.read.basis.hash !== now.hash

/**
 * What is shown: of a state that has changed what the person has read, else what there is now. Of the same state there may be
 * news: what a client reported late, the situations of the decision table.
 */
export const shownOf = <Read extends Reading['read']>(state: Process<{ read: Read }>, now: Read): Read =>
  state.phase !== 'done' && hasMoved(state, now.basis) ? state.draft.read : now

/** What happens in every such wizard. */
export type WizardEvent =
  | { type: 'reasoned'; reason: string }
  | { type: 'nameTyped'; typed: string }
  | { type: 'submitted' }
  | { type: 'refused'; refusal: Refusal }
  | { type: 'carriedOut'; recordId: string }

/** Total: an event that a phase does not expect changes nothing. */
export function proceed<Draft extends Entered>(state: Process<Draft>, event: WizardEvent): Process<Draft> {
  return match<WizardEvent, Process<Draft>>(event)
    .with({ type: 'reasoned' }, ({ reason }) => edited(state, (draft) => ({ ...draft, reason })))
    .with({ type: 'nameTyped' }, ({ typed }) => edited(state, (draft) => ({ ...draft, typed })))
    .with({ type: 'submitted' }, () => submitted(state))
    .with({ type: 'refused' }, ({ refusal }) =>
      state.phase === 'running' ? { phase: 'refused', draft: state.draft, refusal } : state,
    )
    .with({ type: 'carriedOut' }, ({ recordId }) => (state.phase === 'running' ? { phase: 'done', recordId } : state))
    .exhaustive()
}

/** An edit answers a refusal of what was entered; a world that has changed is answered by looking again only. */
export function edited<Draft>(state: Process<Draft>, change: (draft: Draft) => Draft): Process<Draft> {
  if (state.phase === 'done' || state.phase === 'running') return state
  const draft = change(state.draft)
  return state.phase === 'refused' && !needsReview(state.refusal)
    ? { phase: 'open', draft, changed: [] }
    : { ...state, draft }
}

/** The person looked again; the stack's name is typed again, since it confirms what is there now. */
export function reviewed<Draft extends Entered>(
  state: Process<Draft>,
  look: (draft: Draft) => { draft: Draft; changed: readonly string[] },
): Process<Draft> {
  if (state.phase === 'done' || state.phase === 'running') return state
  const { draft, changed } = look(state.draft)
  return { phase: 'open', draft: { ...draft, typed: '' }, changed }
}

function submitted<Draft>(state: Process<Draft>): Process<Draft> {
  if (state.phase !== 'open' && state.phase !== 'refused') return state
  return state.phase === 'refused' && needsReview(state.refusal) ? state : { phase: 'running', draft: state.draft }
}
