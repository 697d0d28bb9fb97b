import type { Grouping } from '#domain/graphLayout/groups/groupings.ts'
import { layoutView, type View } from '#domain/graphLayout/layout.ts'
import type { Positions } from '#domain/graphLayout/positions.ts'
import type { Dependencies, Topology } from '#domain/graphLayout/topology.ts'
import { buildTree } from '#domain/graphLayout/buildTree.ts'
import { structureName, type Tree } from '#domain/graphLayout/tree.ts'
import { type Packed, packed, unpacked } from './packed.ts'

/** The models that layouts need, latest last, kept on this thread so that a request only names one. */
type Model = { dependencies: Dependencies; tree: Tree }
const models = new Map<string, Model>()
const MAX_MODELS = 3

/** Keeps a model for later layouts. */
export function hold(hash: string, model: Model): void {
  models.delete(hash)
  models.set(hash, model)
  for (const oldest of models.keys()) if (models.size > MAX_MODELS) models.delete(oldest)
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
  const model = models.get(hash)
  return model && layoutView(model.dependencies, model.tree, view)
}

/**
 * Groups and lays out generated resources while the data loads, so that the engine compiles the code: compiled, it takes
 * half the time. The resources are cloned as those of a message are, because the engine compiles for objects made in one
 * way. A request waits for the current step, which takes a few milliseconds.
 */
export function* rehearsal(): Generator<void> {
  for (const [count, areas, width, height] of [
    [200, 0, 1_000, 700],
    [120, 4, 1_000, 700],
    [240, 8, 600, 800],
    [600, 0, 600, 800],
    [2_000, 90, 1_000, 700],
    [2_000, 0, 1_000, 700],
  ] as const) {
    const topology = unpacked(structuredClone(packed(exampleOf(count, areas))))
    yield
    const tree = buildTree(topology)
    structureName(tree, topology)
    yield
    layoutView(topology, tree, { root: 0, width, height, opened: new Set(), shut: new Set() })
    yield
  }
}

/**
 * Applications of six resources, each depending on the previous one and on the first of its application; every fourth
 * depends on another application. With areas, the first is a component with the others in it, and each is in an area.
 */
function exampleOf(count: number, areas: number): Topology {
  const [from, to, parents]: [number[], number[], number[]] = [[], [], []]
  const names = Array.from({ length: count }, (_, i) => {
    const app = Math.floor(i / 6)
    const first = i - (i % 6)
    parents.push(app < areas || areas === 0 ? -1 : i === first ? (app % areas) * 6 : first)
    if (i > first) {
      from.push(i, i)
      to.push(i - 1, first)
    }
    if (i % 4 === 3 && i > 60) {
      from.push(i)
      to.push((i * 7) % (i - 6))
    }
    return `${String.fromCharCode(97 + (app % 10))}pp${app}-${'abcdef'.charAt(i % 6)}Role`
  })
  return {
    count,
    names,
    types: ['aws:iam/role:Role', 'aws:ecs/service:Service', 'aws:s3/bucket:Bucket'],
    type: Int32Array.from(names, (_, i) => i % 3),
    parent: Int32Array.from(parents),
    missing: [],
    isProvider: new Uint8Array(count),
    provider: new Int32Array(count).fill(-1),
    root: -1,
    edgeFrom: Int32Array.from(from),
    edgeTo: Int32Array.from(to),
  }
}
