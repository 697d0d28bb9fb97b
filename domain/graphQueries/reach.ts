import { GRAPH_FLAG, type GraphColumns } from '#contract/resources.ts'
import { at } from '#domain/graphLayout/columns.ts'
import { type UrnColumns, urnsOf } from '#domain/state/graphUrns.ts'
import { ALL_RELATIONS, RELATION } from './relationKinds.ts'
import { eachNeighbour, type Relations } from './relations.ts'
import { heldBy } from './stateful.ts'

/** The question: what a delete also deletes, what a replacement affects, or what is required. */
export type Question = 'delete' | 'replace' | 'needs'

export type Reached = {
  index: number
  /** Distance in steps from the nearest of the given resources. */
  distance: number
  /** The resource through which it is reached, and the bits of their relation. */
  via: number
  kinds: number
  /** `certain` if the engine does it whatever the provider decides. */
  certainty: 'certain' | 'may'
}

export type Reach = {
  reached: Reached[]
  /**
   * For a replacement: number of resources that only wait for a reached one (`dependsOn`) and are not changed by it.
   */
  waiting: number
}

type Columns = Pick<GraphColumns, 'flags' | 'type' | 'types'>
type Named = Pick<GraphColumns, 'flags'> & UrnColumns

/**
 * Everything reached from these resources, without themselves, nearest first, then in the order of the state
 * (docs/state.md, Blast radius). A delete is one of URNs: with a live entry go the old ones, and the other way round.
 */
export function reachOf(relations: Relations, graph: Named, roots: readonly number[], question: Question): Reach {
  if (question === 'delete') return { reached: sorted(deletedWith(relations, graph, roots)), waiting: 0 }
  const { flags } = graph
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
  // Certain paths first: a resource reached in both ways is certain.
  walk([[...roots]], 'certain')
  if (question === 'replace') {
    const levels: number[][] = [[...roots]]
    for (const { index, distance } of found.values()) (levels[distance] ??= []).push(index)
    walk(levels, 'may')
  }
  return { reached: sorted(found.values()), waiting: [...waiting].filter((index) => !found.has(index)).length }
}

const sorted = (reached: Iterable<Reached>): Reached[] =>
  [...reached].toSorted((a, b) => a.distance - b.distance || a.index - b.index)

/**
 * What `--target-dependents` deletes as well. The engine goes by URN: from the first entry of a target, or from an entry
 * that names one, it looks for later entries of the list that name the URN, a provider whatever its ID. Only an entry
 * between two of one URN can tell the difference, so the place counts only for those.
 */
function deletedWith({ neededBy }: Relations, graph: Named, roots: readonly number[]): Iterable<Reached> {
  const twins = entriesOfOneUrn(graph)
  const entriesOf = (index: number): readonly number[] => twins.get(index) ?? [index]
  const rootEntries = new Set(roots.flatMap(entriesOf))
  const found = new Map<number, Reached>()
  /** From which place on references to an entry count. */
  const from = new Map<number, number>()
  const levels: Reached[][] = []
  const visit = (index: number, distance: number) => {
    const entries = entriesOf(index)
    const place = entries.length === 1 ? -1 : index
    const before = from.get(index) ?? Infinity
    if (place >= before) return
    for (const entry of entries) {
      from.set(entry, place)
      eachNeighbour(neededBy, entry, ALL_RELATIONS, (other, kinds) => {
        if (other <= place || other > before || entries.includes(other)) return
        ;(levels[distance + 1] ??= []).push({
          index: other,
          distance: distance + 1,
          via: entry,
          kinds,
          certainty: 'certain',
        })
      })
    }
  }
  for (const root of roots) visit(Math.min(...entriesOf(root)), 0)
  for (let distance = 1; distance < levels.length; distance++) {
    for (const reached of levels[distance] ?? []) {
      if (rootEntries.has(reached.index)) continue
      for (const index of entriesOf(reached.index)) if (!found.has(index)) found.set(index, { ...reached, index })
      visit(reached.index, distance)
    }
  }
  return found.values()
}

/** For each entry whose URN has several, old ones among them: all of these, in the order of the list. */
function entriesOfOneUrn(graph: Named): ReadonlyMap<number, readonly number[]> {
  const { flags } = graph
  const twins = new Map<number, number[]>()
  const urnOf = urnsOf(graph)
  const groups = new Map<string, number[]>()
  flags.forEach((bits, index) => {
    if ((bits & GRAPH_FLAG.delete) !== 0) groups.set(urnOf(index), [])
  })
  if (groups.size === 0) return twins
  flags.forEach((_, index) => groups.get(urnOf(index))?.push(index))
  for (const group of groups.values()) if (group.length > 1) for (const index of group) twins.set(index, group)
  return twins
}

/**
 * How a replacement affects a dependent. Users of a replaced provider, and resources that name it in `replaceWith`, are
 * replaced. For users of its properties, which get new values, the provider decides. `dependsOn` and `parent` are only
 * an order, and change nothing.
 */
function replacementBy(kinds: number, flags: number): Reached['certainty'] | undefined {
  if ((kinds & RELATION.replaceWith) !== 0 || ((kinds & RELATION.provider) !== 0 && isManaged(flags))) return 'certain'
  return (kinds & (RELATION.property | RELATION.deletedWith)) !== 0 ? 'may' : undefined
}

/** Whether a provider creates and deletes the resource: it is neither a component nor read-only. */
const isManaged = (flags: number): boolean => (flags & GRAPH_FLAG.custom) !== 0 && (flags & GRAPH_FLAG.external) === 0

/** What to know about a resource before deleting it. */
export type Stake = 'protected' | 'stateful' | 'plain'

/** Its protection, or else the data that only a resource that a provider manages can hold: a component has none of its own. */
export function stakeOf({ flags, type, types }: Columns, index: number): Stake {
  const bits = at(flags, index)
  if ((bits & GRAPH_FLAG.protect) !== 0) return 'protected'
  return holdsData({ flags, type, types }, index) ? 'stateful' : 'plain'
}

/** Whether data is lost with a resource, protected or not. */
export const holdsData = ({ flags, type, types }: Columns, index: number): boolean =>
  isManaged(at(flags, index)) && heldBy(types[at(type, index)] ?? '') !== undefined

const STAKES: Readonly<Record<Stake, number>> = { protected: 0, stateful: 1, plain: 2 }

/** Sorts by importance to the user: protected resources, then those that hold data, then the nearest. */
export function byStake(columns: Columns, reached: readonly Reached[]): Reached[] {
  return reached
    .map((each) => ({ each, stake: STAKES[stakeOf(columns, each.index)] }))
    .toSorted((a, b) => a.stake - b.stake || a.each.distance - b.each.distance || a.each.index - b.each.index)
    .map(({ each }) => each)
}

/** Number of resources by type, the most frequent first. */
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
