import { expect, it } from 'vitest'
import { readPlace, placeText } from './place.ts'

const picture = { w: 2_000, h: 1_200 }
const window = { width: 1_000, height: 700 }

it('a view round-trips through a short text', () => {
  const view = { x: -312.5, y: 88.25, zoom: 1.37 }
  const text = placeText({ ...view, ...window }, picture)
  expect(text.length).toBeLessThan(30)
  const back = readPlace(text, picture, window)
  expect(Math.abs((back?.x ?? 0) - view.x)).toBeLessThan(1)
  expect(Math.abs((back?.y ?? 0) - view.y)).toBeLessThan(1)
  expect(back?.zoom).toBeCloseTo(view.zoom, 2)
})

it('shows the same area in a window of another size', () => {
  const text = placeText({ x: 0, y: 0, zoom: 1, ...window }, picture)
  const there = readPlace(text, picture, { width: 500, height: 350 })
  expect(there?.zoom).toBeCloseTo(0.5)
  expect(((250 - (there?.x ?? 0)) / (there?.zoom ?? 1)).toFixed(0)).toBe('500')
})

it.each(['', '1_2', 'a_b_c', '0.5_0.5_0', '0.5_0.5_-1', '1e9_0_1', '0.5_0.5_1_1', 'NaN_0_1'])(
  '%j is not a view',
  (text) => {
    expect(readPlace(text, picture, window)).toBeUndefined()
  },
)
