import { describe, expect, it } from 'vitest'
import type { GraphColumns } from '#contract/resources.ts'
import { generateGraph, type Shape } from '#testing/states/generateGraph.ts'
import { layout } from './layout.ts'
import { openByBudget, openGroups } from './open.ts'
import { GRAPH_FLAG } from '#contract/resources.ts'
import { BOX, EDGE, type Positions } from './positions.ts'
import { readability } from '#testing/states/readability.ts'
import { topologyOf } from './topology.ts'
import { buildTree, isGroup, type Tree } from './tree.ts'

const EVERYTHING = Number.MAX_SAFE_INTEGER
const none = { opened: new Set<number>(), shut: new Set<number>() }

function lay(graph: GraphColumns, budget?: number) {
  const topology = topologyOf(graph)
  const tree = buildTree(topology)
  const first = openByBudget(tree, budget)
  return { topology, tree, first, positions: layout(topology, tree, first) }
}

function measure(tree: Tree, positions: Positions) {
  const boxOf = new Map(Array.from(positions.item, (item, box) => [item, box]))
  return readability(positions, (box) => boxOf.get(tree.parent[positions.item[box] ?? 0] ?? 0) ?? 0)
}

const shapes: Shape[] = ['aws', 'k8s', 'chain']
const sizes = [60, 300, 1_000, 10_000]
const cases = shapes.flatMap((shape) => sizes.map((size) => ({ shape, size })))

describe.each(cases)('$shape with $size resources', ({ shape, size }) => {
  const graph = generateGraph(shape, size)
  const { topology, tree, first, positions } = lay(graph)
  const figures = measure(tree, positions)

  it('shows every resource as a card, in a closed group, as a frame, or in the legend', () => {
    let counted = Array.from(topology.isProvider).filter(Boolean).length
    positions.item.forEach((item, box) => {
      const own = (tree.resource[item] ?? -1) >= 0 ? 1 : 0
      counted += own + (positions.kind[box] === BOX.closed ? (tree.inside[item] ?? 0) : 0)
    })
    expect(counted).toBe(size)
  })

  it('keeps within the budget of cards', () => expect(figures.cards).toBeLessThanOrEqual(150))

  it('covers no card, no title, and keeps what is inside inside', () => {
    expect(figures).toMatchObject({ cardOverlaps: 0, titleOverlaps: 0, outside: 0 })
  })

  it('leads lines around foreign cards, all in one direction', () => {
    expect(figures.overForeignCards).toBe(0)
    expect(figures.againstDirection).toBeLessThanOrEqual(0.02)
  })

  it('is neither a tower nor a ribbon', () => {
    expect(figures.aspect).toBeGreaterThan(0.6)
    expect(figures.aspect).toBeLessThan(4)
  })

  it('is the same each time', () => {
    expect(layout(topologyOf(graph), buildTree(topology), first)).toEqual(positions)
  })
})

it.each(shapes)('fits a small stack of shape %s on a screen, large enough to read', (shape) => {
  const { tree, positions } = lay(generateGraph(shape, 60))
  expect(measure(tree, positions).fitZoom).toBeGreaterThanOrEqual(0.45)
})

it.each(shapes)('stays readable with all 300 resources of shape %s open', (shape) => {
  const { tree, positions } = lay(generateGraph(shape, 300), EVERYTHING)
  expect(positions.kind).not.toContain(BOX.closed)
  expect(measure(tree, positions)).toMatchObject({ overForeignCards: 0, cardOverlaps: 0, titleOverlaps: 0, outside: 0 })
})

it('does not move a box when only a status changes', () => {
  const graph = generateGraph('aws', 300)
  const status = GRAPH_FLAG.protect | GRAPH_FLAG.delete | GRAPH_FLAG.pending | GRAPH_FLAG.initErrors
  const changed = { ...graph, version: 2, flags: graph.flags.map((flags) => flags ^ status) }
  expect(lay(changed).positions).toEqual(lay(graph).positions)
})

it('draws the lines of a hub apart, so that they can stay hidden', () => {
  const { positions } = lay(generateGraph('aws', 300))
  const dependents = new Map<number, number>()
  positions.edgeFrom.forEach((from) => dependents.set(from, (dependents.get(from) ?? 0) + 1))
  positions.edgeFrom.forEach((from, e) => {
    expect(((positions.edgeFlags[e] ?? 0) & EDGE.hub) !== 0).toBe((dependents.get(from) ?? 0) > 12)
  })
  expect(Math.max(...dependents.values())).toBeGreaterThan(12)
})

it('ends every line at the sides of its two boxes', () => {
  const { positions: p } = lay(generateGraph('aws', 300))
  const isOn = (box: number, x: number, y: number) => {
    const [left, top] = [p.x[box] ?? 0, p.y[box] ?? 0]
    const isSide = Math.abs(x - left) < 0.5 || Math.abs(x - left - (p.w[box] ?? 0)) < 0.5
    return isSide && y > top && y < top + (p.h[box] ?? 0)
  }
  for (let e = 0; e < p.edgeFrom.length; e++) {
    const points = p.points.subarray(2 * (p.pointStart[e] ?? 0), 2 * (p.pointStart[e + 1] ?? 0))
    expect(isOn(p.edgeFrom[e] ?? 0, points[0] ?? 0, points[1] ?? 0)).toBe(true)
    expect(isOn(p.edgeTo[e] ?? 0, points.at(-2) ?? 0, points.at(-1) ?? 0)).toBe(true)
  }
})

