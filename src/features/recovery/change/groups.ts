import type { Problem, Option } from '#contract/recoveries.ts'
import { groupOf } from '#domain/recoveries/sharedStatements.ts'
import type { Choices } from './choices.ts'

/** Problems that one action can decide at once: of one kind, with the same option. */
export type Group = { key: string; option: Option; problems: readonly Problem[] }

/** Options without input that several undecided problems share: they can be chosen for all at once. */
export function offeredToSeveral(problems: readonly Problem[], choices: Choices): Group[] {
  const offers = problems
    .filter(({ id }) => choices[id]?.option === undefined)
    .flatMap((problem) => problem.options.filter(isPlain).map((option) => ({ problem, option })))
  return grouped(offers, groupOf).filter(({ problems: members }) => members.length > 1)
}

const isPlain = ({ asks }: Option): boolean => asks.every(({ initial }) => initial !== '')

function grouped(
  each: readonly { problem: Problem; option: Option }[],
  by: (one: { problem: Problem; option: Option }) => string,
) {
  return [...Map.groupBy(each, by).values()].flatMap((members): Group[] => {
    const [first] = members
    return first
      ? [
          {
            key: first.problem.id + first.option.id,
            option: first.option,
            problems: members.map(({ problem }) => problem),
          },
        ]
      : []
  })
}
