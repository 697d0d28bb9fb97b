import { at } from '#domain/graphLayout/columns.ts'
import type { Topology } from '#domain/graphLayout/topology.ts'
import type { Marks } from '#domain/overlays/overlay.ts'
import { stronglyConnected } from '#domain/referenceGraph.ts'
import type { GraphModel } from '../model.ts'
import { isWithin } from './emphasis.ts'

/** Whether an overlay marks resources that are in a cycle. */
export function hasCycles({ classes, of }: Marks): boolean {
  const place = classes.findIndex(({ id }) => id === 'circular')
  return place >= 0 && Array.prototype.includes.call(of, place)
}

/** Whether the line from an item to a dependent represents a dependency of a cycle. Only where the overlay marks cycles. */
export function cycleTest({ topology, tree }: Pick<GraphModel, 'topology' | 'tree'>, marks: Marks) {
  const pairs = hasCycles(marks) ? dependenciesIn(topology) : []
  const items = pairs.map((pair) => pair.map((resource) => at(tree.itemOf, resource)) as [number, number])
  const known = new Map<number, boolean>()
  return (from: number, to: number): boolean => {
    if (items.length === 0) return false
    const key = from * tree.size + to
    const is = known.get(key) ?? items.some(([a, b]) => isWithin(tree, from, a) && isWithin(tree, to, b))
    known.set(key, is)
    return is
  }
}

const found = new WeakMap<Topology, [number, number][]>()

/** The dependencies of all cycles, each from the needed resource to its dependent. One between two cycles is in neither. */
function dependenciesIn(topology: Topology): [number, number][] {
  const cached = found.get(topology)
  if (cached) return cached
  const { count, parent, edgeFrom, edgeTo } = topology
  // A cycle may lead through a parent, to which there is no line.
  const targets: number[][] = Array.from(parent, (up) => (up < 0 ? [] : [up]))
  edgeFrom.forEach((from, e) => targets[from]?.push(at(edgeTo, e)))
  const cycleOf = stronglyConnected(count, (i) => targets[i] ?? [])
  const pairs = Array.from(edgeFrom, (from, e): [number, number] => [at(edgeTo, e), from]).filter(
    ([needed, dependent]) => cycleOf[needed] !== undefined && cycleOf[needed] === cycleOf[dependent],
  )
  found.set(topology, pairs)
  return pairs
}
