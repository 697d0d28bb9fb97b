import type { Problem } from '#contract/recoveries.ts'
import {
  carriedOver,
  type Choice,
  type Choices,
  inputKey,
  LEAVE,
  NO_CHOICE,
  onlyOption,
  type Read,
} from '../change/choices.ts'
import { needsReview, type Refusal } from '../confirm/refusal.ts'

/** What was read and chosen, and the final input. */
type Draft = { read: Read; choices: Choices; reason: string; typed: string }

/** The process of every recovery in the browser. The step on screen is decided by the address (wizardAddress.ts). */
export type State =
  /** Input phase. `changed`: what had changed at the last refresh. */
  | { phase: 'open'; draft: Draft; changed: readonly string[] }
  | { phase: 'running'; draft: Draft }
  | { phase: 'refused'; draft: Draft; refusal: Refusal }
  | { phase: 'done'; recordId: string }

export type Event =
  /** Options by problem; `LEAVE` for a problem that is left as it is. */
  | { type: 'chosen'; choices: readonly { id: string; option: string }[] }
  | { type: 'entered'; id: string; option: string; name: string; value: string }
  | { type: 'reasoned'; reason: string }
  | { type: 'nameTyped'; typed: string }
  | { type: 'submitted' }
  | { type: 'refused'; refusal: Refusal }
  /** The user refreshed what is there now. */
  | { type: 'reviewed'; read: Read }
  | { type: 'carriedOut'; recordId: string }

/** The initial state: nothing chosen, or what was chosen before a reload. */
export const begin = (
  read: Read,
  { choices, reason }: { choices: Choices; reason: string } = { choices: {}, reason: '' },
): State => ({ phase: 'open', changed: [], draft: { read, choices, reason, typed: '' } })

/** Whether two readings are of the same state, and of the same held lease if they are about one. */
export const isSame = (one: Read, other: Read): boolean =>
  one.basis.hash === other.basis.hash && one.updateId === other.updateId

/** Whether the user has read something else than is there now. While a request is in flight, the server compares. */
export const hasMoved = (state: State, now: Read): boolean =>
  (state.phase === 'open' || state.phase === 'refused') && !isSame(state.draft.read, now)

/**
 * What is shown: if the state has changed, what the user has read, else the latest. The same state may have news: late
 * reports of a client, situations of the decision table.
 */
export const shownOf = (state: State, now: Read): Read =>
  state.phase !== 'done' && hasMoved(state, now) ? state.draft.read : now

/** Total: an event that a phase does not expect changes nothing, and an option that is not offered cannot be chosen. */
export function next(state: State, event: Event): State {
  switch (event.type) {
    case 'chosen':
      return edited(state, (draft) => event.choices.reduce(withOption, draft))
    case 'entered':
      return edited(state, (draft) => withInput(draft, event))
    case 'reasoned':
      return edited(state, (draft) => ({ ...draft, reason: event.reason }))
    case 'nameTyped':
      return edited(state, (draft) => ({ ...draft, typed: event.typed }))
    case 'submitted':
      return submitted(state)
    case 'refused':
      return state.phase === 'running' ? { phase: 'refused', draft: state.draft, refusal: event.refusal } : state
    case 'reviewed':
      return reviewed(state, event.read)
    case 'carriedOut':
      return state.phase === 'running' ? { phase: 'done', recordId: event.recordId } : state
  }
}

/** Input clears a refusal of the input; after a changed state only a refresh does. */
function edited(state: State, change: (draft: Draft) => Draft): State {
  if (state.phase === 'done' || state.phase === 'running') return state
  const draft = change(state.draft)
  return state.phase === 'refused' && !needsReview(state.refusal)
    ? { phase: 'open', draft, changed: [] }
    : { ...state, draft }
}

/**
 * The stack's name must be typed again, since it confirms the current state. Another update needs new input: the former
 * one is about another holder.
 */
function reviewed(state: State, read: Read): State {
  if (state.phase === 'done' || state.phase === 'running') return state
  const { draft } = state
  if (draft.read.updateId !== read.updateId) return begin(read, { choices: onlyOption(read), reason: '' })
  const { kept: choices, changed } = carriedOver(draft.read, draft.choices, read)
  return { phase: 'open', draft: { ...draft, read, choices, typed: '' }, changed }
}

function submitted(state: State): State {
  if (state.phase !== 'open' && state.phase !== 'refused') return state
  return state.phase === 'refused' && needsReview(state.refusal) ? state : { phase: 'running', draft: state.draft }
}

/** If problems exclude each other, a choice replaces the former one. */
function alone(draft: Draft, id: string): Draft {
  if (!draft.read.onlyOne) return draft
  const others = Object.entries(draft.choices).map(([other, { option, ...rest }]): [string, Choice] => [
    other,
    other === id && option !== undefined ? { ...rest, option } : rest,
  ])
  return { ...draft, choices: Object.fromEntries(others) }
}

const withOption = (draft: Draft, { id, option }: { id: string; option: string }): Draft =>
  withChoice(alone(draft, id), id, ({ options }) => (isOffered(options, option) ? { option } : undefined))

const withInput = (draft: Draft, { id, option, name, value }: Extract<Event, { type: 'entered' }>): Draft =>
  withChoice(draft, id, ({ options }, { inputs }) =>
    options.some((each) => each.id === option)
      ? { inputs: { ...inputs, [inputKey({ id: option }, name)]: value } }
      : undefined,
  )

const isOffered = (options: Problem['options'], id: string): boolean =>
  id === LEAVE || options.some((option) => option.id === id)

function withChoice(
  draft: Draft,
  id: string,
  change: (problem: Problem, choice: Choice) => Partial<Choice> | undefined,
): Draft {
  const problem = draft.read.problems.find((each) => each.id === id)
  const before = draft.choices[id] ?? NO_CHOICE
  const changes = problem && change(problem, before)
  return changes ? { ...draft, choices: { ...draft.choices, [id]: { ...before, ...changes } } } : draft
}
