import { expect, it } from 'vitest'
import type { Positions } from '#domain/graphLayout/positions.ts'
import {
  enteredSize,
  MINIMAP,
  minimapHeight,
  minimapScale,
  ROOM_BELOW,
  viewportFor,
  withRoomBelow,
} from './viewport.ts'

it('fits an area into the window and centres it', () => {
  const { x, y, zoom } = viewportFor({ x: 1_000, y: 0, w: 4_000, h: 1_000 }, 1_000, 800, { most: 1 })
  expect(zoom).toBeCloseTo(0.244)
  expect(x + 3_000 * zoom).toBeCloseTo(500)
  expect(y + 500 * zoom).toBeCloseTo(400)
})

it('does not enlarge a small area beyond the limit', () => {
  expect(viewportFor({ x: 0, y: 0, w: 10, h: 10 }, 1_000, 800, { most: 1.1 }).zoom).toBe(1.1)
})

it('shows the corner of an area that is too large to be legible as a whole', () => {
  const { x, y, zoom } = viewportFor({ x: 200, y: 100, w: 9_000, h: 100 }, 1_000, 800, { least: 0.8, most: 1 })
  expect(zoom).toBe(0.8)
  expect(x + 200 * zoom).toBeCloseTo(12)
  expect(y + 150 * zoom).toBeCloseTo(400)
})

it.each([
  { w: 1_000, h: 500 },
  { w: 300, h: 2_000 },
  { w: 40, h: 30 },
])('leaves room for the minimap of a picture of $w by $h below a group', ({ w, h }) => {
  const size = { width: 1_040, height: 520 }
  const picture = { w: Float32Array.of(w), h: Float32Array.of(h) } as Positions // the minimap needs only its size
  const scale = minimapScale(picture)
  expect(Math.max((w * scale) / MINIMAP.width, (h * scale) / MINIMAP.height)).toBeCloseTo(1)
  for (const group of [
    { x: 50, y: 20, w: 100, h: 200 },
    { x: 0, y: 300, w: 400, h: 200 },
    { x: 10, y: 10, w: 900, h: 20 },
  ]) {
    const around = withRoomBelow(group, minimapHeight(picture), size.height)
    const { y, zoom } = viewportFor(around, size.width, size.height, { most: Infinity })
    expect(size.height - (y + (group.y + group.h) * zoom)).toBeGreaterThanOrEqual(h * scale + 20)
  }
})

it.each([
  { width: 1_047, height: 540 },
  { width: 1_047, height: 505 },
  { width: 680, height: 900 },
])('gives an entered group most of a pane of $width by $height, above the minimap', (pane) => {
  const { width, height } = enteredSize(pane)
  expect((width * height) / (pane.width * pane.height)).toBeGreaterThan(0.82)
  const around = withRoomBelow({ x: 0, y: 0, w: width, h: height }, ROOM_BELOW, pane.height)
  expect(viewportFor(around, pane.width, pane.height, { most: Infinity }).zoom).toBeCloseTo(1)
  expect(viewportFor({ ...around, w: width / 2 }, pane.width, pane.height, { most: Infinity }).zoom).toBeCloseTo(1)
  expect(viewportFor({ ...around, h: height / 2 }, pane.width, pane.height, { most: Infinity }).zoom).toBeCloseTo(1)
})
