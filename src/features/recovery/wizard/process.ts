import { match } from 'ts-pattern'
import type { z } from 'zod'
import type { Basis } from '#contract/common.ts'
import { needsReview, type Refusal } from '../confirm/refusal.ts'

/** The final input of every wizard that writes. */
export type Entered = { reason: string; typed: string }

/** The process of a wizard that writes a state. The step on screen is decided by the address (wizardAddress.ts). */
export type Process<Draft> =
  /** Input phase. `changed`: what had changed at the last refresh. */
  | { phase: 'open'; draft: Draft; changed: readonly string[] }
  | { phase: 'running'; draft: Draft }
  | { phase: 'refused'; draft: Draft; refusal: Refusal }
  | { phase: 'done'; recordId: string }

/** The state that the user has read and decides about. */
export type Reading = { read: { basis: z.infer<typeof Basis> } }

/**
 * Whether the current state is not the one that the user has read. While a request is in flight, the server compares.
 */
export const hasMoved = (state: Process<Reading>, now: z.infer<typeof Basis>): boolean =>
  (state.phase === 'open' || state.phase === 'refused') && state.draft.read.basis.hash !== now.hash

/**
 * What is shown: if the state has changed, what the user has read, else the latest. The same state may have news: late
 * reports of a client, situations of the decision table.
 */
export const shownOf = <Read extends Reading['read']>(state: Process<{ read: Read }>, now: Read): Read =>
  state.phase !== 'done' && hasMoved(state, now.basis) ? state.draft.read : now

/** The events of every such wizard. */
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

/** Input clears a refusal of the input; after a changed state only a refresh does. */
export function edited<Draft>(state: Process<Draft>, change: (draft: Draft) => Draft): Process<Draft> {
  if (state.phase === 'done' || state.phase === 'running') return state
  const draft = change(state.draft)
  return state.phase === 'refused' && !needsReview(state.refusal)
    ? { phase: 'open', draft, changed: [] }
    : { ...state, draft }
}

/** The user refreshed; the stack's name must be typed again, since it confirms the current state. */
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
