import type { z } from 'zod'
import type { ConfirmationLevel, Problem, SharedStatement, Way } from '#contract/recoveries.ts'
import { groupOf } from '#domain/recoveries/sharedStatements.ts'
import { type Choices, decided, wayOf, wordsWanted } from './choices.ts'

/** Problems that one action or one statement can stand for: of one kind, with the same way. */
export type Group = { key: string; way: Way; problems: readonly Problem[] }

/** Ways that several undecided problems offer and that need nothing but words: what can be chosen for all of them at once. */
export function offeredToSeveral(problems: readonly Problem[], choices: Choices): Group[] {
  const offers = problems
    .filter(({ id }) => choices[id]?.way === undefined)
    .flatMap((problem) => problem.ways.filter(isPlain).map((way) => ({ problem, way })))
  return grouped(offers, groupOf).filter(({ problems: members }) => members.length > 1)
}

const isPlain = ({ asks }: Way): boolean => asks.every(({ initial }) => initial !== '')

/** What was chosen, put together where one field for words can stand for several: same kind, same way, same words so far. */
export function toState(problems: readonly Problem[], choices: Choices, level: ConfirmationLevel): Group[] {
  const chosen = decided(problems, choices).flatMap((problem) => {
    const way = wayOf(problem, choices)
    return way ? [{ problem, way }] : []
  })
  const isWanted = wordsWanted(problems, choices, level)
  return grouped(chosen, (each) =>
    isWanted(each.way) ? `${groupOf(each)} ${choices[each.problem.id]?.statement ?? ''}` : each.problem.id,
  )
}

function grouped(each: readonly { problem: Problem; way: Way }[], by: (one: { problem: Problem; way: Way }) => string) {
  return [...Map.groupBy(each, by).values()].flatMap((members): Group[] => {
    const [first] = members
    return first
      ? [{ key: first.problem.id + first.way.id, way: first.way, problems: members.map(({ problem }) => problem) }]
      : []
  })
}

/** The statements as they are sent: one for each group that has the same words, none of them with the single choices. */
export const sharedStatements = (
  problems: readonly Problem[],
  choices: Choices,
  level: ConfirmationLevel,
): z.input<typeof SharedStatement>[] => {
  const isWanted = wordsWanted(problems, choices, level)
  return toState(problems, choices, level).flatMap(({ problems: members, way }) => {
    const statement = choices[members[0]?.id ?? '']?.statement.trim() ?? ''
    const isShared = members.length > 1 && isWanted(way) && statement !== ''
    return isShared ? [{ problems: members.map(({ id }) => id), statement }] : []
  })
}
