import { describe, expect, it } from 'vitest'
import type { GraphColumns } from '#contract/resources.ts'
import { seeded } from '#mocks/seeded.ts'
import { generateGraph, type Shape } from '#testing/states/generateGraph.ts'
import { layoutView, type View } from './layout.ts'
import { allOpen, toggled } from './open.ts'
import { pack, stretch } from './pack.ts'
import { GRAPH_FLAG } from '#contract/resources.ts'
import { BOX, EDGE, type Positions } from './positions.ts'
import { readability } from '#testing/states/readability.ts'
import { topologyOf } from './topology.ts'
import { buildTree } from './buildTree.ts'
import { isGroup, type Tree } from './tree.ts'

/** The pane of a page at 1400 by 860. */
const VIEW: View = { root: 0, width: 1040, height: 520, opened: new Set(), shut: new Set() }

function lay(graph: GraphColumns, view: Partial<View> = {}) {
  const topology = topologyOf(graph)
  const tree = buildTree(topology)
  return { topology, tree, positions: layoutView(topology, tree, { ...VIEW, ...view }) }
}

const groupsOf = (tree: Tree) => Array.from(tree.key.keys()).filter((item) => item > 0 && isGroup(tree, item))
const everything = (tree: Tree) => allOpen(tree).opened

function measure(tree: Tree, positions: Positions) {
  const boxOf = new Map(Array.from(positions.item, (item, box) => [item, box]))
  return readability(positions, (box) => boxOf.get(tree.parent[positions.item[box] ?? 0] ?? 0) ?? 0)
}

const shapes: Shape[] = ['aws', 'k8s', 'chain', 'flat', 'serverless']
const sizes = [60, 300, 1_000, 10_000]
const cases = shapes.flatMap((shape) => sizes.map((size) => ({ shape, size })))

describe.each(cases)('$shape with $size resources', ({ shape, size }) => {
  const graph = generateGraph(shape, size)
  const { topology, tree, positions } = lay(graph)
  const figures = measure(tree, positions)

  it('shows every resource as a card, in a closed group, as a frame, or in the legend', () => {
    let counted = Array.from(topology.isProvider).filter(Boolean).length
    positions.item.forEach((item, box) => {
      const own = (tree.resource[item] ?? -1) >= 0 ? 1 : 0
      counted += own + (positions.kind[box] === BOX.closed ? (tree.inside[item] ?? 0) : 0)
    })
    expect(counted).toBe(size)
  })

  it('is legible when everything fits the window, and fills the window', () => {
    const zoom = Math.min(VIEW.width / (positions.w[0] ?? 0), VIEW.height / (positions.h[0] ?? 0))
    expect(zoom).toBeGreaterThanOrEqual(0.58)
    expect(((positions.w[0] ?? 0) * (positions.h[0] ?? 0) * zoom * zoom) / (VIEW.width * VIEW.height)).toBeGreaterThan(
      0.98,
    )
    expect(extent(positions) * zoom * zoom).toBeGreaterThan(VIEW.width * VIEW.height * 0.6)
  })

  it('overlaps no card or title, and keeps children inside their frames', () => {
    expect(figures).toMatchObject({ cardOverlaps: 0, titleOverlaps: 0, outside: 0 })
  })

  it('draws no more lines than can be told apart', () =>
    expect(figures.lines).toBeLessThanOrEqual(size > 80 ? 90 : 140))

  it('draws lines of every hub', () => expect(figures.hubs.withLine).toBe(figures.hubs.all))

  it('routes lines around unrelated cards', () => expect(figures.overForeignCards).toBe(0))

  // Without components, names are the best grouping, and applications depend on each other.
  it('routes lines in one direction', () =>
    expect(figures.againstDirection).toBeLessThanOrEqual(shape === 'flat' ? 0.25 : 0.02))

  it('is deterministic', () => {
    expect(lay(graph).positions).toEqual(positions)
  })
})

/** Area of the bounding box of all cards. */
function extent(p: Positions): number {
  const boxes = Array.from(p.item.keys()).slice(1)
  const [left, top] = [Math.min(...boxes.map((b) => p.x[b] ?? 0)), Math.min(...boxes.map((b) => p.y[b] ?? 0))]
  const right = Math.max(...boxes.map((b) => (p.x[b] ?? 0) + (p.w[b] ?? 0)))
  return (right - left) * (Math.max(...boxes.map((b) => (p.y[b] ?? 0) + (p.h[b] ?? 0))) - top)
}

