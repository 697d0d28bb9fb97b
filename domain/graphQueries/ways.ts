import { at } from '#domain/graphLayout/columns.ts'
import { ALL_RELATIONS, distancesFrom, eachNeighbour, RELATION, type Relations } from './relations.ts'

/** How one resource leads to another: a list of resources, each of which needs the next. */
export type Ways = {
  /** Whether the first needs the other one, or the other way round. */
  direction: 'needs' | 'neededBy'
  /** The shortest first. */
  ways: number[][]
  /** Whether these are all there are. */
  isWhole: boolean
}

/** The number listed; more are not useful. */
const MOST_WAYS = 50
/** Where each of hundreds needs each, the search ends here. */
const MOST_TRIES = 20_000

/** The ways between two resources, along what the first needs, or else along what needs it. Undefined where none leads. */
export function waysBetween(relations: Relations, from: number, to: number, kinds = ALL_RELATIONS): Ways | undefined {
  if (from === to) return undefined
  for (const [direction, start, end] of [
    ['needs', from, to],
    ['neededBy', to, from],
  ] as const) {
    const distance = distancesFrom(relations.neededBy, [end], { kinds })
    if (at(distance, start) > 0) return { direction, ...waysTo(relations, start, end, distance, kinds) }
  }
  return undefined
}

/** The best first: a way can be no shorter than what it has behind it and what is left at least. */
function waysTo(
  { needs }: Relations,
  start: number,
  end: number,
  distance: Int32Array,
  kinds: number,
): Pick<Ways, 'ways' | 'isWhole'> {
  const ways: number[][] = []
  const open: number[][][] = []
  const push = (way: number[], last: number) => {
    const least = way.length - 1 + at(distance, last)
    ;(open[least] ??= []).push(way)
  }
  push([start], start)
  let tries = 0
  for (let length = 0; length < open.length; length++) {
    for (let way = open[length]?.pop(); way; way = open[length]?.pop()) {
      const last = way.at(-1) ?? start
      if (last === end) {
        ways.push(way)
        if (ways.length > MOST_WAYS) return { ways: ways.slice(0, MOST_WAYS), isWhole: false }
        continue
      }
      if (++tries > MOST_TRIES) return { ways, isWhole: false }
      const known = way
      eachNeighbour(needs, last, kinds, (other) => {
        if (at(distance, other) >= 0 && !known.includes(other)) push([...known, other], other)
      })
    }
  }
  return { ways, isWhole: true }
}

/** What two resources have in common where neither needs the other: what both need, the nearest first. */
export function sharedNeeds(relations: Relations, a: number, b: number, most = 5): { index: number; steps: number }[] {
  const kinds = ALL_RELATIONS & ~(RELATION.parent | RELATION.provider)
  const [fromA, fromB] = [a, b].map((root) => distancesFrom(relations.needs, [root], { kinds })) as [
    Int32Array,
    Int32Array,
  ] // of two roots
  const shared: { index: number; steps: number }[] = []
  for (let index = 0; index < relations.count; index++) {
    const [stepsA, stepsB] = [at(fromA, index), at(fromB, index)]
    if (stepsA >= 0 && stepsB >= 0) shared.push({ index, steps: stepsA + stepsB })
  }
  return shared.toSorted((x, y) => x.steps - y.steps || x.index - y.index).slice(0, most)
}
