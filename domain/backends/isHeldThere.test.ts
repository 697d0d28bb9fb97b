import { expect, it } from 'vitest'
import { isHeldThere } from './isHeldThere.ts'

it.each([
  [null, false],
  [{ word: null, locks: [] }, false],
  [{ word: 'interrupted', locks: [] }, false],
  [{ word: 'leftBehind', locks: [{}] }, true],
  [{ word: 'unlockedWriter', locks: [] }, true],
] as const)('a stack with the holder %j is held: %s', (holder, isHeld) => {
  expect(isHeldThere(holder)).toBe(isHeld)
})
