import { describe, expect, it } from 'vitest'
import { layoutView } from '#domain/graphLayout/layout.ts'
import { BOX, type Positions } from '#domain/graphLayout/positions.ts'
import { generateGraph } from '#testing/states/generateGraph.ts'
import { modelOf } from '../groupedModel.ts'
import { areaIn, locate, rootSheet, type Sheets, toScreen } from '../scene.ts'
import { viewOf } from '../worker/expected.ts'
import {
  clicked,
  type Effect,
  entered,
  fitted,
  type MapView,
  mapView,
  moved,
  paneClicked,
  placeChanged,
  placeUndone,
  released,
  reportDue,
  rested,
  type Scene,
  sceneChanged,
  selectionSought,
  toggled,
  type Transition,
  trailOf,
  zoomed,
} from './mapView.ts'

const SIZE = { width: 1040, height: 520 }
const model = modelOf(generateGraph('aws', 1_000))
const { topology, tree } = model
const unchanged = { opened: new Set<number>(), shut: new Set<number>() }
const lay = (item: number, opened = unchanged.opened): Positions =>
  layoutView(topology, tree, viewOf(item, SIZE, { ...unchanged, opened }))
const whole = lay(0)
/** A closed group of the first layout, and a resource in it. */
const group =
  whole.item[
    whole.kind.findIndex((kind, box) => kind === BOX.closed && (tree.inside[whole.item[box] ?? 0] ?? 0) > 9)
  ] ?? 0
const inside = group + 1
const other = whole.item[whole.kind.lastIndexOf(BOX.closed)] ?? 0
const card = whole.item[whole.kind.indexOf(BOX.card)] ?? 0

/** Layouts of groups that arrive when the test lets them. */
function sheetsOf() {
  const layouts = new Map<number, Positions>()
  const requested = new Set<number>()
  const sheets: Sheets = { get: (item) => layouts.get(item), request: (item) => requested.add(item) }
  return { sheets, requested, arrive: () => [...requested].forEach((item) => layouts.set(item, lay(item))) }
}

/** A map with React Flow, in which moves that take no time arrive at once; others when the test lets them. */
function mapIn(more: Partial<Scene> = {}) {
  const { sheets, requested, arrive } = sheetsOf()
  const page = {
    map: mapView(more.place),
    scene: {
      root: rootSheet(whole),
      tree,
      sheets,
      size: SIZE,
      view: { x: 0, y: 0, zoom: 1 },
      selected: -1,
      request: undefined,
      place: undefined,
      ...more,
    } as Scene,
    requested,
    arrive,
    /** Sends an event, after changes of the scene; returns its effects, moves by their duration. */
    send(transition: Transition, change: Partial<Scene> = {}): Effect[] {
      page.scene = { ...page.scene, ...change }
      const before = { ...page.map }
      const { map, effects } = transition(page.map, page.scene)
      expect(page.map, 'a transition changes nothing itself').toEqual(before)
      page.map = map
      for (const effect of effects)
        if (effect.kind === 'go' && page.scene.view) page.scene = { ...page.scene, view: effect.view }
      return [...effects]
    },
    /** The box that shows an item, on the screen. */
    boxOf(item: number) {
      const spot = page.scene.root && locate(page.scene.root, tree, item, sheets)
      return spot && page.scene.view ? toScreen(areaIn(spot.sheet, spot.box), page.scene.view) : undefined
    },
  }
  return page
}
const kinds = (effects: readonly Effect[]) =>
  effects.map((effect) => (effect.kind === 'go' ? `go ${effect.duration}` : effect.kind))
const isInView = (box: { x: number; y: number; w: number; h: number } | undefined) =>
  box !== undefined && box.x > -1 && box.y > -1 && box.x + box.w < SIZE.width + 1 && box.y + box.h < SIZE.height + 1

/** A map that has shown its first view. */
function shown(more: Partial<Scene> = {}) {
  const page = mapIn(more)
  page.send(sceneChanged)
  return page
}

