import { describe, expect, it } from 'vitest'
import { at } from '#domain/graphLayout/columns.ts'
import { layoutView } from '#domain/graphLayout/layout.ts'
import { labelOf } from '#domain/graphLayout/labels.ts'
import { BOX, type Positions } from '#domain/graphLayout/positions.ts'
import { number } from '#words/counts.ts'
import { generateGraph, type Shape } from '#testing/states/generateGraph.ts'
import { selectionOf } from './emphasis.ts'
import { modelOf } from '../groupedModel.ts'
import { type Marks, NO_MARKS } from '#domain/overlays/overlay.ts'
import { painterOf } from './picture.ts'
import type { Palette } from './palette.ts'
import { areaIn, entering, innerSheet, READABLE, rootSheet, type BoxInView, toScreen, type Sheets } from '../scene.ts'
import { minimapHeight, TRAIL, viewportFor } from '../viewport.ts'
import { viewOf } from '../worker/expected.ts'

const WINDOW = { width: 1040, height: 520 }
const WIDE = 0.56 // of its height a letter is wide, as in common fonts
const palette = new Proxy({}, { get: (_, token) => String(token) }) as Palette // each colour is called by its token

type Painted = {
  texts: { text: string; px: number; color: string; x: number; y: number; alpha: number }[]
  colors: Map<string, number>
  /** Colours of dashed lines. */
  dashed: string[]
}

/** A canvas that writes down what is painted on it. */
function recorder() {
  const painted: Painted = { texts: [], colors: new Map(), dashed: [] }
  let isDashed = false
  const own: Record<string, unknown> = {
    font: '',
    fillStyle: '',
    fillText(text: string, x: number, y: number) {
      const px = Number(/([\d.]+)px/.exec(String(own['font']))?.[1])
      painted.texts.push({ text, px, x, y, color: String(own['fillStyle']), alpha: Number(own['globalAlpha']) })
    },
    fillRect() {
      const color = String(own['fillStyle'])
      painted.colors.set(color, (painted.colors.get(color) ?? 0) + 1)
    },
    setLineDash(dashes: readonly number[]) {
      isDashed = dashes.length > 0
    },
    stroke() {
      if (isDashed) painted.dashed.push(String(own['strokeStyle']))
    },
    getContext: () => context,
  }
  const context = new Proxy(own, {
    get: (target, name: string) => target[name] ?? (() => undefined),
    set: (target, name: string, value) => Reflect.set(target, name, value),
  }) as unknown as CanvasRenderingContext2D
  return { context, painted }
}

function paint(
  shape: Shape,
  size: number,
  more: {
    marks?: Marks
    hits?: Uint8Array
    lit?: Uint8Array
    again?: boolean
    selected?: number
    into?: number
    entered?: number
    /** Size of the pane, if it is not what the layout was made for. */
    pane?: { width: number; height: number }
    wide?: number
    /** The largest zoom. */
    zoom?: number
    /** Entries whose parent is not in the state. */
    orphans?: readonly number[]
  } = {},
) {
  const graph = generateGraph(shape, size)
  const missing = more.orphans && { urn: 'urn:pulumi:prod::shop::acme:web:Site::blog', children: [...more.orphans] }
  for (const child of more.orphans ?? []) graph.parent[child] = -1
  const model = modelOf({ ...graph, missingParents: missing ? [missing] : [] })
  const { topology, tree } = model
  const unchanged = { opened: new Set<number>(), shut: new Set<number>() }
  const lay = (root: number): Positions => layoutView(topology, tree, viewOf(root, WINDOW, unchanged))
  const pane = more.pane ?? WINDOW
  const root = rootSheet(lay(0))
  const known = new Map<number, Positions>()
  const sheets: Sheets = { get: (item) => known.get(item), request: (item) => known.set(item, lay(item)) }
  const { context, painted } = recorder()
  const draw = painterOf(
    {
      model,
      selection: selectionOf(topology, tree, more.selected ?? -1),
      marks: more.marks ?? NO_MARKS,
      hits: more.hits,
      lit: more.lit,
    },
    {
      measure: (text, px) => text.length * px * (more.wide ?? WIDE),
      palette,
      density: 1,
      textures: new Map(),
      again: () => (more.again = true),
      newImage: (width, height) => ({ width, height, getContext: () => context }) as unknown as HTMLCanvasElement,
    },
  )
  const box = root.p.item.indexOf(more.into ?? more.entered ?? 0)
  // A click shows the content of a group as far as its box, with the breadcrumbs below it.
  if (more.entered !== undefined) sheets.request(more.entered)
  const inner = more.entered === undefined ? undefined : innerSheet(root, box, sheets)
  const area = inner ? areaIn(inner, 0) : areaIn(root, box)
  const shown = inner
    ? entering(area, inner.scale, pane, minimapHeight(root.p))
    : { area, zooms: { most: more.zoom ?? 1e6 } }
  const fitted = viewportFor(shown.area, pane.width, pane.height, shown.zooms)
  const look = () => {
    painted.texts.length = 0
    return draw(context, { ...fitted, ...pane }, root, sheets).inView
  }
  look()
  let frames = 1
  for (; more.again; frames++) {
    more.again = false
    look()
  }
  const inView = look() // what was asked for the first time is there the second time
  return { model, root, painted, inView, fitted, frames }
}