it.each(shapes)('stays readable with all 300 resources of shape %s open', (shape) => {
  const graph = generateGraph(shape, 300)
  const { tree, positions } = lay(graph, { opened: everything(buildTree(topologyOf(graph))) })
  expect(positions.kind).not.toContain(BOX.closed)
  expect(measure(tree, positions)).toMatchObject({ overForeignCards: 0, cardOverlaps: 0, titleOverlaps: 0, outside: 0 })
})

it('opens the groups that hold the most resources first', () => {
  const { tree, positions } = lay(generateGraph('aws', 1_000))
  const largest = Math.max(
    ...groupsOf(tree)
      .filter((item) => tree.parent[item] === 0)
      .map((item) => tree.inside[item] ?? 0),
  )
  const box = positions.item.findIndex((item) => tree.inside[item] === largest)
  expect(positions.kind[box]).toBe(BOX.open)
})

it.each([1, 2, 3])('opens the group that contains almost all resources, seed %i', (seed) => {
  const { tree, positions } = lay(generateGraph('aws', 30_000, seed))
  const largest = Math.max(
    ...Array.from(positions.item, (item, box) => (box > 0 && tree.parent[item] === 0 ? (tree.inside[item] ?? 0) : 0)),
  )
  const box = positions.item.findIndex((item, at) => at > 0 && tree.inside[item] === largest)
  expect(largest).toBeGreaterThan(29_000)
  expect(positions.kind[box]).toBe(BOX.open)
})

it.each([
  ['serverless', 60, 1],
  ['flat', 1_000, 3],
] as const)('lays out the few cards of a group side by side, and large: %s', (shape, size, count) => {
  const { topology, tree } = lay(generateGraph(shape, size))
  const root = groupsOf(tree).find((item) => (tree.end[item] ?? 0) - item - 1 === count) ?? -1
  const { kind, x, y, w, h } = layoutView(topology, tree, { ...VIEW, root })
  const cards = Array.from(kind.keys()).filter((box) => kind[box] === BOX.card)
  expect(cards.length).toBe(count)
  expect(new Set(cards.map((box) => y[box])).size).toBe(1)
  expect(Math.min(VIEW.width / (w[0] ?? 0), VIEW.height / (h[0] ?? 0))).toBeGreaterThan(1.5)
  expect(Math.max(...cards.map((box) => (x[box] ?? 0) + (w[box] ?? 0)))).toBeLessThanOrEqual(w[0] ?? 0)
})

it.each(cases)('opens most of the groups beside each other or none: $shape with $size resources', ({ shape, size }) => {
  const { tree, positions: p } = lay(generateGraph(shape, size))
  const largest = (items: readonly number[]) => Math.max(...items.map((item) => tree.inside[item] ?? 0))
  const parents = Map.groupBy(
    Array.from(p.item.keys()).filter((box) => box > 0 && (tree.inside[p.item[box] ?? 0] ?? 0) > 1),
    (box) => tree.depth[p.item[box] ?? 0] ?? 0,
  )
  for (const boxes of parents.values()) {
    // The largest is opened first if it has most of the resources.
    const most = largest(boxes.map((box) => p.item[box] ?? 0))
    const others = boxes.filter((box) => tree.inside[p.item[box] ?? 0] !== most)
    const open = others.filter((box) => p.kind[box] === BOX.open).length
    expect(open === 0 || open >= others.length * 0.6).toBe(true)
  }
})

it('does not open a group of slices by itself, whose names say nothing more', () => {
  const { topology, tree, positions } = lay(generateGraph('flat', 30_000))
  const largest = positions.item.slice(1).reduce((a, b) => ((tree.inside[b] ?? 0) > (tree.inside[a] ?? 0) ? b : a))
  const inner = layoutView(topology, tree, { ...VIEW, root: largest })
  const names = Array.from(inner.item, (item) => tree.groupNames.get(item))
  expect(names).toEqual(expect.arrayContaining(['Queues', 'Buckets']))
  expect(Array.from(inner.kind)).toEqual([BOX.open, ...names.slice(1).map(() => BOX.closed)])
})

