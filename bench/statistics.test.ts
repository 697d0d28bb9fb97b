import { expect, it } from 'vitest'
import { median, percentile } from './statistics.ts'

const hundred = Array.from({ length: 100 }, (_, index) => 100 - index)

it('tells the value that a share of all does not exceed', () => {
  expect(percentile(hundred, 0.99)).toBe(99)
  expect(percentile(hundred, 1)).toBe(100)
  expect(median(hundred)).toBe(50)
  expect(median([7])).toBe(7)
})

it('compares numbers as numbers', () => expect(median([10, 9, 100])).toBe(10))

it('has no answer for nothing', () => expect(median([])).toBeNaN())
