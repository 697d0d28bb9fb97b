import { expect, it, vi } from 'vitest'
import { paletteOf } from './palette.ts'

it('keeps with forced colours what is marked apart from what is not', () => {
  const list = window.matchMedia('(forced-colors: active)')
  vi.spyOn(list, 'matches', 'get').mockReturnValue(true)
  vi.spyOn(window, 'matchMedia').mockReturnValue(list)
  const { control, danger, running, raised } = paletteOf(document.body)
  expect(new Set([control, danger, raised]).size).toBe(3)
  expect(running, 'signs tell classes apart').toBe(danger)
})
