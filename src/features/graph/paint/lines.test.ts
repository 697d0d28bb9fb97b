import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { GRAPH_FLAG } from '#contract/graphNumbers.ts'
import type { Grouping } from '#domain/graphLayout/groups/groupings.ts'
import { layoutView } from '#domain/graphLayout/layout.ts'
import { at } from '#domain/graphLayout/columns.ts'
import { allOpen } from '#domain/graphLayout/open.ts'
import { BOX, EDGE } from '#domain/graphLayout/positions.ts'
import { INTEGRITY, marked } from '#domain/overlays/ofStatus.ts'
import { coloursIn, contrastOn } from '#testing/contrast.ts'
import { generateGraph, type Shape } from '#testing/states/generateGraph.ts'
import { modelOf } from '../groupedModel.ts'
import type { Palette } from './palette.ts'
import { cycleTest } from './cycles.ts'
import { linePainter, piecesIn, PLAIN_LINE } from './lines.ts'
import { rootSheet } from '../scene.ts'

const WINDOW = { width: 1040, height: 520 }
const { topology, tree } = modelOf(generateGraph('flat', 1_000))
const p = layoutView(topology, tree, { root: 0, ...WINDOW, opened: new Set(), shut: new Set() })
const lines = Array.from(p.edgeFrom.keys())
const PLAIN = { selection: undefined, isFaded: () => false, isInCycle: (_from: number, _to: number) => false }
const everywhere = { left: -1e6, top: -1e6, right: 1e6, bottom: 1e6 }

it('draws every part of a line that is in view, and little of the rest', () => {
  for (const scale of [0.4, 1, 6]) {
    for (const share of [0.1, 0.3, 0.6]) {
      const [left, top] = [(p.w[0] ?? 0) * scale * share, (p.h[0] ?? 0) * scale * share]
      const part = { left, top, right: left + 300, bottom: top + 200 }
      for (const e of lines) {
        const points = cornersOf(e).map(({ x, y }) => ({ x: x * scale, y: y * scale }))
        const pieces = piecesIn(p, e, scale, part)
        const inView = along(points).filter(
          ({ x, y }) => x >= part.left && x <= part.right && y >= part.top && y <= part.bottom,
        )
        const drawn = pieces.map((piece) => along(piece.points))
        for (const place of inView)
          expect(drawn.some((of) => of.some(({ x, y }) => Math.hypot(x - place.x, y - place.y) < 2))).toBe(true)
        for (const { x, y } of drawn.flat())
          expect(x > left - 20 && y > top - 20 && x < part.right + 20 && y < part.bottom + 20).toBe(true)
      }
    }
  }
})

it('keeps the phase of the dashes when a line is clipped', () => {
  let compared = 0
  for (const e of lines) {
    const [whole] = piecesIn(p, e, 1, everywhere)
    if (!whole) throw new Error('a line has no visible part')
    const { points, radii } = whole
    const end = points.at(-1) ?? { x: NaN, y: NaN }
    const left = end.x - 4 // what is left of it is a part of the last segment
    const [cut, ...others] = piecesIn(p, e, 1, { ...everywhere, left })
    const start = cut?.points[0]
    if (!start || others.length > 0 || cut.points.length > 2 || points.length < 4) continue
    let length = end.x - start.x
    for (const [i, b] of points.slice(1).entries())
      length = Math.hypot(b.x - points[i]!.x, b.y - points[i]!.y) - (radii[i] ?? 0) * (2 - Math.PI / 2) + length
    expect(cut.from).toBeCloseTo(length - 2 * (end.x - start.x), 3)
    compared++
  }
  expect(compared).toBeGreaterThan(10)
})

it.each([
  ['light', 3.7],
  ['dark', 5],
] as const)('lines stand out from every ground in the %s theme: %d:1', (theme, least) => {
  const colour = coloursIn(readFileSync(new URL('../../../ui/tokens.css', import.meta.url), 'utf8'))
  for (const ground of ['surface', 'canvas', 'sunken'])
    expect(
      contrastOn(colour(ground, theme), colour(PLAIN_LINE.color, theme), PLAIN_LINE.opacity),
      ground,
    ).toBeGreaterThanOrEqual(least)
})