const shapes: Shape[] = ['aws', 'k8s', 'chain', 'flat']
describe.each(shapes.flatMap((shape) => [60, 1_000, 10_000].map((size) => ({ shape, size }))))(
  '$shape with $size resources',
  ({ shape, size }) => {
    const { painted, root, fitted, model, frames } = paint(shape, size)

    it('is complete in one frame', () => {
      expect(frames).toBe(1)
    })

    it('paints no text smaller than 10 px, and some text always', () => {
      expect(painted.texts.filter(({ px }) => px < 10)).toEqual([])
      expect(painted.texts.filter(({ text }) => /[a-z]/i.test(text)).length).toBeGreaterThan(9)
    })

    it('names every box in view, in full or with most of its name', () => {
      const names = painted.texts.map(({ text }) => text)
      const boxes = Array.from(root.p.item.keys()).slice(1)
      const isNamed = (box: number) => {
        const { x, y, w, h } = toScreen(areaIn(root, box), fitted)
        return painted.texts.some((text) => text.x >= x && text.x <= x + w && text.y >= y && text.y <= y + h)
      }
      expect(boxes.filter((box) => !isNamed(box))).toEqual([])
      expect(names.filter((text) => /\d to \d/.test(text))).toEqual([])
      const cut = painted.texts.filter(({ text, color }) => color === 'ink' && text.includes('…'))
      expect(cut.filter(({ text }) => text.length < 6).length).toBeLessThanOrEqual(painted.texts.length * 0.05)
      expect(model.tree.size).toBeGreaterThan(0)
    })
  },
)

it('shows the contents of a group once they are legible, and nothing before', () => {
  const { root, model } = paint('aws', 1_000)
  const closed = Array.from(root.p.item.keys()).filter((box) => root.p.kind[box] === 1)
  const large = root.p.item[closed.find((box) => (model.tree.inside[root.p.item[box] ?? 0] ?? 0) > 20) ?? 0] ?? 0
  const isInside = (item: number) => item > large && item < (model.tree.end[large] ?? 0)
  const far = paint('aws', 1_000)
  expect(far.inView.some(({ boxes }) => boxes.some(({ item }) => isInside(item)))).toBe(false)
  const near = paint('aws', 1_000, { into: large })
  expect(near.inView.some(({ boxes }) => boxes.some(({ item }) => isInside(item)))).toBe(true)
  expect(near.painted.texts.filter(({ px }) => px < 10)).toEqual([])
})

it('writes the title of a group at its upper border, however large the group is', () => {
  for (const shape of shapes) {
    const { root, model } = paint(shape, 1_000)
    const closed = Array.from(root.p.item.keys()).filter((box) => root.p.kind[box] === BOX.closed)
    for (const box of closed.filter((_, i) => i % 5 === 0)) {
      const into = root.p.item[box] ?? 0
      const { painted, fitted } = paint(shape, 1_000, { into })
      const { y } = toScreen(areaIn(root, box), fitted)
      const { name } = labelOf(model.topology, model.tree, into)
      const named = painted.texts.filter(({ text, color }) => color === 'ink' && text === name)
      const [title] = named.toSorted((a, b) => a.y - b.y) // what is inside may have the same name
      expect(title && title.y + title.px / 2 - y, `${shape} ${name}`).toBeLessThanOrEqual(33)
    }
  }
})