it.each([1_000, 30_000])('opens groups of one resource all or not at all, among %i', (size) => {
  const { topology, tree, positions } = lay(generateGraph('serverless', size))
  const views = [
    positions,
    ...groupsOf(tree)
      .slice(0, 300)
      .map((root) => layoutView(topology, tree, { ...VIEW, root })),
  ]
  const states = views.map((p) => {
    const singles = Array.from(p.item.keys()).filter((box) => box > 0 && tree.inside[p.item[box] ?? 0] === 1)
    return new Set(singles.map((box) => `${tree.depth[p.item[box] ?? 0]} ${p.kind[box]}`))
  })
  expect(states.some((kinds) => kinds.size > 0)).toBe(true)
  for (const kinds of states) expect(new Set([...kinds].map((kind) => kind.split(' ')[0])).size).toBe(kinds.size)
})

it('lays out the contents of a closed group separately, and counts the relations that leave it', () => {
  const graph = generateGraph('aws', 1_000)
  const { topology, tree, positions } = lay(graph)
  const group =
    positions.item.find(
      (_, box) => positions.kind[box] === BOX.closed && tree.inside[positions.item[box] ?? 0]! > 20,
    ) ?? 0 // item of a box
  const inner = layoutView(topology, tree, { ...VIEW, root: group })
  expect([...inner.item].every((item) => item >= group && item < (tree.end[group] ?? 0))).toBe(true)
  const isInside = (resource: number) =>
    (tree.itemOf[resource] ?? -1) > group && (tree.itemOf[resource] ?? -1) < (tree.end[group] ?? 0)
  const out = graph.edgeFrom.filter((from, e) => isInside(from) && !isInside(graph.edgeTo[e] ?? 0))
  expect(inner.needsOutside.reduce((sum, n) => sum + n, 0)).toBe(out.length)
})

it.each([
  [1_040, 530],
  [680, 560],
  [1_560, 800],
  [1_360, 400],
])('routes lines around unrelated cards in a window of %i by %i', (width, height) => {
  for (const shape of shapes) {
    for (const size of [60, 300, 10_000]) {
      const { tree, positions } = lay(generateGraph(shape, size), { width, height })
      expect(measure(tree, positions), `${shape} ${size}`).toMatchObject({
        overForeignCards: 0,
        cardOverlaps: 0,
        outside: 0,
      })
    }
  }
})

it.each([4, 6])('lays out a stack of %i resources in one line, each to the right of what it needs', (size) => {
  const graph = generateGraph('chain', size)
  const { tree, positions } = lay(graph, { opened: everything(buildTree(topologyOf(graph))) })
  const left = new Map(Array.from(positions.item, (item, box) => [item, positions.x[box] ?? 0]))
  const leftOf = (resource: number) => left.get(tree.itemOf[resource] ?? -1)
  const edges = Array.from(graph.edgeFrom, (from, e) => [leftOf(from), leftOf(graph.edgeTo[e] ?? -1)] as const)
  const drawn = edges.filter(([user, needed]) => user !== undefined && needed !== undefined)
  expect(drawn.length).toBeGreaterThan(0)
  expect(drawn.filter(([user = 0, needed = 0]) => user <= needed)).toEqual([])
})

it.each([1_000, 10_000, 30_000])('fills the pane with groups that have no lines, in columns: k8s, %i', (size) => {
  const { positions: p } = lay(generateGraph('k8s', size))
  expect(p.edgeFrom).toHaveLength(0)
  const boxes = Array.from(p.kind.keys()).filter((box) => box > 0)
  expect(boxes.every((box) => p.kind[box] === BOX.closed)).toBe(true)
  const areaOf = (box: number) => (p.w[box] ?? NaN) * (p.h[box] ?? NaN)
  expect(boxes.reduce((sum, box) => sum + areaOf(box), 0) / areaOf(0)).toBeGreaterThan(0.45) // 0.31 at 1,000 if only the gaps grow
  const lefts = (top: number) => boxes.filter((box) => p.y[box] === top).map((box) => p.x[box])
  const tops = [...new Set(boxes.map((box) => p.y[box] ?? NaN))].sort((a, b) => a - b)
  for (const top of tops) expect(lefts(top)).toEqual(lefts(tops[0] ?? NaN).slice(0, lefts(top).length))
})