/** The first view, and the contents of some of its closed groups. */
function layoutsOf({ topology, tree }: ReturnType<typeof modelOf>) {
  const lay = (root: number) => layoutView(topology, tree, { root, ...WINDOW, opened: new Set(), shut: new Set() })
  const first = lay(0)
  const closed = Array.from(first.item).filter((_, box) => first.kind[box] === BOX.closed)
  return [first, ...closed.filter((_, i) => i % 3 === 0).map(lay)]
}

it.each([
  ['aws', 'auto'],
  ['k8s', 'type'],
  ['flat', 'auto'],
  ['flat', 'type'],
] satisfies [Shape, Grouping][])('counts beside lines do not overlap: %s, grouped by %s', (shape, grouping) => {
  let counted = 0
  for (const size of [300, 1_000, 10_000]) {
    const model = modelOf(generateGraph(shape, size), grouping)
    for (const positions of layoutsOf(model))
      for (const zoom of [0.55, 0.7, 1, 1.6]) {
        // The ground under a count is the only rectangle that is filled.
        const grounds: { x: number; y: number; w: number; h: number }[] = []
        const context = new Proxy({} as Record<string, unknown>, {
          get: (own, name: string) =>
            name === 'fillRect'
              ? (x: number, y: number, w: number, h: number) => grounds.push({ x, y, w, h })
              : (own[name] ?? (() => undefined)),
          set: (own, name: string, value) => Reflect.set(own, name, value),
        }) as unknown as CanvasRenderingContext2D
        const tools = { measure: (text: string) => text.length * 6, palette: {} as Palette, px: 10.5 }
        const paint = linePainter({ ...PLAIN, tree: model.tree }, tools)
        const view = { x: 0, y: 0, zoom, width: 4_000, height: 4_000 }
        paint(context, rootSheet(positions), view, { scale: zoom, alpha: 1, pointed: -1, isAround: false })
        counted += grounds.length
        for (const [i, a] of grounds.entries())
          for (const b of grounds.slice(i + 1))
            expect(a.x < b.x + b.w && b.x < a.x + a.w && a.y < b.y + b.h && b.y < a.y + a.h).toBe(false)
      }
  }
  expect(counted).toBeGreaterThan(5)
})

/** A context that records in order what it is asked to draw, with the opacity. */
function recorded() {
  const calls: { name: string; alpha: number }[] = []
  const own: Record<string, unknown> = {}
  const context = new Proxy(own, {
    get: (_, name: string) =>
      name === 'stroke' || name === 'fillText'
        ? () => calls.push({ name, alpha: Number(own['globalAlpha']) })
        : (own[name] ?? (() => undefined)),
    set: (_, name: string, value) => Reflect.set(own, name, value),
  }) as unknown as CanvasRenderingContext2D
  return { context, calls }
}
const drawn = (pointed = -1, of = { tree, p }) => {
  const { context, calls } = recorded()
  const tools = { measure: (text: string) => text.length * 6, palette: {} as Palette, px: 10.5 }
  const paint = linePainter({ ...PLAIN, tree: of.tree }, tools)
  paint(
    context,
    rootSheet(of.p),
    { x: 0, y: 0, zoom: 1, width: 4_000, height: 4_000 },
    { scale: 1, alpha: 1, pointed, isAround: false },
  )
  return calls
}

it('fades the lines of other boxes while the pointer is over one that has lines', () => {
  const plain = drawn().filter(({ name }) => name === 'stroke')
  expect(new Set(plain.map(({ alpha }) => alpha)).size).toBe(1)
  const item = p.item[p.edgeFrom[0] ?? 0] ?? -1
  const strokes = drawn(item).filter(({ name }) => name === 'stroke')
  const full = strokes.filter(({ alpha }) => alpha === plain[0]?.alpha)
  expect(full.length).toBeGreaterThan(0)
  expect(full.length).toBeLessThan(strokes.length)
  expect(drawn(0), 'the frame has no lines').toEqual(drawn())
})

