import { describe, expect, it } from 'vitest'
import { layoutView } from '#domain/graphLayout/layout.ts'
import { BOX, type Positions } from '#domain/graphLayout/positions.ts'
import { generateGraph, type Shape } from '#testing/states/generateGraph.ts'
import { modelOf } from './groupedModel.ts'
import { areaIn, hitAt, rootSheet, boxesInView, type Sheets, type Window } from './scene.ts'
import { viewportFor } from './viewport.ts'

const PANE = { width: 1040, height: 520 }

/** A graph with the contents of all groups that are asked for. */
function sceneOf(shape: Shape, size: number) {
  const { topology, tree } = modelOf(generateGraph(shape, size))
  const lay = (root: number): Positions =>
    layoutView(topology, tree, { root, ...PANE, opened: new Set(), shut: new Set() })
  const known = new Map<number, Positions>()
  const sheets: Sheets = { get: (item) => known.get(item), request: (item) => known.set(item, lay(item)) }
  return { root: rootSheet(lay(0)), sheets, tree }
}

describe.each(['aws', 'k8s', 'flat'] as const)('what is under the pointer: %s', (shape) => {
  const { root, sheets, tree } = sceneOf(shape, 1_000)
  const fitted = viewportFor(areaIn(root, 0), PANE.width, PANE.height, { most: 1.6 })

  // Around the first box that is no frame.
  const first = areaIn(
    root,
    Array.from(root.p.kind).findIndex((kind, box) => box > 0 && kind !== BOX.open),
  )
  const [left, top] = [first.x + first.w / 2, first.y + first.h / 2]
  const zoomed = (by: number): Window => ({
    x: left * fitted.zoom * (1 - by) + fitted.x,
    y: top * fitted.zoom * (1 - by) + fitted.y,
    zoom: fitted.zoom * by,
    ...PANE,
  })

  it.each([0.3, 1, 2.5, 7, 20])('is the innermost box in view, at %s times the first zoom', (by) => {
    const view = zoomed(by)
    for (let depth = 0; depth < 4; depth++) boxesInView(root, view, sheets) // contents of contents are asked for in turn
    const boxes = boxesInView(root, view, sheets).flatMap((each) => each.boxes)
    const leaves = boxes.filter(({ kind, inner, index }) => index > 0 && kind !== BOX.open && !inner)
    let asked = 0
    for (const { area, item } of leaves) {
      for (const [across, down] of [
        [0.5, 0.5],
        [0.02, 0.02],
        [0.98, 0.98],
      ] as const) {
        const [x, y] = [area.x + area.w * across, area.y + area.h * down]
        if (x < 0 || y < 0 || x > PANE.width || y > PANE.height) continue
        expect(hitAt(root, view, sheets, x, y)?.item).toBe(item)
        asked++
      }
    }
    expect(asked).toBeGreaterThan(0)
  })

  it('is the group between the boxes inside it, and nothing outside the picture', () => {
    const view = zoomed(1)
    const inView = boxesInView(root, view, sheets).flatMap((each) => each.boxes)
    for (const open of inView.filter(({ kind, index }) => index > 0 && kind === BOX.open)) {
      const hit = hitAt(root, view, sheets, open.area.x + 1, open.area.y + 1)
      expect(hit?.item).toBe(open.item)
      expect(tree.parent[hit?.item ?? 0]).toBe(tree.parent[open.item])
    }
    const { x, y, w } = inView.find(({ index, sheet }) => index === 0 && sheet === root)?.area ?? { x: 0, y: 0, w: 0 }
    expect(hitAt(root, view, sheets, x - 2, y + 5)).toBeUndefined()
    expect(hitAt(root, view, sheets, x + w + 2, y + 5)).toBeUndefined()
  })
})

it('boxes in the margin of a window are in the picture, and none beyond', () => {
  const { root, sheets } = sceneOf('aws', 1_000)
  const boxesIn = (view: Window) =>
    boxesInView(root, view, sheets).flatMap(({ boxes }) => boxes.map(({ item }) => item))
  const middle = { x: -200, y: -150, zoom: 1, width: 300, height: 200 }
  const wider = { x: -140, y: -110, zoom: 1, width: 420, height: 280 }
  expect(boxesIn(middle).length).toBeLessThan(boxesIn(wider).length)
  expect(boxesIn({ ...middle, margin: { x: 60, y: 40 } })).toEqual(boxesIn(wider))
})
