import { match, P } from 'ts-pattern'
import type { Problem } from '#contract/recoveries.ts'
import { carriedOver, type Choices, inputKey, LEAVE, type Read, type Choice, NO_CHOICE } from './choices.ts'
import { edited, type Entered, type WizardEvent, proceed, type Process, reviewed } from '../wizard/process.ts'

type Draft = Entered & { read: Read; choices: Choices }

/** The process of choosing options for problems, or answering pending operations, and carrying it out. */
export type State = Process<Draft>

export type Event =
  | WizardEvent
  /** Options by problem; `LEAVE` for a problem that is left as it is. */
  | { type: 'chosen'; choices: readonly { id: string; option: string }[] }
  | { type: 'entered'; id: string; option: string; name: string; value: string }
  /** The user refreshed what is there now. */
  | { type: 'reviewed'; read: Read }

/** The initial state: nothing chosen, or what was chosen before a reload. */
export const begin = (
  read: Read,
  { choices, reason }: { choices: Choices; reason: string } = { choices: {}, reason: '' },
): State => ({ phase: 'open', changed: [], draft: { read, choices, reason, typed: '' } })

/** Total: an event that a phase does not expect changes nothing, and an option that is not offered cannot be chosen. */
export const next = (state: State, event: Event): State =>
  match<Event, State>(event)
    .with({ type: 'chosen' }, ({ choices }) =>
      edited(state, (draft) =>
        choices.reduce(
          (soFar, { id, option }) =>
            withChoice(alone(soFar, id), id, ({ options }) => (isOffered(options, option) ? { option } : undefined)),
          draft,
        ),
      ),
    )
    .with({ type: 'entered' }, ({ id, option, name, value }) =>
      edited(state, (draft) =>
        withChoice(draft, id, ({ options }, { inputs }) =>
          options.some((each) => each.id === option)
            ? { inputs: { ...inputs, [inputKey({ id: option }, name)]: value } }
            : undefined,
        ),
      ),
    )
    .with({ type: 'reviewed' }, ({ read }) =>
      reviewed(state, (draft) => {
        const { kept, changed } = carriedOver(draft.read, draft.choices, read)
        return { draft: { ...draft, read, choices: kept }, changed }
      }),
    )
    .with({ type: P.union('reasoned', 'nameTyped', 'submitted', 'refused', 'carriedOut') }, (common) =>
      proceed(state, common),
    )
    .exhaustive()

/** If problems exclude each other, a choice replaces the former one. */
function alone(draft: Draft, id: string): Draft {
  if (!draft.read.onlyOne) return draft
  const others = Object.entries(draft.choices).map(([other, { option, ...rest }]): [string, Choice] => [
    other,
    other === id && option !== undefined ? { ...rest, option } : rest,
  ])
  return { ...draft, choices: Object.fromEntries(others) }
}

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