it('does not move a box when only a status changes', () => {
  const graph = generateGraph('aws', 300)
  const status = GRAPH_FLAG.protect | GRAPH_FLAG.delete | GRAPH_FLAG.pending | GRAPH_FLAG.initErrors
  const changed = { ...graph, version: 2, flags: graph.flags.map((flags) => flags ^ status) }
  expect(lay(changed).positions).toEqual(lay(graph).positions)
})

it('bundles the lines of a hub: one to each open group beside it, in place of those to what is inside', () => {
  const graph = generateGraph('aws', 300)
  const { tree, positions: p } = lay(graph, { opened: everything(buildTree(topologyOf(graph))) })
  const has = (e: number, flag: number) => ((p.edgeFlags[e] ?? 0) & flag) !== 0
  const edges = Array.from(p.edgeFrom.keys())
  const bundles = edges.filter((e) => has(e, EDGE.bundle))
  const dependents = Map.groupBy(
    edges.filter((e) => !has(e, EDGE.bundle)),
    (e) => p.edgeFrom[e] ?? 0,
  )
  const isInside = (box: number, group: number) => {
    const [item, outer] = [p.item[box] ?? 0, p.item[group] ?? 0]
    return item > outer && item < (tree.end[outer] ?? 0)
  }
  for (const [from, own] of dependents) {
    const hidden = own.filter((e) => has(e, EDGE.hub))
    expect(hidden.length > 0 && own.length <= 30, 'only those of a hub').toBe(false)
    const groups = bundles.filter((e) => p.edgeFrom[e] === from).map((e) => p.edgeTo[e] ?? 0)
    expect(groups.every((box) => p.kind[box] === BOX.open)).toBe(true)
    for (const e of hidden) expect(groups.filter((group) => isInside(p.edgeTo[e] ?? 0, group))).toHaveLength(1)
    const inGroups = hidden.reduce((sum, e) => sum + (p.edgeWeight[e] ?? 0), 0)
    const bundled = bundles.filter((e) => p.edgeFrom[e] === from)
    expect(bundled.reduce((sum, e) => sum + (p.edgeWeight[e] ?? 0), 0)).toBe(inGroups)
  }
  expect(bundles.length).toBeGreaterThan(3)
})

it.each([
  ['aws', 300],
  ['aws', 1_000],
  ['flat', 300],
  ['flat', 10_000],
  ['serverless', 1_000],
] as const)('places what many others need before them: %s with %i resources', (shape, size) => {
  const { tree, positions: p } = lay(generateGraph(shape, size))
  const place = new Map(Array.from(p.sequence, (box, i) => [p.item[box] ?? 0, i]))
  /** The place of what contains the second item beside the first one. */
  const placeBeside = (item: number, other: number) => {
    let beside = other
    while (beside > 0 && tree.parent[beside] !== tree.parent[item]) beside = tree.parent[beside] ?? 0
    return place.get(beside)
  }
  const light = Array.from(p.edgeFrom.keys()).filter((e) => (p.edgeFlags[e] ?? 0) & EDGE.pale)
  const places = light.flatMap((e) => {
    const [from, to] = [p.item[p.edgeFrom[e] ?? 0] ?? 0, p.item[p.edgeTo[e] ?? 0] ?? 0]
    const beside = placeBeside(from, to)
    return beside === undefined ? [] : [[place.get(from) ?? 0, beside] as const]
  })
  expect(places.length).toBeGreaterThan(5)
  expect(places.filter(([from, to]) => from > to)).toEqual([])
})

/** The pane of a page at 1400 by 860 without the outline. */
const PANE = { width: 1_335, height: 540 }

// Components within components within others take more room.
it.each(shapes.filter((shape) => shape !== 'serverless'))('shows all of 60 resources at once: %s', (shape) => {
  for (const seed of [1, 2, 3]) {
    const { tree, positions: p } = lay(generateGraph(shape, 60, seed), PANE)
    expect(p.kind, `seed ${seed}`).not.toContain(BOX.closed)
    expect(measure(tree, p)).toMatchObject({ overForeignCards: 0, cardOverlaps: 0, titleOverlaps: 0, outside: 0 })
    expect(Math.min(PANE.width / (p.w[0] ?? 0), PANE.height / (p.h[0] ?? 0))).toBeGreaterThanOrEqual(0.58)
  }
})

