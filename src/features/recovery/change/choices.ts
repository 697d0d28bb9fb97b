import type { z } from 'zod'
import type {
  ConfirmationLevel,
  PendingItem,
  Problem,
  RecoveryOptions,
  RunRequest,
  Option,
  OptionChoice,
} from '#contract/recoveries.ts'
import { number } from '#words/counts.ts'
import { oneClickFix } from '#domain/recoveries/whatIsLeft.ts'
import { statementsWanted } from '#domain/plan/statements.ts'

/** Something to decide: a problem, or a pending operation with all that is known of it. */
export type Decidable = Problem & { item?: PendingItem }

/** What the user has read: the state of this version, and what is to be decided. */
export type Read = Pick<RecoveryOptions, 'basis' | 'onlyOne'> & {
  problems: readonly Decidable[]
  /** The update that holds the lease, if it is about that. */
  updateId?: string
}

/** Chosen to decide later: nothing about the problem changes. */
export const LEAVE = '-'

/** The user's input for one problem. The console itself never chooses an option. */
export type Choice = { option?: string; inputs: Readonly<Record<string, string>> }
export type Choices = Readonly<Record<string, Choice>>

export const NO_CHOICE: Choice = { inputs: {} }

/** The option chosen for a problem; undefined for none, or for one that is left as it is. */
export const optionOf = ({ id, options }: Problem, choices: Choices): Option | undefined =>
  options.find((option) => option.id === choices[id]?.option)

/** The input for a question of an option, or its default. */
export const inputOf = (
  choice: Choice | undefined,
  option: Option,
  { name, initial }: Option['asks'][number],
): string => choice?.inputs[inputKey(option, name)] ?? initial

/** Options may use the same name for different questions. */
export const inputKey = (option: Pick<Option, 'id'>, name: string): string => `${option.id} ${name}`

export const decided = <P extends Problem>(problems: readonly P[], choices: Choices): P[] =>
  problems.filter((problem) => optionOf(problem, choices))

/** The choice of the only option of the only problem; none if there are more. */
export function onlyOption({ problems: [problem, ...more] }: Pick<Read, 'problems'>): Choices {
  const [option, ...others] = problem?.options ?? []
  return problem && option && more.length + others.length === 0
    ? { [problem.id]: { ...NO_CHOICE, option: option.id } }
    : {}
}

/** What must be answered before the next step: every problem, or at least one. */
export type Asking = { needsAll: boolean; none: string }

/**
 * Why the next step is not available yet, in a sentence; undefined if it is. Problems without a choice stay as they
 * are.
 */
export function whyNotNext(
  problems: readonly Problem[],
  choices: Choices,
  { needsAll, none }: Asking,
): string | undefined {
  const chosen = decided(problems, choices)
  if (chosen.length === 0 && !needsAll) return none
  const open = needsAll ? problems.filter((problem) => !optionOf(problem, choices)) : []
  if (open.length > 1 && open.length === problems.length)
    return `Answer ${open.length === 2 ? 'both' : `all ${number(open.length)}`} first.`
  if (open.length > 0) return `Choose an answer for ${some(open.map(({ title }) => title))}.`
  const unasked = chosen.flatMap((problem) => missingInputs(problem, choices))
  if (unasked.length > 0) return `Still to say: ${some(unasked)}.`
  return chosen.every((problem) => optionOf(problem, choices)?.level === 0) ? 'So far nothing would change.' : undefined
}

function missingInputs(problem: Problem, choices: Choices): string[] {
  const option = optionOf(problem, choices)
  return (option?.asks ?? []).flatMap((ask) =>
    option && inputOf(choices[problem.id], option, ask).trim() === '' ? ask.label : [],
  )
}

const some = (names: readonly string[]): string =>
  `${names.slice(0, 3).join(', ')}${names.length > 3 ? ` and ${names.length - 3} more` : ''}`

/** The choices in the form of the request. */
export const asChoices = (problems: readonly Problem[], choices: Choices): z.input<typeof OptionChoice>[] =>
  problems.flatMap((problem) => {
    const option = optionOf(problem, choices)
    if (!option) return []
    const choice = choices[problem.id]
    const inputs = Object.fromEntries(option.asks.map((ask) => [ask.name, inputOf(choice, option, ask).trim()]))
    return [{ problem: problem.id, option: option.id, inputs }]
  })