describe('the first picture', () => {
  it('is painted before there is React Flow, with everything in view, and then announced', () => {
    const page = mapIn({ view: undefined })
    expect(kinds(page.send(sceneChanged))).toEqual(['paint', 'announce'])
    expect(isInView(toScreen(areaIn(rootSheet(whole), 0), page.map.opening ?? { x: 0, y: 0, zoom: 9 }))).toBe(true)
    expect(page.map.isShown).toBe(false)
  })

  it('waits for React Flow if it shows a part', () => {
    expect(mapIn({ view: undefined, place: '0.5_0.5_0.4' }).send(sceneChanged)).toEqual([])
    expect(mapIn({ view: undefined, selected: card }).send(sceneChanged)).toEqual([])
  })

  it('waits for layout and pane', () => {
    expect(mapIn({ root: undefined }).send(sceneChanged)).toEqual([])
    expect(mapIn({ size: undefined }).send(sceneChanged)).toEqual([])
  })

  it('is the same once React Flow is mounted, and not announced again', () => {
    const page = mapIn({ view: undefined })
    page.send(sceneChanged)
    const effects = page.send(sceneChanged, { view: { x: 0, y: 0, zoom: 1 } })
    expect(effects).toEqual([
      { kind: 'go', view: page.map.opening, duration: 0 },
      { kind: 'paint' },
      { kind: 'restIn', ms: 0 },
    ])
    expect(page.map).toMatchObject({ isShown: true, isFitted: true })
  })

  it('is the view in the address, moved to before it is painted', () => {
    const page = mapIn({ place: '0.5_0.5_0.4' })
    expect(kinds(page.send(sceneChanged))).toEqual(['go 0', 'paint', 'announce'])
    expect(page.map.isFitted).toBe(false)
    expect((page.scene.view?.zoom ?? NaN) * (whole.w[0] ?? NaN) * 0.4).toBeCloseTo(SIZE.width)
  })

  it('is everything if the address makes no sense', () => {
    const page = mapIn({ place: 'nonsense' })
    page.send(sceneChanged)
    expect(page.map.isFitted).toBe(true)
  })

  it('shows the selected item, also where the address shows another part in this window', () => {
    for (const place of [undefined, '2.9_2.9_0.1']) {
      const page = mapIn({ selected: card, place })
      page.send(sceneChanged)
      expect(isInView(page.boxOf(card))).toBe(true)
      expect(page.scene.view?.zoom).toBeGreaterThanOrEqual(0.9)
    }
  })

  it('is the view in the address if that has the selected item in it', () => {
    const page = mapIn({ selected: card, place: '0.5_0.5_1' })
    page.send(sceneChanged)
    expect(page.map.place).toBe('0.5_0.5_1')
    expect((page.scene.view?.zoom ?? NaN) * (whole.w[0] ?? NaN)).toBeCloseTo(SIZE.width)
  })

  it('gets closer to an item deep inside closed groups with each layout that arrives, and then stops', () => {
    const page = mapIn({ selected: inside })
    expect(kinds(page.send(sceneChanged)).at(-2)).toBe('paint')
    expect(page.map.approaching).toBe(inside)
    const far = page.scene.view?.zoom ?? 0
    page.arrive()
    expect(kinds(page.send(sceneChanged))).toEqual(['go 0', 'paint', 'restIn'])
    expect(page.map.approaching).toBe(-1)
    expect(page.scene.view?.zoom).toBeGreaterThan(far)
    expect(kinds(page.send(sceneChanged))).toEqual(['paint', 'restIn'])
  })

  it('gets no closer to an item that is no longer selected', () => {
    const page = mapIn({ selected: inside })
    page.send(sceneChanged)
    page.arrive()
    expect(kinds(page.send(sceneChanged, { selected: card }))).toEqual(['paint', 'restIn'])
    expect(page.map.approaching).toBe(-1)
  })
})

describe('a new layout', () => {
  const opened = lay(0, new Set([tree.key[group] ?? 0]))

  it('has the group that the user opened where it was, and is announced after it is painted', () => {
    const page = shown()
    const before = page.boxOf(group)
    expect(page.send(toggled(group))).toEqual([{ kind: 'toggle', item: group, isOpen: false }])
    expect(kinds(page.send(sceneChanged, { root: rootSheet(opened) }))).toEqual(['go 0', 'paint', 'announce'])
    expect(page.boxOf(group)?.x).toBeCloseTo(before?.x ?? NaN, 3)
    expect(page.boxOf(group)?.y).toBeCloseTo(before?.y ?? NaN, 3)
    expect(page.send(toggled(group))).toEqual([{ kind: 'toggle', item: group, isOpen: true }])
  })

  it('is in view as a whole after any other change', () => {
    const page = shown({ place: '0.5_0.5_0.4' })
    expect(kinds(page.send(sceneChanged, { root: rootSheet(opened) }))).toEqual(['go 0', 'paint', 'announce'])
    expect(page.map.isFitted).toBe(true)
    expect(isInView(page.boxOf(0))).toBe(true)
  })

  it('keeps only the next layout in place', () => {
    const page = shown()
    page.send(toggled(group))
    page.send(sceneChanged, { root: rootSheet(opened) })
    page.send(sceneChanged, { root: rootSheet(whole) })
    expect(page.map.anchor).toBe(-1)
    expect(isInView(page.boxOf(0))).toBe(true)
  })

  it('stays where it is if the opened group is not in it', () => {
    const page = shown()
    page.send(toggled(group))
    const { view } = page.scene
    page.send(sceneChanged, { root: rootSheet(lay(other)) })
    expect(page.scene.view).toEqual(view)
  })
})

