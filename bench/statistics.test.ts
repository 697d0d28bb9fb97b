import { expect, it } from 'vitest'
import { median, percentile } from './statistics.ts'

const hundred = Array.from({ length: 100 }, (_, index) => 100 - index)

it('returns the value that a given share does not exceed', () => {
  expect(percentile(hundred, 0.99)).toBe(99)
  expect(percentile(hundred, 1)).toBe(100)
  expect(median(hundred)).toBe(50)
  expect(median([7])).toBe(7)
})

it('compares numbers as numbers', () => expect(median([10, 9, 100])).toBe(10))

it('returns nothing for an empty list', () => expect(median([])).toBeNaN())
