import type { Problem, Way } from '#contract/recoveries.ts'
import { groupOf } from '#domain/recoveries/sharedStatements.ts'
import type { Choices } from './choices.ts'

/** Problems that one action can decide at once: of one kind, with the same option. */
export type Group = { key: string; way: Way; problems: readonly Problem[] }

/** Options without input that several undecided problems share: they can be chosen for all at once. */
export function offeredToSeveral(problems: readonly Problem[], choices: Choices): Group[] {
  const offers = problems
    .filter(({ id }) => choices[id]?.way === undefined)
    .flatMap((problem) => problem.ways.filter(isPlain).map((way) => ({ problem, way })))
  return grouped(offers, groupOf).filter(({ problems: members }) => members.length > 1)
}

const isPlain = ({ asks }: Way): boolean => asks.every(({ initial }) => initial !== '')

function grouped(each: readonly { problem: Problem; way: Way }[], by: (one: { problem: Problem; way: Way }) => string) {
  return [...Map.groupBy(each, by).values()].flatMap((members): Group[] => {
    const [first] = members
    return first
      ? [{ key: first.problem.id + first.way.id, way: first.way, problems: members.map(({ problem }) => problem) }]
      : []
  })
}
