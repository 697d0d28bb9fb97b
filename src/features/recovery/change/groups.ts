import type { Problem, Option } from '#contract/recoveries.ts'
import { groupOf } from '#domain/recoveries/sharedStatements.ts'
import type { Choices } from './choices.ts'

type Offer = { problem: Problem; option: Option }

/** Problems that one action can decide at once, with the same option. */
export type Group = { key: string; option: Option; problems: readonly Problem[] }

/**
 * Options without input that several undecided problems share, by default problems of one kind: they can be chosen for
 * all at once.
 */
export const offeredToSeveral = (
  problems: readonly Problem[],
  choices: Choices,
  by: (offer: Offer) => string = groupOf,
): Group[] => {
  const offers = problems
    .filter(({ id }) => choices[id]?.option === undefined)
    .flatMap((problem) => problem.options.filter(isPlain).map((option) => ({ problem, option })))
  return [...Map.groupBy(offers, by).values()].flatMap((members): Group[] => {
    const [first, second] = members
    if (!first || !second) return []
    const { problem, option } = first
    return [{ key: problem.id + option.id, option, problems: members.map((member) => member.problem) }]
  })
}

const isPlain = ({ asks }: Option): boolean => asks.every(({ initial }) => initial !== '')