it('shows marks when zoomed out, with their counts', () => {
  const marks: Marks = {
    classes: [{ id: 'failed', sign: '✕', look: 'danger', words: (count) => `${count} failed` }],
    of: Int8Array.from({ length: 10_000 }, (_, resource) => (resource % 1_000 === 7 ? 0 : -1)),
  }
  const { painted } = paint('k8s', 10_000, { marks })
  expect(painted.colors.get('danger')).toBe(10)
  const shown = painted.texts.filter(({ color }) => color === 'danger').map(({ text }) => Number(text))
  // The frame shows the whole, and each group its part.
  expect(shown).toContain(10)
  expect(shown.reduce((sum, count) => sum + count, 0)).toBe(20)
  expect(painted.texts.filter(({ text }) => text === '✕').length).toBe(shown.length)
})

it('draws a component that is not in the state as a dashed outline around its children, whatever the overlay', () => {
  expect(paint('aws', 60).painted.dashed).toEqual([])
  const { painted } = paint('aws', 60, { orphans: [20, 21, 22] })
  expect(new Set(painted.dashed)).toEqual(new Set(['danger']))
  const texts = painted.texts.map(({ text }) => text)
  expect(texts).toContain('blog')
  expect(texts).toContain('missing · 7') // one of the three contains four
})

it('names the only problem in a group', () => {
  const resource = 4_321
  const mark = { id: 'failed', sign: '✕', look: 'danger', words: String } as const
  const of = Int8Array.from({ length: 10_000 }, (_, i) => (i === resource ? 0 : -1))
  const { name, inside, shown } = closedGroupOf(resource, { classes: [mark], of })
  expect(shown).toContain(`${name}, ${number(inside - 1)} more`)
  expect(shown).toContain(`of ${number(inside)}`)
  expect(closedGroupOf(resource, { classes: [{ ...mark, isQuiet: true }], of }).shown).not.toContain(name)
})

/** What the smallest group in the picture that contains a resource shows, with the name of that. */
function closedGroupOf(resource: number, marks: Marks) {
  const { model, painted, inView } = paint('k8s', 10_000, { marks, zoom: 1.2, pane: { width: 4_000, height: 4_000 } })
  const { tree, topology } = model
  const item = at(tree.itemOf, resource)
  const group = inView
    .flatMap(({ boxes }) => boxes)
    .findLast((box) => box.kind === BOX.closed && box.item < item && item < at(tree.end, box.item))
  if (!group) throw new Error('no closed group has it')
  const { area } = group
  const shown = painted.texts
    .filter(({ x, y }) => x >= area.x && x <= area.x + area.w && y >= area.y && y <= area.y + area.h)
    .map(({ text }) => text)
  return { name: topology.names[resource], inside: at(tree.inside, group.item), shown: shown.join('\n') }
}

it.each(shapes)('paints no sign of a kind without its number, however many resources there are: %s', (shape) => {
  const { names, type } = generateGraph(shape, 30_000)
  const looks = ['kind-a', 'kind-b', 'kind-c', 'kind-d', 'kind-e', 'kind-f'] as const
  const { painted } = paint(shape, 30_000, {
    marks: {
      classes: looks.map((look, i) => ({ id: look, sign: 'ABCDEF'.charAt(i), look, words: String })),
      of: names.map((_, i) => (type[i] ?? 0) % 6),
      isByCount: true,
    },
  })
  const signs = painted.texts.filter(({ text, color }) => color === 'raised' && /^[A-F]$/.test(text))
  expect(signs.length).toBeGreaterThan(10)
  // In a group the number is next to it; a card has only the sign, before its name.
  const isBeside = (sign: { x: number; y: number }, { x, y }: { x: number; y: number }) =>
    x > sign.x && x < sign.x + 25 && Math.abs(y - sign.y) < 12
  const alone = signs.filter(
    (sign) =>
      !painted.texts.some((other) =>
        other.color === 'ink' ? isBeside(sign, other) : /^[\d,]+$/.test(other.text) && isBeside(sign, other),
      ),
  )
  expect(alone).toEqual([])
})

it.each(shapes)('keeps at least eight letters of a name next to a sign, or the whole name: %s', (shape) => {
  for (const size of [300, 1_000, 10_000]) {
    const { names } = generateGraph(shape, size)
    const unhealthy = { id: 'bad', sign: '✕', look: 'danger', words: String } as const
    const { painted } = paint(shape, size, {
      marks: { classes: [unhealthy], of: names.map((_, i) => (i % 9 ? -1 : 0)) },
      wide: 0.66, // as bold letters are,
    })
    const cut = painted.texts.filter(({ text, color }) => color === 'ink' && text.includes('…'))
    expect(cut.filter(({ text }) => text.replace('…', '').length < 8).map(({ text }) => text)).toEqual([])
  }
})

