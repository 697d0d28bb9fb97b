import { expect, it } from 'vitest'
import { showsOutline } from './outline.ts'

it.each([
  [undefined, 99, false],
  [undefined, 100, true],
  [true, 3, true],
  [false, 30_000, false],
] as const)('the choice %s leaves the outline beside %i resources: %s', (choice, count, isShown) => {
  expect(showsOutline(choice, count)).toBe(isShown)
})
