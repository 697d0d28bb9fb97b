import { expect, it } from 'vitest'
import { pairs } from './differences.ts'

it('the comparison lists differences first, and ignores key order', () => {
  const now = { cpu: 256, tags: { a: 1, b: [2] }, old: true, __defaults: [] }
  const intended = { cpu: 512, tags: { b: [2], a: 1 }, fresh: 'x' }
  expect(pairs(now, intended).map(({ key, isSame }) => [key, isSame])).toEqual([
    ['cpu', false],
    ['fresh', false],
    ['old', false],
    ['tags', true],
  ])
})
it('the comparison treats a value that is not an object as one without properties', () => {
  expect(pairs(null, 'text')).toEqual([])
})
