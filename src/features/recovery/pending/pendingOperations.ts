import { match, P } from 'ts-pattern'
import type { PendingAnswer } from '#contract/recoveries.ts'
import { type Answers, carriedOver, type Read, type Said } from './answers.ts'
import { edited, type Entered, type Happening, proceed, type Process, reviewed } from '../wizard/process.ts'

type Draft = Entered & { read: Read; answers: Answers }

/** The process of answering pending operations. */
export type State = Process<Draft>

export type Event =
  | Happening
  | { type: 'answered'; keys: readonly string[]; answer: PendingAnswer }
  | { type: 'stated'; keys: readonly string[]; statement: string }
  /** The person looked again at what is there now. */
  | { type: 'reviewed'; read: Read }

/** Where it begins: with nothing answered, or with what was answered before a reload. */
export const begin = (
  read: Read,
  { answers, reason }: { answers: Answers; reason: string } = { answers: {}, reason: '' },
): State => ({ phase: 'open', changed: [], draft: { read, answers, reason, typed: '' } })

/** Total: an event that a phase does not expect changes nothing. */
export const next = (state: State, event: Event): State =>
  match<Event, State>(event)
    .with({ type: 'answered' }, ({ keys, answer }) => edited(state, (draft) => said(draft, keys, { answer })))
    .with({ type: 'stated' }, ({ keys, statement }) => edited(state, (draft) => said(draft, keys, { statement })))
    .with({ type: 'reviewed' }, ({ read }) =>
      reviewed(state, (draft) => {
        const { kept, changed } = carriedOver(draft.read, draft.answers, read)
        return { draft: { ...draft, read, answers: kept }, changed }
      }),
    )
    .with({ type: P.union('reasoned', 'nameTyped', 'submitted', 'refused', 'carriedOut') }, (common) =>
      proceed(state, common),
    )
    .exhaustive()

/** What was said of these operations; keys and answers that the state does not offer are left out. */
function said(draft: Draft, keys: readonly string[], change: Partial<Said>): Draft {
  const { read, answers } = draft
  const next = { ...answers }
  for (const key of keys) {
    const item = read.items.find((each) => each.key === key)
    const isOffered = change.answer === undefined || item?.answers.some(({ answer }) => answer === change.answer)
    if (item && isOffered) next[key] = { ...(answers[key] ?? { statement: '' }), ...change }
  }
  return { ...draft, answers: next }
}
