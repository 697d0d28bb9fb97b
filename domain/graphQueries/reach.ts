import { GRAPH_FLAG, type GraphColumns } from '#contract/resources.ts'
import { at } from '#domain/graphLayout/columns.ts'
import { ALL_RELATIONS, eachNeighbour, RELATION, type Relations } from './relations.ts'
import { heldBy } from './stateful.ts'

/** What is asked: what a delete takes along, what a replacement touches, or what is required. */
export type Question = 'delete' | 'replace' | 'needs'

export type Reached = {
  index: number
  /** Steps from the nearest of the resources that were asked about. */
  distance: number
  /** The resource by which it is reached, and the kinds of their relation. */
  via: number
  kinds: number
  /** Whether the engine does it whatever the provider says. */
  certainty: 'certain' | 'may'
}

export type Reach = {
  reached: Reached[]
  /** Of a replacement: what only waits for a resource that it reaches (`dependsOn`) and is not changed by it. */
  waiting: number
}

type Columns = Pick<GraphColumns, 'flags' | 'type' | 'types'>

/**
 * Everything that is reached from these resources, themselves not counted: the nearest first, in the order of the state
 * (docs/state.md, Blast radius).
 */
export function reachOf(
  relations: Relations,
  { flags }: Pick<Columns, 'flags'>,
  roots: readonly number[],
  question: Question,
): Reach {
  const neighbours = question === 'needs' ? relations.needs : relations.neededBy
  const found = new Map<number, Reached>()
  const isRoot = new Set(roots)
  const waiting = new Set<number>()
  const walk = (levels: number[][], certainty: Reached['certainty']) => {
    for (let distance = 0; distance < levels.length; distance++) {
      for (const index of levels[distance] ?? []) {
        eachNeighbour(neighbours, index, ALL_RELATIONS, (other, kinds) => {
          if (isRoot.has(other) || found.has(other)) return
          const how = question === 'replace' ? replacementBy(kinds, at(flags, other)) : 'certain'
          if (how === undefined && (kinds & RELATION.dependency) !== 0) waiting.add(other)
          if (how === undefined || (certainty === 'certain' && how === 'may')) return
          found.set(other, { index: other, distance: distance + 1, via: index, kinds, certainty })
          ;(levels[distance + 1] ??= []).push(other)
        })
      }
    }
  }
  // The certain ones first: what is reached in both ways is certain.
  walk([[...roots]], 'certain')
  if (question === 'replace') {
    const levels: number[][] = [[...roots]]
    for (const { index, distance } of found.values()) (levels[distance] ??= []).push(index)
    walk(levels, 'may')
  }
  const reached = [...found.values()].toSorted((a, b) => a.distance - b.distance || a.index - b.index)
  return { reached, waiting: [...waiting].filter((index) => !found.has(index)).length }
}

/**
 * How a replacement reaches a dependent: the user of a replaced provider, and what names it in `replaceWith`, are replaced; who
 * uses its properties gets other values, and the provider decides; `dependsOn` and `parent` are an order, and change nothing.
 */
function replacementBy(kinds: number, flags: number): Reached['certainty'] | undefined {
  if ((kinds & RELATION.replaceWith) !== 0 || ((kinds & RELATION.provider) !== 0 && isManaged(flags))) return 'certain'
  return (kinds & (RELATION.property | RELATION.deletedWith)) !== 0 ? 'may' : undefined
}

/** Whether a provider creates and deletes it: neither a component nor read only. */
const isManaged = (flags: number): boolean => (flags & GRAPH_FLAG.custom) !== 0 && (flags & GRAPH_FLAG.external) === 0

/** What is to be known about a resource before it goes. */
export type Stake = 'protected' | 'stateful' | 'plain'

/** Only what a provider manages holds data of its own; a component is what is in it. */
export function stakeOf({ flags, type, types }: Columns, index: number): Stake {
  const bits = at(flags, index)
  if ((bits & GRAPH_FLAG.protect) !== 0) return 'protected'
  return isManaged(bits) && heldBy(types[at(type, index)] ?? '') !== undefined ? 'stateful' : 'plain'
}

const STAKES: Readonly<Record<Stake, number>> = { protected: 0, stateful: 1, plain: 2 }

/** In the order in which a person has to know of them: protected, then those that hold data, then the nearest. */
export function byStake(columns: Columns, reached: readonly Reached[]): Reached[] {
  return reached
    .map((each) => ({ each, stake: STAKES[stakeOf(columns, each.index)] }))
    .toSorted((a, b) => a.stake - b.stake || a.each.distance - b.each.distance || a.each.index - b.each.index)
    .map(({ each }) => each)
}

/** How many of each type, the most frequent first. */
export function countsByType(
  { type, types }: Pick<Columns, 'type' | 'types'>,
  indices: Iterable<number>,
): { type: string; count: number }[] {
  const counts = new Map<number, number>()
  for (const index of indices) counts.set(at(type, index), (counts.get(at(type, index)) ?? 0) + 1)
  return [...counts]
    .map(([t, count]) => ({ type: types[t] ?? '', count }))
    .toSorted((a, b) => b.count - a.count || (a.type < b.type ? -1 : 1))
}