it.each([
  ['aws', 10_000],
  ['flat', 10_000],
] as const)('keeps at least eight letters, or the whole name, of what is in an opened group: %s', (shape, size) => {
  const { names } = generateGraph(shape, size)
  const unhealthy = { id: 'bad', sign: '✕', look: 'danger', words: String } as const
  const marks = { classes: [unhealthy], of: names.map((_, i) => (i % 97 ? -1 : 0)) }
  const { root, model } = paint(shape, size)
  const closed = Array.from(root.p.item).filter((_, box) => root.p.kind[box] === BOX.closed)
  const large = closed.filter((item) => (model.tree.inside[item] ?? 0) > 1_000).slice(0, 3)
  expect(large).not.toEqual([])
  // The second pane is as high as one below a notice, which the layout was not made for.
  for (const pane of [WINDOW, { width: 1_047, height: 505 }]) {
    for (const into of large) {
      const { painted, inView } = paint(shape, size, { marks, entered: into, wide: 0.66, pane })
      const named = painted.texts.filter(({ text, color }) => color === 'ink' && /[a-z]/i.test(text))
      const cut = named.filter(({ text }) => text.includes('…') && text.replace('…', '').length < 8)
      expect(named.length).toBeGreaterThan(9)
      expect(cut.map(({ text }) => text)).toEqual([])
      const inner = inView.find(({ sheet }) => sheet.p.item[0] === into)
      expect(inner?.scale, 'its cards stand out, not its dots').toBeGreaterThan(READABLE - 1e-6)
      const isWhole = ({ area: { y, h } }: BoxInView) => y >= 0 && y + h <= pane.height
      const boxes = inner?.boxes.slice(1) ?? []
      expect(boxes.filter(isWhole)).toHaveLength((inner?.sheet.p.item.length ?? 0) - 1)
      const counts = painted.texts.filter(({ text, color }) => color === 'muted' && /^of|^\d/.test(text))
      expect(counts.filter(({ text }) => text.includes('…'))).toEqual([])
    }
  }
})

it('shows all of an entered group above the breadcrumbs', () => {
  const { root } = paint('aws', 1_000)
  const closed = Array.from(root.p.item).filter((_, box) => root.p.kind[box] === BOX.closed)
  expect(closed.length).toBeGreaterThan(10)
  for (const entered of closed) {
    const { inView } = paint('aws', 1_000, { entered })
    const inner = inView.find(({ sheet }) => sheet.p.item[0] === entered)
    const isWhole = ({ area: { x, y, w, h } }: BoxInView) =>
      x >= 0 && y >= 0 && x + w <= WINDOW.width && y + h <= WINDOW.height - TRAIL
    expect(inner?.boxes.slice(1).filter(isWhole)).toHaveLength((inner?.sheet.p.item.length ?? 0) - 1)
  }
})

it('tells cards of the same name apart by their kinds, also in one line', () => {
  const { model, inView, painted } = paint('k8s', 60, { wide: 0.66, zoom: 0.56 })
  const cards = inView.flatMap(({ boxes }) => boxes.filter(({ kind }) => kind === BOX.card))
  const wordsOn = ({ x, y, w, h }: { x: number; y: number; w: number; h: number }) =>
    painted.texts
      .filter((text) => text.x >= x && text.x <= x + w && text.y > y && text.y < y + h)
      .map(({ text }) => text)
  const twins = cards.filter(({ item }) => labelOf(model.topology, model.tree, item).name === 'ledger-16')
  const shown = twins.map(({ area }) => wordsOn(area).join(' '))
  expect(shown.length).toBeGreaterThan(2)
  expect(shown.filter((words) => words.replace('…', '').length < 8)).toEqual([])
  expect(new Set(shown).size, shown.join()).toBe(shown.length)
})

it('dims what a filter excludes, and shows the remaining count for each group', () => {
  const hits = Uint8Array.from({ length: 10_000 }, (_, resource) => (resource % 1_000 === 7 ? 1 : 0))
  const { painted } = paint('k8s', 10_000, { hits })
  const shown = painted.texts
    .filter(({ color, text }) => color === 'accent' && text !== '⌕')
    .map(({ text }) => Number(text))
  expect(shown).toContain(10)
  expect(shown.reduce((sum, count) => sum + count, 0)).toBe(20)
})