/** The problems whose options need a written confirmation, once the level of the whole is known. */
export function missingNotes(
  problems: readonly Problem[],
  choices: Choices,
  level: ConfirmationLevel,
): readonly Problem[] {
  const chosen = decided(problems, choices)
  const isWanted = statementsWanted(
    level,
    chosen.flatMap((problem) => optionOf(problem, choices) ?? []),
  )
  return chosen.filter((problem) => {
    const option = optionOf(problem, choices)
    return option !== undefined && isWanted(option)
  })
}

/** Most problems that one statement may cover (contract/recoveries.ts). */
const MAX_COVERED = 500

/** The request to carry out: the choices, and one note for all that need a written confirmation. */
export function asRequest(
  problems: readonly Problem[],
  choices: Choices,
  level: ConfirmationLevel,
  note: string,
): Pick<z.input<typeof RunRequest>, 'choices' | 'shared'> {
  const ids = missingNotes(problems, choices, level).map(({ id }) => id)
  const [only] = ids
  const sent = asChoices(problems, choices)
  if (ids.length === 1)
    return { choices: sent.map((each) => (each.problem === only ? { ...each, statement: note } : each)) }
  const shared = Array.from({ length: Math.ceil(ids.length / MAX_COVERED) }, (_, at) => ({
    problems: ids.slice(at * MAX_COVERED, (at + 1) * MAX_COVERED),
    statement: note,
  }))
  return { choices: sent, shared }
}

/** Undecided problems whose safest option takes one click: no input, nothing to type. */
export const oneClick = (problems: readonly Problem[], choices: Choices): { id: string; option: string }[] =>
  problems.flatMap((problem) => {
    const option = oneClickFix(problem)
    return option && choices[problem.id]?.option === undefined ? [{ id: problem.id, option: option.id }] : []
  })

/** Identifies a problem in any state: the id of a pending operation begins with its index, which may change. */
const identityOf = ({ id, item }: Decidable): string => (item ? `${item.type} ${item.urn}` : id)

/** The part of a problem on which a choice depends. */
const standingOf = ({ title, item }: Decidable): string => item?.situation ?? title

/**
 * Carries choices over to a changed state: for unchanged problems that still have the option. The others must be chosen
 * again, and the sentences say why.
 */
export function carriedOver(old: Read, choices: Choices, now: Read): { kept: Choices; changed: string[] } {
  const kept: Record<string, Choice> = {}
  const changed: string[] = []
  const left = [...now.problems]
  for (const problem of old.problems) {
    const at = left.findIndex((each) => identityOf(each) === identityOf(problem))
    const same = left[at]
    const choice = choices[problem.id]
    if (!same) {
      changed.push(`${problem.item ? 'No longer pending' : 'No longer so'}: ${problem.title}`)
      continue
    }
    left.splice(at, 1)
    const stands = standingOf(same) === standingOf(problem)
    if (!stands) changed.push(`It has changed: ${same.item ? `${same.title}. ${same.explanation}` : same.title}`)
    if (!choice) continue
    const chosen = optionOf(problem, choices)
    const isOffered = !chosen || same.options.some(({ id, title }) => id === chosen.id && title === chosen.title)
    if (isOffered && stands) kept[same.id] = choice
    else {
      kept[same.id] = { inputs: choice.inputs }
      if (!isOffered && stands) changed.push(`The chosen fix is no longer offered: ${same.title}`)
    }
  }
  for (const { title } of left) changed.push(`New: ${title}`)
  if (now.basis.version !== old.basis.version) {
    changed.unshift(`The state is at version ${now.basis.version} now; you had read version ${old.basis.version}.`)
  } else if (now.basis.hash !== old.basis.hash) changed.unshift('The state has changed since you read it.')
  return { kept, changed }
}

/** The same with what the user stated besides the reason, if anything. */
export const withStatement = (choices: ReturnType<typeof asChoices>, statement: string) =>
  statement === '' ? choices : choices.map((choice) => ({ ...choice, statement }))

/** Lines to add to the program, by the URN that changes. */
export const aliasesOf = (problems: readonly Problem[], choices: Choices): ReadonlyMap<string, string> =>
  new Map(
    problems.flatMap((problem) =>
      (optionOf(problem, choices)?.urnsChanged ?? []).map(({ from, alias }) => [from, alias] as const),
    ),
  )
