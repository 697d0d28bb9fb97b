import { match } from 'ts-pattern'
import { needsReview, type Refusal } from '../confirm/refusal.ts'

type Draft = { updateId: string; reason: string; statement: string; typed: string }

/** The process of cancelling a running update on its holder's behalf (GR-01 forced, GR-02 while suspect). */
export type State =
  | (Draft & { phase: 'open' })
  | (Draft & { phase: 'running' })
  | (Draft & { phase: 'refused'; refusal: Refusal })
  /** It had ended by itself (GR-03): there is nothing to cancel. */
  | { phase: 'overtaken'; detail: string }
  | { phase: 'done'; recordId: string }

export type Event =
  | { type: 'reasoned'; reason: string }
  | { type: 'stated'; statement: string }
  | { type: 'nameTyped'; typed: string }
  | { type: 'submitted' }
  | { type: 'refused'; refusal: Refusal }
  /** The user refreshed; `updateId` is the update that holds the lease now, null if none does. */
  | { type: 'reviewed'; updateId: string | null }
  | { type: 'released'; recordId: string }

export const begin = (updateId: string): State => ({ phase: 'open', updateId, reason: '', statement: '', typed: '' })

/** Total: an event that a phase does not expect changes nothing. */
export function next(state: State, event: Event): State {
  if (state.phase === 'done' || state.phase === 'overtaken') return state
  const draft = draftOf(state)
  if (state.phase === 'running') {
    return match<Event, State>(event)
      .with({ type: 'refused' }, ({ refusal }) =>
        hasEnded(refusal) ? { phase: 'overtaken', detail: refusal.detail } : { phase: 'refused', refusal, ...draft },
      )
      .with({ type: 'released' }, ({ recordId }) => ({ phase: 'done', recordId }))
      .otherwise(() => state)
  }
  return match<Event, State>(event)
    .with({ type: 'reasoned' }, ({ reason }) => edited(state, { reason }))
    .with({ type: 'stated' }, ({ statement }) => edited(state, { statement }))
    .with({ type: 'nameTyped' }, ({ typed }) => edited(state, { typed }))
    .with({ type: 'submitted' }, () =>
      state.phase === 'refused' && needsReview(state.refusal) ? state : { phase: 'running', ...draft },
    )
    .with({ type: 'reviewed' }, ({ updateId }) => {
      if (updateId === null) return { phase: 'overtaken', detail: 'Nothing is running any more.' }
      // Another update needs new input: the former input is about another holder.
      return updateId === state.updateId ? { phase: 'open', ...draft, typed: '' } : begin(updateId)
    })
    .with({ type: 'refused' }, { type: 'released' }, () => state)
    .exhaustive()
}

/**
 * A conflict that says how the last update ended means that nothing runs; one without means that another update runs.
 */
const hasEnded = ({ code, params }: Refusal): boolean => code === 'conflict' && params['endedAt'] !== undefined

type Editable = Extract<State, { phase: 'open' | 'refused' }>

const edited = (state: Editable, change: Partial<Draft>): State =>
  state.phase === 'refused' && !needsReview(state.refusal)
    ? { phase: 'open', ...draftOf(state), ...change }
    : { ...state, ...change }

const draftOf = ({ updateId, reason, statement, typed }: Draft): Draft => ({ updateId, reason, statement, typed })