it('draws the lines of a hub one by one while the pointer is over it, without the bundle in their place', () => {
  const model = modelOf(generateGraph('aws', 300))
  const view = { root: 0, ...WINDOW, opened: allOpen(model.tree).opened, shut: new Set<number>() }
  const of = { tree: model.tree, p: layoutView(model.topology, model.tree, view) }
  const bundle = of.p.edgeFlags.findIndex((flags) => (flags & EDGE.bundle) !== 0)
  expect(bundle).toBeGreaterThanOrEqual(0)
  const hub = of.p.edgeFrom[bundle] ?? -1
  const singles = Array.from(of.p.edgeFrom).filter((from, e) => from === hub && !(at(of.p.edgeFlags, e) & EDGE.bundle))
  expect(singles.length).toBeGreaterThan(1)
  const strokes = drawn(of.p.item[hub], of).filter(({ name, alpha }) => name === 'stroke' && alpha > 0.3)
  // An arrow head is filled, so each line is one stroke.
  expect(strokes).toHaveLength(singles.length)
})

/** The calls that draw lines and their counts, in order. */
function drawing(
  view: { x: number; y: number; zoom: number; width: number; height: number },
  { isAround = false, of = { tree, p }, isInCycle = PLAIN.isInCycle } = {},
) {
  const calls: { name: string; color: unknown; width: number }[] = []
  const own: Record<string, unknown> = {}
  const context = new Proxy(own, {
    get: (target, name: string) =>
      ['stroke', 'fillRect', 'fillText'].includes(name)
        ? () =>
            calls.push({
              name,
              color: name === 'stroke' ? target['strokeStyle'] : target['fillStyle'],
              width: Number(target['lineWidth']),
            })
        : (target[name] ?? (() => undefined)),
    set: (target, name: string, value) => Reflect.set(target, name, value),
  }) as unknown as CanvasRenderingContext2D
  const colors = new Proxy({}, { get: (_, token) => String(token) }) as Palette // each colour is called by its token
  linePainter(
    { ...PLAIN, tree: of.tree, isInCycle },
    { measure: (text) => text.length * 6, palette: colors, px: 10.5 },
  )(context, rootSheet(of.p), view, { scale: view.zoom, alpha: 1, pointed: -1, isAround })
  return calls
}

it('paints light lines first, and counts over all lines', () => {
  const model = modelOf(generateGraph('aws', 1_000))
  const view = { root: 0, ...WINDOW, opened: new Set<number>(), shut: new Set<number>() }
  const of = { tree: model.tree, p: layoutView(model.topology, model.tree, view) }
  const calls = drawing({ x: 0, y: 0, zoom: 1, width: 4_000, height: 4_000 }, { of })
  const last = (name: string, color?: string) =>
    calls.findLastIndex((call) => call.name === name && (color === undefined || call.color === color))
  const first = (name: string, color?: string) =>
    calls.findIndex((call) => call.name === name && (color === undefined || call.color === color))
  expect(first('stroke', 'faint')).toBeGreaterThan(last('stroke', 'color-mix(in oklab, faint 55%, surface)'))
  expect(first('fillRect')).toBeGreaterThan(last('stroke'))
  expect(calls.filter(({ name }) => name === 'fillText').length).toBeGreaterThan(0)
})

/** The lines of buckets that depend on others, and of one group with all of them, where the overlay marks cycles. */
function cyclesOf(dependencies: Readonly<Record<string, readonly string[]>>) {
  const names = Object.keys(dependencies)
  const edges = names.flatMap((name, from) =>
    (dependencies[name] ?? []).map((to) => [from, names.indexOf(to)] as const),
  )
  const isMarked = (name: string) => name.startsWith('cycle')
  const model = modelOf({
    names,
    types: ['aws:s3/bucket:Bucket'],
    type: names.map(() => 0),
    parent: names.map(() => -1),
    flags: names.map(() => 0),
    edgeFrom: edges.map(([from]) => from),
    edgeTo: edges.map(([, to]) => to),
  })
  const marks = marked(
    names.map((name) => (isMarked(name) ? GRAPH_FLAG.circular : 0)),
    INTEGRITY,
  )
  const isInCycle = cycleTest(model, marks)
  const item = (name: string) => at(model.tree.itemOf, names.indexOf(name))
  return { model, isInCycle, between: (from: string, to: string) => isInCycle(item(from), item(to)) }
}