it.each([300, 1_000, 10_000])('opens and closes nothing but what the user does, among %i', (size) => {
  const { topology, tree, positions } = lay(generateGraph('aws', size))
  const openIn = (p: Positions) => Array.from(p.item).filter((_, box) => p.kind[box] === BOX.open)
  const before = openIn(positions)
  const closed = Array.from(positions.item).filter((_, box) => positions.kind[box] === BOX.closed)
  for (const item of closed.filter((_, i) => i % 7 === 0)) {
    const opened = new Set([tree.key[item] ?? 0])
    const after = openIn(layoutView(topology, tree, { ...VIEW, opened }))
    expect(after).toEqual([...before, item].toSorted((a, b) => a - b))
  }
  const [, some = 0] = before
  const shut = new Set([tree.key[some] ?? 0])
  const after = openIn(layoutView(topology, tree, { ...VIEW, shut }))
  expect(after).toEqual(before.filter((item) => item < some || item >= (tree.end[some] ?? 0)))
})

it('draws no lines between groups nearly all of which need each other, only those of what they share', () => {
  const { topology, tree, positions: p } = lay(generateGraph('flat', 10_000))
  const nameOf = (box: number) => topology.names[tree.resource[p.item[box] ?? 0] ?? -1] ?? ''
  const drawn = Array.from(p.edgeFrom.keys()).filter((e) => !((p.edgeFlags[e] ?? 0) & EDGE.hub))
  expect(new Set(drawn.map((e) => nameOf(p.edgeFrom[e] ?? 0)))).toEqual(
    new Set(['shared-vpc', 'shared-zone', 'shared-cluster']),
  )
  expect(p.edgeFrom.length - drawn.length).toBeGreaterThan(20)
  const groups = Array.from(p.kind.keys()).filter((box) => p.kind[box] === BOX.closed)
  const area = groups.reduce((sum, box) => sum + (p.w[box] ?? 0) * (p.h[box] ?? 0), 0)
  expect(area / ((p.w[0] ?? 0) * (p.h[0] ?? 0))).toBeGreaterThan(0.35)
})

it('begins every line at the right or lower side of a box, and ends it at the left or upper side', () => {
  const { positions: p } = lay(generateGraph('aws', 300))
  const isOn = (box: number, x: number, y: number) => {
    const [left, top, w, h] = [p.x[box] ?? 0, p.y[box] ?? 0, p.w[box] ?? 0, p.h[box] ?? 0]
    const isBetween = (value: number, from: number, length: number) => value > from && value < from + length
    const isEnd = (value: number, from: number, length: number) =>
      Math.abs(value - from) < 0.5 || Math.abs(value - from - length) < 0.5
    return (isEnd(x, left, w) && isBetween(y, top, h)) || (isEnd(y, top, h) && isBetween(x, left, w))
  }
  for (let e = 0; e < p.edgeFrom.length; e++) {
    const points = p.points.subarray(2 * (p.pointStart[e] ?? 0), 2 * (p.pointStart[e + 1] ?? 0))
    expect(isOn(p.edgeFrom[e] ?? 0, points[0] ?? 0, points[1] ?? 0)).toBe(true)
    expect(isOn(p.edgeTo[e] ?? 0, points.at(-2) ?? 0, points.at(-1) ?? 0)).toBe(true)
  }
})

it.each([1, 2, 3])(
  'connects boxes below each other by straight lines in groups of a few resources, seed %i',
  (seed) => {
    const graph = generateGraph('k8s', 300, seed)
    const tree = buildTree(topologyOf(graph))
    const few = groupsOf(tree).filter((item) => (tree.inside[item] ?? 0) <= 4)
    const { positions: p } = lay(graph, { opened: new Set(few.map((item) => tree.key[item] ?? 0)) })
    const middle = (box: number) => (p.x[box] ?? 0) + (p.w[box] ?? 0) / 2
    const bottom = (box: number) => (p.y[box] ?? 0) + (p.h[box] ?? 0)
    const isBetween = (box: number, from: number, to: number) =>
      p.kind[box] !== BOX.open &&
      Math.abs(middle(box) - middle(from)) < (p.w[box] ?? 0) / 2 &&
      (p.y[box] ?? 0) >= bottom(from) &&
      bottom(box) <= (p.y[to] ?? 0)
    const stacked = Array.from(p.edgeFrom.keys()).filter((e) => {
      const [from, to] = [p.edgeFrom[e] ?? 0, p.edgeTo[e] ?? 0]
      const isBelow = Math.abs(middle(from) - middle(to)) < 1 && (p.y[to] ?? 0) >= bottom(from)
      return isBelow && !Array.from(p.item.keys()).some((box) => isBetween(box, from, to))
    })
    expect(stacked.length).toBeGreaterThan(3)
    expect(stacked.map((e) => (p.pointStart[e + 1] ?? 0) - (p.pointStart[e] ?? 0))).toEqual(stacked.map(() => 2))
  },
)

