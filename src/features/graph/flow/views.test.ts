import { expect, it } from 'vitest'
import { intoView, isInView } from './views.ts'

const pane = { width: 800, height: 600 }
const card = { x: 100, y: 100, w: 200, h: 40 }

it('sees an area whole, give or take a few pixels', () => {
  expect(isInView(card, { ...pane, x: 0, y: 0, zoom: 1 })).toBe(true)
  expect(isInView(card, { ...pane, x: -105, y: 0, zoom: 1 })).toBe(true)
  expect(isInView(card, { ...pane, x: -120, y: 0, zoom: 1 })).toBe(false)
  expect(isInView(card, { ...pane, x: 0, y: 0, zoom: 3 })).toBe(false)
})

it('moves no further than an area needs, and not at all if it is in view', () => {
  expect(intoView(card, { ...pane, x: 0, y: 0, zoom: 1 })).toEqual({ x: 0, y: 0, zoom: 1 })
  expect(intoView(card, { ...pane, x: -150, y: 0, zoom: 1 })).toEqual({ x: -88, y: 0, zoom: 1 })
  expect(intoView(card, { ...pane, x: 600, y: 470, zoom: 1 })).toEqual({ x: 488, y: 448, zoom: 1 })
})

it('shows the beginning of an area that is larger than the pane', () => {
  const wide = { x: 0, y: 0, w: 2000, h: 40 }
  expect(intoView(wide, { ...pane, x: 500, y: 20, zoom: 1 })).toEqual({ x: 12, y: 20, zoom: 1 })
  expect(intoView(wide, { ...pane, x: -500, y: 20, zoom: 1 })).toEqual({ x: 12, y: 20, zoom: 1 })
})
