import { GRAPH_FLAG } from '#contract/graphNumbers.ts'
import type { GraphColumns } from '#contract/resources.ts'
import { parseUrn, ROOT_STACK_TYPE } from '#domain/state/urn.ts'
import { visibleText } from '#words/visible.ts'

/**
 * The input of a layout and nothing else, as a change of status must not move a box. Normalized, since a state that
 * needs repair must still be drawn: parents form a forest, and edges connect two different existing resources.
 */
export type Topology = {
  count: number
  names: readonly string[]
  types: readonly string[]
  /** Index into `types`. */
  type: Int32Array
  /** The component that contains a resource, -1 at the top level. Never a provider, never part of a cycle. */
  parent: Int32Array
  /** Components that are not in the state, and the resources whose parent they are; each has several. */
  missing: readonly MissingParent[]
  isProvider: Uint8Array
  /** The provider of a resource, -1 for none. */
  provider: Int32Array
  /** The stack resource, -1 if the state has none: it is the frame rather than a card. */
  root: number
  /** Resource `edgeFrom[e]` depends on resource `edgeTo[e]`. */
  edgeFrom: Int32Array
  edgeTo: Int32Array
}

/** `type` is empty if the URN is invalid. */
export type MissingParent = { name: string; type: string; children: Int32Array }

/** The part of a topology that is sent to the layout worker: numbers only. */
export type Dependencies = Pick<Topology, 'edgeFrom' | 'edgeTo'>

type Columns = Pick<GraphColumns, 'names' | 'types' | 'type' | 'parent' | 'flags' | 'edgeFrom' | 'edgeTo'> & {
  provider?: readonly number[]
  missingParents?: GraphColumns['missingParents']
}

/**
 * The topology of a graph. Dangling and cyclic parents are replaced by the top level; dangling edges and
 * self-references are dropped.
 */
export function topologyOf(graph: Columns): Topology {
  const count = graph.names.length
  const type = Int32Array.from(graph.type)
  const isProvider = Uint8Array.from(graph.flags, (flags) => (flags & GRAPH_FLAG.provider ? 1 : 0))
  const rootType = graph.types.indexOf(ROOT_STACK_TYPE)
  const root = rootType < 0 ? -1 : graph.type.findIndex((t, i) => t === rootType && (graph.parent[i] ?? -1) < 0)
  return {
    count,
    names: graph.names,
    types: graph.types,
    type,
    parent: cleanParents(graph.parent, isProvider),
    missing: missingParentsOf(graph.missingParents ?? [], isProvider),
    isProvider,
    provider: graph.provider ? Int32Array.from(graph.provider) : new Int32Array(count).fill(-1),
    root,
    ...cleanEdges(graph.edgeFrom, graph.edgeTo, count),
  }
}

/** Parents as a forest: -1 for a parent that does not exist, that is the resource itself, or that closes a cycle. */
export function forestOf(parents: ArrayLike<number>): Int32Array {
  const count = parents.length
  const parent = Int32Array.from(parents, (p, i) => (p >= 0 && p < count && p !== i ? p : -1))
  cutCircles(parent)
  return parent
}

function cleanParents(parents: readonly number[], isProvider: Uint8Array): Int32Array {
  const parent = forestOf(parents)
  // Children of a provider become its siblings, as providers are in the legend and not in the picture.
  for (let i = 0; i < parent.length; i++) {
    let p = parent[i] ?? -1
    while (p >= 0 && isProvider[p]) p = parent[p] ?? -1
    parent[i] = p
  }
  return parent
}

/**
 * What is missing between the stack and several resources, most children first. A missing stack resource is the frame
 * itself, and an only child says on its card what it is missing.
 */
function missingParentsOf(missing: NonNullable<Columns['missingParents']>, isProvider: Uint8Array): MissingParent[] {
  const components = missing.flatMap(({ urn, children }) => {
    const { name = urn, type = '' } = parseUrn(urn) ?? {}
    const inPicture = children.filter((child) => !isProvider[child])
    if (type === ROOT_STACK_TYPE || inPicture.length < 2) return []
    return [{ name: visibleText(name), type, children: Int32Array.from(inPicture) }]
  })
  return components.toSorted((a, b) => b.children.length - a.children.length)
}

/** Cuts each cycle of parents at the first member reached, so that the rest is below it. */
function cutCircles(parent: Int32Array): void {
  const visit = new Int32Array(parent.length) // 0 not visited, otherwise the number of the walk
  for (let start = 0; start < parent.length; start++) {
    let i = start
    while (i >= 0 && visit[i] === 0) {
      visit[i] = start + 1
      i = parent[i] ?? -1
    }
    if (i >= 0 && visit[i] === start + 1) parent[i] = -1
  }
}

function cleanEdges(from: readonly number[], to: readonly number[], count: number) {
  const edgeFrom = new Int32Array(from.length)
  const edgeTo = new Int32Array(from.length)
  let edges = 0
  for (let e = 0; e < from.length; e++) {
    const a = from[e] ?? -1
    const b = to[e] ?? -1
    if (a < 0 || b < 0 || a >= count || b >= count || a === b) continue
    edgeFrom[edges] = a
    edgeTo[edges++] = b
  }
  return { edgeFrom: edgeFrom.slice(0, edges), edgeTo: edgeTo.slice(0, edges) }
}

/** A hash of all input of a layout, equal for equal topologies; used as a cache key. */
export function hashOf(...columns: readonly ArrayLike<number>[]): string {
  let [a, b] = [0x811c9dc5, 0x9e3779b9]
  for (const column of columns) {
    a = Math.imul(a ^ column.length, 0x01000193)
    for (let i = 0; i < column.length; i++) {
      const value = column[i] ?? 0
      a = Math.imul(a ^ value, 0x01000193)
      b = Math.imul(b ^ (value + i), 0x85ebca6b)
    }
  }
  return `${(a >>> 0).toString(36)}${(b >>> 0).toString(36)}`
}