it('draws the lines of a cycle in the colour of danger, and wider than others', () => {
  const { model, isInCycle } = cyclesOf({ cycleA: ['cycleB'], cycleB: ['cycleA'], c: ['cycleA'] })
  const of = {
    tree: model.tree,
    p: layoutView(model.topology, model.tree, { root: 0, ...WINDOW, ...allOpen(model.tree) }),
  }
  const calls = drawing({ x: 0, y: 0, zoom: 1, width: 4_000, height: 4_000 }, { of, isInCycle })
  const strokes = calls.filter(({ name }) => name === 'stroke')
  expect(strokes.map(({ color }) => color)).toEqual(['faint', 'danger'])
  expect(strokes[1]?.width).toBeGreaterThan((strokes[0]?.width ?? NaN) + 1)
  expect(
    calls.filter(({ name }) => name === 'fillText'),
    'two heads need no number',
  ).toEqual([])
})

it('knows which dependencies are part of a cycle: not those between two, and none without marks', () => {
  const cycles = {
    cycleA: ['cycleB'],
    cycleB: ['cycleA', 'cycleC'],
    cycleC: ['cycleD'],
    cycleD: ['cycleC'],
    e: ['cycleA'],
  }
  const { between } = cyclesOf(cycles)
  expect([between('cycleA', 'cycleB'), between('cycleB', 'cycleA'), between('cycleD', 'cycleC')]).toEqual([
    true,
    true,
    true,
  ])
  expect([between('cycleC', 'cycleB'), between('cycleA', 'e')]).toEqual([false, false])
  expect(cyclesOf({ a: ['b'], b: ['a'] }).between('a', 'b')).toBe(false)
})

it('draws no line around a group in which the window is, unless one of its ends is in sight', () => {
  // The middle of the longest piece of a line, far from its ends.
  const [e = 0] = lines.toSorted((a, b) => lengthOf(b) - lengthOf(a))
  const corners = cornersOf(e)
  const [a, b] = corners
    .slice(1)
    .map((to, i) => [corners[i] ?? to, to] as const)
    .toSorted(([a, b], [c, d]) => Math.hypot(d.x - c.x, d.y - c.y) - Math.hypot(b.x - a.x, b.y - a.y))[0] ?? [
    { x: NaN, y: NaN },
    { x: NaN, y: NaN },
  ]
  const zoom = 8
  const middle = { x: ((a.x + b.x) / 2) * zoom, y: ((a.y + b.y) / 2) * zoom }
  const view = { x: 20 - middle.x, y: 20 - middle.y, zoom, width: 40, height: 40 }
  expect(drawing(view)).not.toEqual([])
  expect(drawing(view, { isAround: true })).toEqual([])
  const end = corners.at(-1) ?? { x: NaN, y: NaN }
  expect(drawing({ ...view, x: 20 - end.x * zoom, y: 20 - end.y * zoom }, { isAround: true })).not.toEqual([])
})

const lengthOf = (e: number) =>
  cornersOf(e).reduce(
    (sum, { x, y }, i, all) => sum + Math.hypot(x - (all[i - 1]?.x ?? x), y - (all[i - 1]?.y ?? y)),
    0,
  )

const cornersOf = (e: number) =>
  Array.from({ length: (p.pointStart[e + 1] ?? 0) - (p.pointStart[e] ?? 0) }, (_, i) => ({
    x: p.points[2 * ((p.pointStart[e] ?? 0) + i)] ?? NaN,
    y: p.points[2 * ((p.pointStart[e] ?? 0) + i) + 1] ?? NaN,
  }))

/** Places along a line, a pixel apart. */
const along = (points: { x: number; y: number }[]) =>
  points.slice(1).flatMap((b, i) => {
    const a = points[i]!
    const steps = Math.max(1, Math.ceil(Math.hypot(b.x - a.x, b.y - a.y)))
    return Array.from({ length: steps + 1 }, (_, s) => ({
      x: a.x + ((b.x - a.x) * s) / steps,
      y: a.y + ((b.y - a.y) * s) / steps,
    }))
  })