it('keeps the reading order of all others when a group is opened or closed', () => {
  const { topology, tree, first, positions } = lay(generateGraph('aws', 1_000))
  const closed = positions.item.filter((_, box) => positions.kind[box] === BOX.closed)
  expect(closed.length).toBeGreaterThan(10)
  for (const group of closed.filter((_, i) => i % 7 === 0)) {
    const opened = openGroups(tree, first, { ...none, opened: new Set([tree.key[group] ?? 0]) })
    const after = layout(topology, tree, opened)
    expect(after.item.length).toBeGreaterThan(positions.item.length)
    expect(readingOrder(tree, after, positions)).toEqual(readingOrder(tree, positions, after))
  }
})

/** By parent: its children that both pictures show, from the upper left to the lower right within columns of a rank. */
function readingOrder(tree: Tree, picture: Positions, other: Positions) {
  const shared = new Set(other.item)
  const order = new Map<number, number[]>()
  for (const box of picture.sequence) {
    const item = picture.item[box] ?? 0
    if (!shared.has(item)) continue
    const parent = tree.parent[item] ?? -1
    order.set(parent, [...(order.get(parent) ?? []), item])
  }
  return Object.fromEntries(order)
}

describe('a state that needs repair', () => {
  /** Resources named a, b, c …; parents and edges as given. */
  const broken = (parent: number[], edges: [number, number][] = []): GraphColumns => ({
    ...generateGraph('chain', 2),
    names: parent.map((_, i) => String.fromCharCode(97 + i)),
    types: ['aws:s3/bucket:Bucket'],
    type: parent.map(() => 0),
    parent,
    flags: parent.map(() => 1),
    edgeFrom: edges.map(([from]) => from),
    edgeTo: edges.map(([, to]) => to),
  })
  const shown = (graph: GraphColumns) => {
    const { tree, positions } = lay(graph)
    return Array.from(positions.item, (item) => graph.names[tree.resource[item] ?? -1])
      .filter((name) => name !== undefined)
      .sort()
  }

  it.each([
    ['parents in a circle', broken([1, 2, 0, 2])],
    ['its own parent', broken([0, 0, 1, -1])],
    ['parents that do not exist', broken([99, -7, 0, 1])],
    [
      'dependencies in a circle',
      broken(
        [-1, -1, -1, -1],
        [
          [0, 1],
          [1, 2],
          [2, 0],
          [3, 0],
        ],
      ),
    ],
    [
      'a dependency on itself',
      broken(
        [-1, -1, -1, -1],
        [
          [0, 0],
          [1, 0],
        ],
      ),
    ],
    [
      'dependencies that do not exist',
      broken(
        [-1, -1, -1, -1],
        [
          [0, 9],
          [-1, 2],
        ],
      ),
    ],
    [
      'a dependency on what is inside',
      broken(
        [-1, 0, 1, -1],
        [
          [0, 2],
          [2, 0],
        ],
      ),
    ],
  ])('is drawn whole: %s', (_, graph) => expect(shown(graph)).toEqual(['a', 'b', 'c', 'd']))

  it('marks the lines that close a circle, and draws two that need each other as one', () => {
    const circle = lay(
      broken(
        [-1, -1, -1],
        [
          [1, 0],
          [2, 1],
          [0, 2],
        ],
      ),
    ).positions
    expect(circle.edgeFlags.toSorted()).toEqual(Uint8Array.of(0, 0, EDGE.backward))
    const mutual = lay(
      broken(
        [-1, -1],
        [
          [1, 0],
          [0, 1],
        ],
      ),
    ).positions
    expect([...mutual.edgeFlags]).toEqual([EDGE.twoWay])
  })

  it('places cards beside an open group in the same rank', () => {
    const { tree, positions } = lay(
      broken(
        [-1, 0, -1, -1],
        [
          [3, 1],
          [3, 2],
        ],
      ),
    ) // b in a; d needs b and c
    expect(measure(tree, positions)).toMatchObject({
      cards: 3,
      cardOverlaps: 0,
      titleOverlaps: 0,
      outside: 0,
      againstDirection: 0,
    })
  })

  it.each([
    [12, 0],
    [13, 13],
  ])('hides the lines of a box with %i dependents: %i', (dependents, hidden) => {
    const needed = Array.from({ length: dependents }, (_, i): [number, number] => [i + 1, 0])
    const { positions } = lay(
      broken(
        Array.from({ length: dependents + 1 }, () => -1),
        needed,
      ),
    )
    expect(positions.edgeFlags.filter((flags) => flags & EDGE.hub)).toHaveLength(hidden)
  })

  it('is drawn when there is nothing in it', () => expect(shown(broken([]))).toEqual([]))
})

it('makes groups where a component has more children than can be read, and loses none', () => {
  const graph = generateGraph('k8s', 10_000)
  const tree = buildTree(topologyOf(graph))
  for (let item = 0; item < tree.size; item++) {
    expect((tree.childStart[item + 1] ?? 0) - (tree.childStart[item] ?? 0)).toBeLessThanOrEqual(60)
  }
  expect(tree.inside[0]).toBe(9_998) // all but the stack itself and the provider
  expect(Array.from({ length: tree.size }, (_, i) => i).some((i) => tree.resource[i] === -1 && isGroup(tree, i))).toBe(
    true,
  )
})

it('opens what leads to a resource', () => {
  const { tree, topology, first } = lay(generateGraph('aws', 10_000))
  const last = tree.itemOf.at(-1) ?? 0
  const isShown = (isOpen: Uint8Array) => layout(topology, tree, isOpen).item.includes(last)
  expect(isShown(first)).toBe(false)
  expect(isShown(openGroups(tree, first, none, last))).toBe(true)
})
