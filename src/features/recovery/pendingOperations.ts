import { match } from 'ts-pattern'
import type { PendingAnswer } from '#contract/recoveries.ts'
import { type Answers, carriedOver, type Read, type Said } from './answers.ts'
import { needsReview, type Refusal } from './refusal.ts'

type Draft = { read: Read; answers: Answers; reason: string; typed: string }

/** The process of answering pending operations. Which step is looked at is the address's to say (wizardAddress.ts). */
export type State =
  /** Being filled in. `changed`: what was different when the person last looked again. */
  | (Draft & { phase: 'open'; changed: readonly string[] })
  | (Draft & { phase: 'running' })
  | (Draft & { phase: 'refused'; refusal: Refusal })
  | { phase: 'done'; recordId: string }

export type Event =
  | { type: 'answered'; keys: readonly string[]; answer: PendingAnswer }
  | { type: 'stated'; keys: readonly string[]; statement: string }
  | { type: 'reasoned'; reason: string }
  | { type: 'nameTyped'; typed: string }
  | { type: 'submitted' }
  | { type: 'refused'; refusal: Refusal }
  /** The person looked again at what is there now. */
  | { type: 'reviewed'; read: Read }
  | { type: 'carriedOut'; recordId: string }

/** Where it begins: with nothing answered, or with what was answered before a reload. */
export const begin = (
  read: Read,
  draft: { answers: Answers; reason: string } = { answers: {}, reason: '' },
): State => ({
  phase: 'open',
  changed: [],
  read,
  ...draft,
  typed: '',
})

/** Total: an event that a phase does not expect changes nothing. */
export function next(state: State, event: Event): State {
  if (state.phase === 'done') return state
  const draft = draftOf(state)
  if (state.phase === 'running') {
    return match<Event, State>(event)
      .with({ type: 'refused' }, ({ refusal }) => ({ phase: 'refused', refusal, ...draft }))
      .with({ type: 'carriedOut' }, ({ recordId }) => ({ phase: 'done', recordId }))
      .otherwise(() => state)
  }
  const { answers } = draft
  return match<Event, State>(event)
    .with({ type: 'answered' }, ({ keys, answer }) => edited(state, { answers: said(draft, keys, { answer }) }))
    .with({ type: 'stated' }, ({ keys, statement }) => edited(state, { answers: said(draft, keys, { statement }) }))
    .with({ type: 'reasoned' }, ({ reason }) => edited(state, { reason }))
    .with({ type: 'nameTyped' }, ({ typed }) => edited(state, { typed }))
    .with({ type: 'submitted' }, () =>
      state.phase === 'refused' && needsReview(state.refusal) ? state : { phase: 'running', ...draft },
    )
    .with({ type: 'reviewed' }, ({ read }) => {
      const { kept, changed } = carriedOver(draft.read, answers, read)
      // The name is typed anew: it confirms what is there now.
      return { phase: 'open', ...draft, read, answers: kept, changed, typed: '' }
    })
    .with({ type: 'refused' }, { type: 'carriedOut' }, () => state)
    .exhaustive()
}

type Editable = Extract<State, { phase: 'open' | 'refused' }>

/** An edit answers a refusal of what was entered; a world that has moved on is answered by looking again only. */
function edited(state: Editable, change: Partial<Draft>): State {
  if (state.phase === 'refused' && !needsReview(state.refusal)) {
    return { phase: 'open', changed: [], ...draftOf(state), ...change }
  }
  return { ...state, ...change }
}

/** What was said of these operations; keys and answers that the state does not offer are left out. */
function said({ read, answers }: Draft, keys: readonly string[], change: Partial<Said>): Answers {
  const next = { ...answers }
  for (const key of keys) {
    const item = read.items.find((each) => each.key === key)
    const isOffered = change.answer === undefined || item?.answers.some(({ answer }) => answer === change.answer)
    if (item && isOffered) next[key] = { ...(answers[key] ?? { statement: '' }), ...change }
  }
  return next
}

const draftOf = ({ read, answers, reason, typed }: Draft): Draft => ({ read, answers, reason, typed })