describe('another size of the pane', () => {
  const size = { width: 700, height: 500 }

  it('has everything in view again, if it was', () => {
    const page = shown()
    expect(kinds(page.send(sceneChanged, { size }))).toEqual(['go 0', 'paint', 'restIn'])
    expect(page.map.isFitted).toBe(true)
    expect((page.boxOf(0)?.w ?? NaN) < size.width).toBe(true)
  })

  it.each([
    ['moved', released],
    ['zoomed', zoomed('zoomIn')],
  ])('leaves a view alone that the user has %s', (_how, event) => {
    const page = shown()
    page.send(event)
    expect(kinds(page.send(sceneChanged, { size }))).toEqual(['paint', 'restIn'])
  })
})

describe('a request to show an item', () => {
  it('waits until the item is selected, then moves there once', () => {
    const page = shown()
    const request = { item: card }
    expect(kinds(page.send(sceneChanged, { request }))).toEqual(['paint', 'restIn'])
    expect(kinds(page.send(sceneChanged, { selected: card }))).toEqual(['go 260', 'paint', 'restIn'])
    expect(isInView(page.boxOf(card))).toBe(true)
    expect(kinds(page.send(sceneChanged))).toEqual(['paint', 'restIn'])
    expect(kinds(page.send(sceneChanged, { request: { item: card } }))).toEqual(['go 260', 'paint', 'restIn'])
  })

  it('goes on with each layout that arrives until the item is there', () => {
    const page = shown({ selected: inside, place: '0.5_0.5_1' })
    page.send(sceneChanged, { request: { item: inside } })
    expect(page.requested).toContain(group)
    page.arrive()
    expect(kinds(page.send(sceneChanged))).toEqual(['go 260', 'paint', 'restIn'])
    expect(page.map.followed).toEqual({ item: inside })
  })
})

it('each move continues from the one before, if that takes no time', () => {
  const page = mapIn({ selected: card, place: '0.5_0.5_1', request: { item: card }, view: { x: 0, y: 0, zoom: 3 } })
  expect(kinds(page.send(sceneChanged))).toEqual(['go 0', 'go 260', 'paint', 'announce'])
  expect(page.scene.view?.zoom).toBeCloseTo(0.9)
})

it('layout, size, entered group and request move the view in this order, before it is painted and announced', () => {
  const page = shown({ selected: card })
  page.send(fitted)
  page.send(entered(group))
  page.send(fitted) // an entered group is still waited for
  page.arrive()
  const root = rootSheet(lay(0, new Set([tree.key[other] ?? 0])))
  const effects = page.send(sceneChanged, { root, size: { width: 900, height: 500 }, request: { item: card } })
  expect(kinds(effects)).toEqual(['go 0', 'go 0', 'go 260', 'go 260', 'paint', 'announce'])
  expect(isInView(page.boxOf(card))).toBe(true)
})

describe('a closed group', () => {
  it('is entered by a click, as a box until its content is there, then as far as that is legible', () => {
    const page = shown()
    expect(kinds(page.send(clicked(group, true)))).toEqual(['go 260'])
    expect(page.requested).toContain(group)
    const far = page.scene.view?.zoom ?? 0
    expect(kinds(page.send(sceneChanged))).toEqual(['paint', 'restIn'])
    page.arrive()
    expect(kinds(page.send(sceneChanged))).toEqual(['go 260', 'paint', 'restIn'])
    expect(page.map).toMatchObject({ entering: -1, isFitted: false })
    expect(page.scene.view?.zoom).not.toBe(far)
    expect(
      trailOf(
        { root: rootSheet(whole), sheets: page.scene.sheets },
        { ...SIZE, ...(page.scene.view ?? { x: 0, y: 0, zoom: 0 }) },
      ),
    ).toContain(group)
    expect(kinds(page.send(sceneChanged))).toEqual(['paint', 'restIn'])
  })

  it('is no longer waited for after another one is entered', () => {
    const page = shown()
    page.send(entered(group))
    page.send(entered(other))
    expect(page.map.entering).toBe(other)
  })

  it('is in no trail while everything is in view', () => {
    const page = shown()
    expect(
      trailOf(
        { root: rootSheet(whole), sheets: page.scene.sheets },
        { ...SIZE, ...(page.scene.view ?? { x: 0, y: 0, zoom: 0 }) },
      ),
    ).toEqual([])
  })
})

