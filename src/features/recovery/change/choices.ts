import type { z } from 'zod'
import type { ConfirmationLevel, Problem, RecoveryOptions, Way, WayChoice } from '#contract/recoveries.ts'
import { statementsWanted } from '#domain/plan/statements.ts'

/** What the person has read: the state of this version, and what is to be decided in it. */
export type Read = Pick<RecoveryOptions, 'basis' | 'problems' | 'onlyOne'>

/** Chosen where somebody does not want to decide yet: nothing about the problem changes. */
export const LEAVE = '-'

/** What a person has said so far of one problem. No way is ever chosen by the console itself. */
export type Said = { way?: string; inputs: Readonly<Record<string, string>>; statement: string }
export type Choices = Readonly<Record<string, Said>>

export const UNSAID: Said = { inputs: {}, statement: '' }

/** The way that was chosen out of a problem; undefined for none, or for one that is left as it is. */
export const wayOf = ({ id, ways }: Problem, choices: Choices): Way | undefined =>
  ways.find((way) => way.id === choices[id]?.way)

/** What was entered for something that a way asks, or what it is when nothing is said. */
export const inputOf = (said: Said | undefined, way: Way, { name, initial }: Way['asks'][number]): string =>
  said?.inputs[inputKey(way, name)] ?? initial

/** Ways may ask for things of one name and mean others. */
export const inputKey = (way: Pick<Way, 'id'>, name: string): string => `${way.id} ${name}`

/** Which of the chosen ways want the words of who looked, once the level of the whole is known. */
export const wordsWanted = (
  problems: readonly Problem[],
  choices: Choices,
  level: ConfirmationLevel,
): ((way: Way) => boolean) =>
  statementsWanted(
    level,
    problems.flatMap((problem) => wayOf(problem, choices) ?? []),
  )

export const decided = (problems: readonly Problem[], choices: Choices): Problem[] =>
  problems.filter((problem) => wayOf(problem, choices))

/** Why the next step is not open yet, in a sentence; undefined when it is. What is not chosen stays as it is. */
export function whyNotNext(
  problems: readonly Problem[],
  choices: Choices,
  level: ConfirmationLevel,
): string | undefined {
  const chosen = decided(problems, choices)
  if (chosen.length === 0) return 'Choose a fix first.'
  const unasked = chosen.flatMap((problem) => missingInputs(problem, choices))
  if (unasked.length > 0) return `Still to say: ${some(unasked)}.`
  const isWanted = wordsWanted(chosen, choices, level)
  const unstated = chosen.filter((problem) => {
    const way = wayOf(problem, choices)
    return way && isWanted(way) && (choices[problem.id]?.statement ?? '').trim() === ''
  })
  return unstated.length > 0 ? `Still to say what you checked: ${some(unstated.map(({ title }) => title))}` : undefined
}

function missingInputs(problem: Problem, choices: Choices): string[] {
  const way = wayOf(problem, choices)
  return (way?.asks ?? []).flatMap((ask) =>
    way && inputOf(choices[problem.id], way, ask).trim() === '' ? ask.label : [],
  )
}

const some = (names: readonly string[]): string =>
  `${names.slice(0, 3).join(', ')}${names.length > 3 ? ` and ${names.length - 3} more` : ''}`

/**
 * The choices as they are sent. For a plan the statements are left out: they change nothing in it; and so are those of
 * problems that a statement for several covers.
 */
export const asChoices = (
  problems: readonly Problem[],
  choices: Choices,
  statements: 'with' | 'without',
  covered: ReadonlySet<string> = new Set(),
): z.input<typeof WayChoice>[] =>
  problems.flatMap((problem) => {
    const way = wayOf(problem, choices)
    if (!way) return []
    const said = choices[problem.id]
    const statement = said?.statement.trim() ?? ''
    return [
      {
        problem: problem.id,
        way: way.id,
        inputs: Object.fromEntries(way.asks.map((ask) => [ask.name, inputOf(said, way, ask).trim()])),
        ...(statements === 'with' && statement !== '' && !covered.has(problem.id) && { statement }),
      },
    ]
  })

/** Problems without a choice whose way that loses least is a matter of one click: nothing to say, nothing to type. */
export const oneClick = (problems: readonly Problem[], choices: Choices): { id: string; way: string }[] =>
  problems.flatMap(({ id, suggested, ways }) => {
    const way = ways.find((each) => each.id === suggested)
    const isSimple = way && way.level <= 1 && !way.needsStatement && way.asks.every(({ initial }) => initial !== '')
    return isSimple && choices[id]?.way === undefined ? [{ id, way: way.id }] : []
  })

/**
 * Takes choices along to a state that has moved on: for problems that still stand as they did and still offer the way. The
 * rest has to be chosen anew, and the sentences say why.
 */
export function carriedOver(old: Read, choices: Choices, now: Read): { kept: Choices; changed: string[] } {
  const kept: Record<string, Said> = {}
  const changed: string[] = []
  const left = new Map(now.problems.map((problem) => [problem.id, problem]))
  for (const problem of old.problems) {
    const same = left.get(problem.id)
    const said = choices[problem.id]
    left.delete(problem.id)
    if (!same) {
      changed.push(`No longer so: ${problem.title}`)
      continue
    }
    if (same.title !== problem.title) changed.push(`It stands differently now: ${same.title}`)
    if (!said) continue
    const chosen = wayOf(problem, choices)
    const isOffered = !chosen || same.ways.some(({ id, title }) => id === chosen.id && title === chosen.title)
    if (isOffered && same.title === problem.title) kept[same.id] = said
    else {
      kept[same.id] = { inputs: said.inputs, statement: said.statement }
      if (!isOffered) changed.push(`The way that you had chosen is no longer offered: ${same.title}`)
    }
  }
  for (const { title } of left.values()) changed.push(`New: ${title}`)
  if (now.basis.version !== old.basis.version) {
    changed.unshift(`The state is at version ${now.basis.version} now; you had read version ${old.basis.version}.`)
  } else if (now.basis.hash !== old.basis.hash) changed.unshift('The state was written anew since you read it.')
  return { kept, changed }
}