it('draws lines back to the start of a row of boxes with four points at most', () => {
  const { positions: p } = lay(generateGraph('chain', 1_000))
  for (let e = 0; e < p.edgeFrom.length; e++)
    expect((p.pointStart[e + 1] ?? 0) - (p.pointStart[e] ?? 0)).toBeLessThanOrEqual(4)
})

it('keeps the reading order of all others when a group is opened or closed', () => {
  const { topology, tree, positions } = lay(generateGraph('aws', 1_000))
  const closed = positions.item.filter((_, box) => positions.kind[box] === BOX.closed)
  expect(closed.length).toBeGreaterThan(10)
  for (const group of closed.filter((_, i) => i % 5 === 0)) {
    const shut = new Set(groupsOf(tree).map((item) => tree.key[item] ?? 0))
    const isOpen = positions.item.filter((_, box) => positions.kind[box] === BOX.open)
    for (const item of [...isOpen, group]) shut.delete(tree.key[item] ?? 0)
    const opened = new Set([...isOpen.slice(1), group].map((item) => tree.key[item] ?? 0))
    const after = layoutView(topology, tree, { ...VIEW, opened, shut })
    expect(after.item.length).toBeGreaterThan(positions.item.length)
    expect(readingOrder(tree, after, positions)).toEqual(readingOrder(tree, positions, after))
  }
})

/**
 * For each parent, the children shown in both pictures, from the upper left to the lower right within the columns of a
 * rank.
 */
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

it('gives spare height to bands in proportion: a card without lines stays near the groups above it', () => {
  const groups = Array.from({ length: 6 }, () => ({ w: 215, h: 400, isGroup: true }))
  const parts = [...groups, { w: 150, h: 38, isGroup: false }]
  const ranks = groups.map((_, i) => [i])
  const grid = pack({ parts, ranks, loose: [6], lines: [4, 4, 4, 4, 4, 0], aspect: 2.3, room: 500 })
  expect(grid.bands).toHaveLength(2)
  const height = grid.height * 1.5
  stretch(grid, grid.width, height, parts, (child) => (child < 6 ? 1.5 : 1))
  const bottom = (grid.y[0] ?? 0) + (parts[0]?.h ?? 0)
  // Half of the height was left below the groups, with the card in the middle of it.
  expect((grid.y[6] ?? 0) - bottom).toBeLessThan(height / 8)
})

describe('the layout of a state that needs repair', () => {
  /** Resources named a, b, c … with the given parents and edges. */
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
    ['a cycle of parents', broken([1, 2, 0, 2])],
    ['a resource that is its own parent', broken([0, 0, 1, -1])],
    ['parents that do not exist', broken([99, -7, 0, 1])],
    [
      'a cycle of dependencies',
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
      'a dependency on a child',
      broken(
        [-1, 0, 1, -1],
        [
          [0, 2],
          [2, 0],
        ],
      ),
    ],
  ])('is complete: %s', (_, graph) => expect(shown(graph)).toEqual(['a', 'b', 'c', 'd']))

  it('marks the lines that close a cycle, and draws a mutual dependency as one line', () => {
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

  it('places cards next to an open group in the same rank as the group', () => {
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
    [5, 0],
    [6, 6],
    [40, 40],
  ])('draws the lines of a box with %i dependents lightly: %i', (dependents, light) => {
    const needed = Array.from({ length: dependents }, (_, i): [number, number] => [i + 1, 0])
    const { positions } = lay(
      broken(
        Array.from({ length: dependents + 1 }, () => -1),
        needed,
      ),
    )
    expect(positions.edgeFlags.filter((flags) => flags & EDGE.pale)).toHaveLength(light)
    expect(positions.edgeFlags.filter((flags) => flags & EDGE.hub)).toHaveLength(0)
  })

  it('is possible when the state is empty', () => expect(shown(broken([]))).toEqual([]))
})

