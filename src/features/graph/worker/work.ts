import type { Grouping } from '#domain/graphLayout/groups/bundle.ts'
import { layoutView, type View } from '#domain/graphLayout/layout.ts'
import type { Positions } from '#domain/graphLayout/positions.ts'
import type { Dependencies, Topology } from '#domain/graphLayout/topology.ts'
import { buildTree, structureName, type Tree } from '#domain/graphLayout/tree.ts'
import { type Packed, unpacked } from './packed.ts'

/** The models that layouts need, latest last, kept on this thread so that a request only names one. */
type Held = { dependencies: Dependencies; tree: Tree }
const held = new Map<string, Held>()
const MAX_HELD = 3

/** Keeps a model for later layouts. */
export function hold(hash: string, model: Held): void {
  held.delete(hash)
  held.set(hash, model)
  for (const oldest of held.keys()) if (held.size > MAX_HELD) held.delete(oldest)
}

export type GroupedGraph = { tree: Tree; hash: string; positions: Positions | undefined }

/** Groups a topology, and lays out its first view if the size of the pane is known. */
export function group(message: Packed, grouping: Grouping, view?: View): GroupedGraph {
  const topology = unpacked(message)
  const tree = buildTree(topology, grouping)
  const hash = structureName(tree, topology)
  hold(hash, { dependencies: topology, tree })
  return { tree, hash, positions: view && layoutView(topology, tree, view) }
}

/** Lays out a view of a model; undefined if this thread no longer has it. */
export function lay(hash: string, view: View): Positions | undefined {
  const model = held.get(hash)
  return model && layoutView(model.dependencies, model.tree, view)
}

/**
 * Runs everything with generated resources while the data loads: compiled code takes half the time, and this thread is
 * idle.
 */
export function* rehearsal(): Generator<void> {
  for (const [count, width, height] of [
    [200, 1_000, 700],
    [600, 1_000, 700],
    [600, 600, 800],
  ] as const) {
    const topology = madeUp(count)
    const tree = buildTree(topology)
    yield
    layoutView(topology, tree, { root: 0, width, height, opened: new Set(), shut: new Set() })
    yield
  }
}

/**
 * Applications of six resources, each depending on the previous one and on the first of its application; every fourth
 * depends on another application.
 */
function madeUp(count: number): Topology {
  const from: number[] = []
  const to: number[] = []
  const names = Array.from({ length: count }, (_, i) => {
    if (i % 6 > 0) {
      from.push(i, i)
      to.push(i - 1, i - (i % 6))
    }
    if (i % 4 === 3 && i > 60) {
      from.push(i)
      to.push((i * 7) % (i - 6))
    }
    const app = Math.floor(i / 6)
    return `${String.fromCharCode(97 + (app % 20))}pp${app}-${'abcdef'.charAt(i % 6)}Role`
  })
  const none = () => new Int32Array(count).fill(-1)
  return {
    count,
    names,
    types: ['aws:iam/role:Role', 'aws:ecs/service:Service', 'aws:s3/bucket:Bucket'],
    type: Int32Array.from(names, (_, i) => i % 3),
    parent: none(),
    isProvider: new Uint8Array(count),
    provider: none(),
    root: -1,
    edgeFrom: Int32Array.from(from),
    edgeTo: Int32Array.from(to),
  }
}
