import { expect, it } from 'vitest'
import { viewportFor } from './viewport.ts'

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