it('groups the children of a component when there are too many to read, and loses none', () => {
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

describe('a component that is not in the state', () => {
  const urnOf = (name: string, type = 'acme:web:Site') => `urn:pulumi:prod::shop::acme:Team$${type}::${name}`
  const whole = generateGraph('aws', 60)
  const orphaned = (missingParents: GraphColumns['missingParents'], graph = whole): GraphColumns => {
    const children = new Set(missingParents.flatMap((missing) => missing.children))
    return { ...graph, parent: graph.parent.map((parent, i) => (children.has(i) ? -1 : parent)), missingParents }
  }
  const treeWith = (...input: Parameters<typeof orphaned>) => buildTree(topologyOf(orphaned(...input)))
  const childrenOf = (tree: Tree, item: number) =>
    Array.from(tree.child.slice(tree.childStart[item], tree.childStart[item + 1]), (child) => tree.resource[child])
  const missingIn = (tree: Tree) =>
    [...tree.missing].map(([item, type]) => [tree.groupNames.get(item), type, childrenOf(tree, item)])
  const cards = whole.type.flatMap((type, i) => (whole.types[type]?.includes('/') ? [i] : []))
  const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0] = cards

  it('is a group of its children, which loses none', () => {
    const tree = treeWith([
      { urn: urnOf('blog'), children: [a, b] },
      { urn: urnOf('shop'), children: [c, d, e] },
    ])
    expect(missingIn(tree)).toEqual([
      ['shop', 'acme:web:Site', [c, d, e]],
      ['blog', 'acme:web:Site', [a, b]],
    ])
    expect([...tree.missing.keys()].map((item) => tree.parent[item])).toEqual([0, 0])
    expect(tree.inside[0]).toBe(treeWith([]).inside[0])
    expect(tree.isGrouped, 'there are no groupings to choose from').toBe(treeWith([]).isGrouped)
  })

  it('is no group for an only child, nor if it is the stack itself', () => {
    expect(missingIn(treeWith([{ urn: urnOf('blog'), children: [f] }]))).toEqual([])
    expect(missingIn(treeWith([{ urn: urnOf('shop-prod', 'pulumi:pulumi:Stack'), children: [a, b] }]))).toEqual([])
  })

  it('has another address than a component of the same name and another type', () => {
    const tree = treeWith([
      { urn: urnOf('blog'), children: [a, b] },
      { urn: urnOf('blog', 'acme:api:Api'), children: [c, d] },
    ])
    const keys = [...tree.missing.keys()].map((item) => tree.key[item])
    expect(new Set(keys).size).toBe(2)
  })

  it('groups its children if there are too many to read, and keeps a top level that can be read', () => {
    const large = generateGraph('flat', 3_000)
    const rows = large.names.map((_, i) => i).slice(2)
    const pairs = rows
      .slice(1_000)
      .flatMap((i) => (i % 2 === 0 ? [{ urn: urnOf(`site${i}`), children: [i, i + 1] }] : []))
    const tree = treeWith([{ urn: urnOf('shop'), children: rows.slice(0, 1_000) }, ...pairs.slice(0, -1)], large)
    for (let item = 0; item < tree.size; item++)
      expect(childrenOf(tree, item).length).toBeLessThanOrEqual(60 + (item === 0 ? 24 : 0))
    expect(tree.inside[0]).toBe(treeWith([], large).inside[0])
  })
})

it('remembers which groups were opened and closed, and forgets reverted changes', () => {
  const none = { opened: new Set<number>(), shut: new Set<number>() }
  const opened = toggled(none, 7, false)
  expect(opened).toEqual({ opened: new Set([7]), shut: new Set() })
  expect(toggled(opened, 7, true)).toEqual(none)
  expect(toggled(toggled(none, 7, true), 7, false)).toEqual(none)
})

describe('any graph, including cycles and broken parents', () => {
  /** Random numbers that no program would produce as a state. */
  function randomGraph(seed: number): GraphColumns {
    const next = seeded(seed)
    const count = 5 + Math.floor(next() * 400)
    const any = () => Math.floor(next() * (count + 4)) - 2
    const isFlat = next() < 0.3
    const types = Array.from({ length: 1 + Math.floor(next() * 20) }, (_, i) => `aws:m${i % 4}/k${i}:Kind${i}`)
    const edges = Array.from({ length: Math.floor(count * next() * 3) }, () => [any(), any()] as const)
    return {
      ...generateGraph('chain', 2),
      names: Array.from(
        { length: count },
        () => `${['orders', 'billing', 'x'][Math.floor(next() * 3)]}-${Math.floor(next() * 50)}`,
      ),
      types,
      type: Array.from({ length: count }, () => Math.floor(next() * types.length)),
      parent: Array.from({ length: count }, () => (isFlat || next() < 0.2 ? -1 : any())),
      provider: Array.from({ length: count }, () => -1),
      flags: Array.from({ length: count }, () => 1),
      edgeFrom: edges.map(([from]) => from),
      edgeTo: edges.map(([, to]) => to),
    }
  }

  it.each(Array.from({ length: 24 }, (_, i) => i + 1))(
    'is laid out completely and without overlaps, seed %i',
    (seed) => {
      const graph = randomGraph(seed)
      const { tree, positions } = lay(graph)
      const placed = Array.from(tree.itemOf).filter((item) => item >= 0)
      expect(new Set(placed).size).toBe(graph.names.length)
      expect(new Set(positions.item).size).toBe(positions.item.length)
      let counted = 0
      positions.item.forEach((item, box) => {
        counted += (tree.resource[item] ?? -1) >= 0 ? 1 : 0
        counted += positions.kind[box] === BOX.closed ? (tree.inside[item] ?? 0) : 0
      })
      expect(counted).toBe(graph.names.length)
      expect(measure(tree, positions)).toMatchObject({
        cardOverlaps: 0,
        titleOverlaps: 0,
        outside: 0,
        overForeignCards: 0,
      })
      expect([...positions.points].every(Number.isFinite)).toBe(true)
      expect(lay(graph).positions).toEqual(positions)
    },
  )

  it('keeps the groups of most resources when one is added', () => {
    for (const shape of shapes) {
      const graph = generateGraph(shape, 1_000)
      const more: GraphColumns = {
        ...graph,
        names: [...graph.names, 'added'],
        type: [...graph.type, graph.type[5] ?? 0],
        parent: [...graph.parent, 0],
        provider: [...graph.provider, 1],
        flags: [...graph.flags, 1],
      }
      const [before, after] = [lay(graph).tree, lay(more).tree]
      const keyAt = (tree: Tree, resource: number) => tree.key[tree.parent[tree.itemOf[resource] ?? 0] ?? 0]
      const moved = graph.names.filter((_, i) => keyAt(before, i) !== keyAt(after, i))
      expect(moved.length, shape).toBeLessThan(100)
    }
  })
})

it('lays out in one line from left to right, if that is wanted and legible', () => {
  const next = seeded(11)
  const ranks = [3, 2, 4, 3]
  const names = ranks.flatMap((count, rank) => Array.from({ length: count }, (_, i) => `stack-${rank}-${i}`))
  const rankOf = ranks.flatMap((count, rank) => Array.from({ length: count }, () => rank))
  const links = names.flatMap((_, from) => {
    const sources = names.flatMap((_name, to) => (rankOf[to] === (rankOf[from] ?? 0) - 1 ? [to] : []))
    return sources.length === 0 ? [] : [{ from, to: sources[Math.floor(next() * sources.length)] ?? 0 }]
  })
  const graph = {
    ...generateGraph('chain', 2),
    names,
    types: ['prod'],
    type: names.map(() => 0),
    parent: names.map(() => -1),
    flags: names.map(() => 0),
    edgeFrom: links.map(({ from }) => from),
    edgeTo: links.map(({ to }) => to),
  }
  const pane = { width: 760, height: 520 }
  const inLine = (view: Partial<View>) => {
    const { tree, positions: p } = lay(graph, { ...pane, ...view })
    const boxOf = (resource: number) => p.item.indexOf(tree.itemOf[resource] ?? -1)
    expect(Math.min(pane.width / (p.w[0] ?? 0), pane.height / (p.h[0] ?? 0))).toBeGreaterThan(0.6)
    return links.every(
      ({ from, to }) => (p.x[boxOf(to)] ?? 0) + (p.w[boxOf(to)] ?? 0) < (p.x[boxOf(from)] ?? Number.NaN),
    )
  }
  expect(inLine({ isInLine: true })).toBe(true)
  expect(inLine({})).toBe(false)
})