it('keeps what the selection is related to undimmed by a filter that leaves only the selection', () => {
  const graph = generateGraph('aws', 60)
  const { topology, tree } = modelOf(graph)
  const selected = graph.names.indexOf('gateway-queue-18')
  const hits = Uint8Array.from(graph.names, (_, i) => (i === selected ? 1 : 0))
  const item = tree.itemOf[selected] ?? -1
  const { painted } = paint('aws', 60, { hits, selected: item })
  const alphaOf = (name: string) => painted.texts.find(({ text }) => text === name)?.alpha ?? 0
  const selection = selectionOf(topology, tree, item)
  const related = graph.names.filter((_, i) => selection?.down[tree.itemOf[i] ?? -1])
  const shown = related.filter((name) => alphaOf(name) > 0)
  expect(shown.length).toBeGreaterThan(0)
  for (const name of shown) expect(alphaOf(name)).toBe(1)
  expect(alphaOf('ledger-board-40')).toBeLessThan(0.5)
})

it('dims all but where to look, until something is selected', () => {
  const { names } = generateGraph('aws', 60)
  const place = names.indexOf('gateway-queue-18')
  const lit = Uint8Array.from(names, (_, i) => (i === place ? 1 : 0))
  const alphas = ({ painted }: ReturnType<typeof paint>) =>
    ['gateway-queue-18', 'ledger-board-40'].map((name) => painted.texts.find(({ text }) => text === name)?.alpha)
  expect(alphas(paint('aws', 60, { lit }))).toEqual([1, 0.5])
  const item = paint('aws', 60).model.tree.itemOf[names.indexOf('ledger-board-40')] ?? -1
  expect(alphas(paint('aws', 60, { lit, selected: item }))).not.toContain(0.5)
})

it('writes the names of small cards in letters of 12 px, if they are whole then', () => {
  const { painted, root, model } = paint('aws', 60, { pane: { width: 2000, height: 1200 }, zoom: 0.83 })
  const cards = [...root.p.item].filter((_, box) => root.p.kind[box] === BOX.card)
  const names = new Set(cards.map((item) => labelOf(model.topology, model.tree, item).name))
  const sizes = painted.texts.filter(({ text }) => names.has(text)).map(({ px }) => px)
  expect(sizes.length).toBeGreaterThan(cards.length / 2)
  expect(new Set(sizes)).toContain(12)
  expect(Math.min(...sizes)).toBeGreaterThan(10.5)
})

it('names of open groups stay in the window while it is moved', () => {
  const { model, root } = paint('aws', 300)
  const [picture, names] = [recorder(), recorder()]
  const draw = painterOf(
    { model, selection: undefined, marks: NO_MARKS },
    {
      measure: (text, px) => text.length * px * WIDE,
      palette,
      density: 1,
      textures: new Map(),
      again: () => undefined,
      newImage: (width, height) =>
        ({ width, height, getContext: () => recorder().context }) as unknown as HTMLCanvasElement,
    },
  )
  const fitted = viewportFor(areaIn(root, 0), WINDOW.width, WINDOW.height, { most: 1.6 })
  const view = { ...fitted, ...WINDOW, margin: { x: WINDOW.width, y: 0 } } // every name may reach the edge
  const { paintNames } = draw(
    picture.context,
    view,
    root,
    { get: () => undefined, request: () => undefined },
    { layer: names.context },
  )
  const before = [...names.painted.texts]
  const open = Array.from(root.p.item).filter((_, box) => root.p.kind[box] === BOX.open)
  const named = [...before, ...picture.painted.texts].map(({ text }) => text)
  for (const item of open) expect(named).toContain(labelOf(model.topology, model.tree, item).name)
  const outermost = before[0]
  expect(picture.painted.texts.map(({ text }) => text)).not.toContain(outermost?.text)
  names.painted.texts.length = 0
  paintNames(-60, 7)
  const after = names.painted.texts
  expect(after[0]).toMatchObject({ text: outermost?.text, y: (outermost?.y ?? NaN) + 7 })
  expect(after[0]?.x, 'at the edge').toBeGreaterThan(0)
  expect(after[0]?.x).toBeLessThanOrEqual(outermost?.x ?? NaN)
  const inside = before.filter(({ x }) => x > 400) // of boxes that stay in the window
  expect(inside.length).toBeGreaterThan(2)
  for (const { text, x } of inside) expect(after.find((each) => each.text === text)?.x).toBeCloseTo(x - 60)
})