describe('the view in the address', () => {
  const place = '0.5_0.5_0.4'

  it('is followed, and not reported back', () => {
    const page = shown()
    expect(kinds(page.send(placeChanged, { place }))).toEqual(['go 260'])
    expect(page.map.isFitted).toBe(false)
    expect(page.send(reportDue)).toEqual([])
    expect(page.send(placeChanged)).toEqual([])
  })

  it('that changes while there is no layout is given up for the next layout, which is in view as a whole', () => {
    const page = shown()
    const { root } = page.scene
    expect(page.send(placeChanged, { place, root: undefined })).toEqual([])
    page.send(sceneChanged, { root })
    expect(page.send(reportDue)).toEqual([{ kind: 'report', place: undefined }])
  })

  it('is left by having everything in view when it is removed', () => {
    const page = shown({ place })
    page.send(placeChanged, { place: undefined })
    expect(page.map.isFitted).toBe(true)
    expect(page.send(reportDue)).toEqual([])
  })

  it('is not followed before the first view', () => {
    expect(mapIn().send(placeChanged, { place })).toEqual([])
  })

  it('is reported at rest, once, and removed when everything is in view', () => {
    const page = shown()
    page.send(released)
    const [report, ...rest] = page.send(reportDue, { view: { x: -400, y: -300, zoom: 1.4 } })
    expect(report).toMatchObject({ kind: 'report', place: expect.stringMatching(/^[\d.]+_[\d.]+_[\d.]+$/) })
    expect(rest).toEqual([])
    expect(page.send(reportDue)).toEqual([])
    page.send(fitted)
    expect(page.send(reportDue)).toEqual([{ kind: 'report', place: undefined }])
  })

  it('does not bring back a view that the map has reported and left, but an undo does', () => {
    const page = shown()
    page.send(released)
    const [first, second] = [-400, -500].map((x) => {
      const [report] = page.send(reportDue, { view: { x, y: -300, zoom: 1.4 } })
      return report?.kind === 'report' ? report.place : undefined
    })
    expect(first).not.toBe(second)
    expect(page.send(placeChanged, { place: first }), 'arrives late').toEqual([])
    expect(page.send(placeChanged, { place: second })).toEqual([])
    page.send(reportDue, { view: { x: -600, y: -300, zoom: 1.4 } })
    expect(kinds(page.send(placeUndone, { place: second }))).toEqual(['go 260'])
    expect(page.send(reportDue)).toEqual([])
    expect(kinds(page.send(placeChanged, { place: first })), 'an address opened later').toEqual(['go 260'])
  })

  it('is not reported before the first view', () => {
    expect(mapIn().send(reportDue)).toEqual([])
  })
})

describe('moves and rest', () => {
  it('a move paints with the next frame, and waits for rest and report apart', () => {
    expect(shown().send(moved)).toEqual([
      { kind: 'restIn', ms: 140 },
      { kind: 'reportIn', ms: 140 },
      { kind: 'paintSoon' },
    ])
  })

  it('at rest the picture is exact, then the boxes get elements', () => {
    expect(kinds(shown().send(rested))).toEqual(['paint', 'elements'])
    expect(mapIn({ view: undefined }).send(rested)).toEqual([])
  })
})

describe('what the user wants to see', () => {
  it('everything', () => {
    const page = shown({ place: '0.5_0.5_0.4' })
    expect(kinds(page.send(fitted))).toEqual(['go 260'])
    expect(isInView(page.boxOf(0))).toBe(true)
  })

  it('the selected item', () => {
    const page = shown()
    expect(page.send(selectionSought)).toEqual([])
    expect(kinds(page.send(selectionSought, { selected: card }))).toEqual(['go 260'])
    expect(isInView(page.boxOf(card))).toBe(true)
  })

  it('nothing moves in a pane without a size', () => {
    const page: { map: MapView; send: ReturnType<typeof mapIn>['send'] } = mapIn({ size: { width: 0, height: 0 } })
    expect(kinds(page.send(sceneChanged))).toEqual(['paint', 'announce'])
    expect(page.map.isFitted).toBe(true)
  })
})

describe('a click', () => {
  it('on a card selects it, and on nothing selects nothing', () => {
    const page = shown()
    expect(page.send(clicked(card, false))).toEqual([{ kind: 'select', item: card }])
    const { x = 0, y = 0, w = 0, h = 0 } = page.boxOf(card) ?? {}
    expect(page.send(paneClicked(x + w / 2, y + h / 2))).toEqual([{ kind: 'select', item: card }])
    expect(page.send(paneClicked(-500, -500))).toEqual([{ kind: 'select', item: -1 }])
  })

  it('on a closed group without an element enters it', () => {
    const page = shown()
    const { x = 0, y = 0, w = 0, h = 0 } = page.boxOf(group) ?? {}
    expect(kinds(page.send(paneClicked(x + w / 2, y + h / 2)))).toEqual(['go 260'])
  })
})
