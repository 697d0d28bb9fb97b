import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import ELK, { type ElkExtendedEdge, type ElkNode } from 'elkjs'
import { at } from '#domain/graphLayout/columns.ts'
import { layoutView, type View } from '#domain/graphLayout/layout.ts'
import { BOX, EDGE, type Positions } from '#domain/graphLayout/positions.ts'
import { HEADER } from '#domain/graphLayout/sizes.ts'
import { topologyOf } from '#domain/graphLayout/topology.ts'
import { buildTree } from '#domain/graphLayout/buildTree.ts'
import { generateGraph, type Shape } from '#testing/states/generateGraph.ts'
import { readability } from '#testing/states/readability.ts'
import { load, machine } from './machine.ts'
import { ROOT } from './serverProcess.ts'

const SHAPES: readonly Shape[] = ['aws', 'k8s', 'chain', 'flat', 'serverless']
const SIZES = [60, 300, 1_000, 10_000]
const WINDOW = { width: 1040, height: 520, opened: new Set<number>(), shut: new Set<number>() }
const CLOSED = 3

/** The figures that are compared, summed over all pictures of a stack. */
type Sum = {
  pictures: number
  lines: number
  crossings: number
  bends: number
  overForeignCards: number
  ms: number
  /** The smallest zoom at which a whole picture fits the window. */
  zoom: number
}

/**
 * `npm run bench:layout [-- --seed N]`: compares our layout with that of elkjs (layered, nested, orthogonal edges) for
 * the same boxes and lines: the first view, and the contents of three closed groups. Runs in Node without a page.
 */
async function main(): Promise<void> {
  const { values } = parseArgs({ options: { seed: { type: 'string', default: '1' } } })
  const seed = Number(values.seed)
  const elk = new ELK.default()
  await elk.layout({ id: 'warm', children: [{ id: 'a', width: 10, height: 10 }] })
  const results: { shape: Shape; size: number; own: Sum; elk: Sum }[] = []
  console.log('shape and size       | lines | crossings | bends      | over cards | ms         | zoom     (own, elkjs)')
  for (const shape of SHAPES)
    for (const size of SIZES) {
      const [own, other] = [none(), none()]
      const topology = topologyOf(generateGraph(shape, size, seed))
      const tree = buildTree(topology)
      const view = (root: number): View => ({ ...WINDOW, root })
      const first = layoutView(topology, tree, view(0))
      const closed = Array.from(first.item).filter((_, box) => first.kind[box] === BOX.closed)
      const opened = Array.from({ length: Math.min(CLOSED, closed.length) }, (_, i) =>
        at(Int32Array.from(closed), Math.floor((i * closed.length) / CLOSED)),
      )
      for (const root of [0, ...opened]) {
        const begun = performance.now()
        const p = layoutView(topology, tree, view(root))
        const done = performance.now()
        const boxOf = new Map(Array.from(p.item, (item, box) => [item, box]))
        const parents = Int32Array.from(p.item, (item, box) =>
          box === 0 ? -1 : (boxOf.get(at(tree.parent, item)) ?? 0),
        )
        add(own, p, parents, done - begun)
        const started = performance.now()
        const laid = await elk.layout(graphOf(p, parents))
        add(other, positionsOf(laid, p), parents, performance.now() - started)
      }
      results.push({ shape, size, own, elk: other })
      console.log(lineOf(`${shape}, ${size}`, own, other))
    }
  const directory = join(ROOT, 'bench/results')
  mkdirSync(directory, { recursive: true })
  const result = { at: new Date().toISOString(), machine: machine(), load: load(), seed, results }
  writeFileSync(join(directory, 'graphLayout.json'), `${JSON.stringify(result, null, 1)}\n`)
}

const none = (): Sum => ({
  pictures: 0,
  lines: 0,
  crossings: 0,
  bends: 0,
  overForeignCards: 0,
  ms: 0,
  zoom: Infinity,
})

