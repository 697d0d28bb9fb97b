import { at } from '#domain/graphLayout/columns.ts'
import { ALL_RELATIONS, RELATION } from './relationKinds.ts'
import { distancesFrom, eachNeighbour, type Relations } from './relations.ts'

/** Paths from one resource to another: lists of resources, each of which needs the next. */
export type Ways = {
  /** Whether the first resource needs the other one, or vice versa. */
  direction: 'needs' | 'neededBy'
  /** Shortest first. */
  ways: number[][]
  /** Whether all paths were found. */
  isWhole: boolean
}

/** Maximum number of paths; more are not useful. */
const MAX_WAYS = 50
/** Limit of the search, for dense graphs of hundreds of resources. */
const MAX_TRIES = 20_000

/**
 * Paths between two resources, in the direction of the first one's needs, or else of its dependents. Undefined if there
 * are none.
 */
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

/** Best first: the length so far plus the minimum remaining distance is a lower bound for a path. */
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
        if (ways.length > MAX_WAYS) return { ways: ways.slice(0, MAX_WAYS), isWhole: false }
        continue
      }
      if (++tries > MAX_TRIES) return { ways, isWhole: false }
      const known = way
      eachNeighbour(needs, last, kinds, (other) => {
        if (at(distance, other) >= 0 && !known.includes(other)) push([...known, other], other)
      })
    }
  }
  return { ways, isWhole: true }
}

/** The common needs of two resources that do not need each other, nearest first. */
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
