import { expect, it } from 'vitest'
import { fractionLeft, overdueFraction, secondsUntil } from './leaseTime.ts'

it.each([
  [5_000, 0, 5],
  [5_000, 4_001, 1],
  [5_000, 5_000, 0],
  [5_000, 9_000, 0],
])('a lease that ends at %d has at %d %d seconds left', (expiresAt, now, expected) => {
  expect(secondsUntil(expiresAt, now)).toBe(expected)
})

it('the ring is full at the renewal, empty at the end, and never over 100 %', () => {
  expect([300, 150, 0, 400].map((left) => fractionLeft(left, 300))).toEqual([1, 0.5, 0, 1])
  expect(fractionLeft(0, 0)).toBe(0)
})

it('the mark shows when a renewal is overdue, and is absent for a lease too short for that', () => {
  expect(overdueFraction(300)).toBeCloseTo(2 / 3)
  expect(overdueFraction(120)).toBe(1)
})