function add(sum: Sum, p: Positions, parents: Int32Array, ms: number): void {
  const read = readability(p, (box) => at(parents, box))
  sum.pictures++
  sum.lines += read.lines
  sum.crossings += read.crossings
  sum.bends += read.bends
  sum.overForeignCards += Math.round(read.overForeignCards * read.lines)
  sum.ms += ms
  sum.zoom = Math.min(sum.zoom, WINDOW.width / at(p.w, 0), WINDOW.height / at(p.h, 0))
}

function lineOf(name: string, own: Sum, elk: Sum): string {
  const pair = (of: (sum: Sum) => number, digits = 0) =>
    `${of(own).toFixed(digits).padStart(4)} ${of(elk).toFixed(digits).padStart(5)}`
  return [
    name.padEnd(20),
    String(own.lines).padStart(5),
    pair(({ crossings }) => crossings),
    pair(({ bends }) => bends),
    pair(({ overForeignCards }) => overForeignCards),
    pair(({ ms }) => ms),
    pair(({ zoom }) => zoom, 2),
  ].join(' | ')
}

/** The boxes and lines of a picture for elkjs, without their places. */
function graphOf(p: Positions, parents: Int32Array): ElkNode {
  const nodes = Array.from(p.item.keys(), (box): ElkNode => ({
    id: `n${box}`,
    ...(at(p.kind, box) !== BOX.open && { width: at(p.w, box), height: at(p.h, box) }),
    children: [],
    layoutOptions: { 'elk.padding': `[top=${HEADER + 16},left=16,bottom=16,right=16]` },
  }))
  for (let box = 1; box < nodes.length; box++) nodes[at(parents, box)]?.children?.push(nodes[box]!) // within the length
  const [root] = nodes
  const edges = Array.from(p.edgeFrom.keys())
    .filter((e) => !(at(p.edgeFlags, e) & EDGE.hub))
    .map((e): ElkExtendedEdge => ({
      id: `e${e}`,
      sources: [`n${at(p.edgeFrom, e)}`],
      targets: [`n${at(p.edgeTo, e)}`],
    }))
  return {
    ...root,
    id: 'n0',
    edges,
    layoutOptions: {
      ...root?.layoutOptions,
      'elk.algorithm': 'layered',
      'elk.direction': 'RIGHT',
      'elk.hierarchyHandling': 'INCLUDE_CHILDREN',
      'elk.edgeRouting': 'ORTHOGONAL',
      'elk.aspectRatio': String(WINDOW.width / WINDOW.height),
      'elk.json.edgeCoords': 'ROOT',
      'elk.json.shapeCoords': 'ROOT',
    },
  }
}

/** The result of elkjs, in our own form. */
function positionsOf(laid: ElkNode, p: Positions): Positions {
  const [x, y, w, h] = [p.x.slice(), p.y.slice(), p.w.slice(), p.h.slice()]
  const place = (node: ElkNode): void => {
    const box = Number(node.id.slice(1))
    x[box] = node.x ?? 0
    y[box] = node.y ?? 0
    w[box] = node.width ?? 0
    h[box] = node.height ?? 0
    node.children?.forEach(place)
  }
  place(laid)
  const edges = (laid.edges ?? []).map((edge) => ({ e: Number(edge.id.slice(1)), section: edge.sections?.[0] }))
  const points = edges.map(({ section }) =>
    section
      ? [section.startPoint, ...(section.bendPoints ?? []), section.endPoint].flatMap((point) => [point.x, point.y])
      : [],
  )
  const pointStart = new Int32Array(points.length + 1)
  points.forEach((list, i) => (pointStart[i + 1] = at(pointStart, i) + list.length / 2))
  return {
    ...p,
    x,
    y,
    w,
    h,
    edgeFrom: Int32Array.from(edges, ({ e }) => at(p.edgeFrom, e)),
    edgeTo: Int32Array.from(edges, ({ e }) => at(p.edgeTo, e)),
    edgeWeight: Int32Array.from(edges, ({ e }) => at(p.edgeWeight, e)),
    edgeFlags: Uint8Array.from(edges, ({ e }) => at(p.edgeFlags, e)),
    pointStart,
    points: Float32Array.from(points.flat()),
  }
}

await main()
