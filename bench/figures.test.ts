import { expect, it } from 'vitest'
import { isMet, line, medians, type Figure } from './figures.ts'

const figure = (value: number, bound?: Figure['bound']): Figure => ({
  what: 'a call',
  value,
  unit: 'ms',
  ...(bound ? { bound } : {}),
})

it('takes the median of each figure and keeps the value of every run', () => {
  const runs = [5, 1, 9].map((value) => [figure(value), { ...figure(value * 2), what: 'two calls' }])
  expect(medians(runs)).toEqual([
    { ...figure(5), runs: [5, 1, 9] },
    { ...figure(10), what: 'two calls', runs: [10, 2, 18] },
  ])
})

it('refuses a median over fewer runs than were measured', () => {
  expect(() => medians([[figure(1)], []])).toThrow('a call')
  expect(() => medians([[figure(1)], [figure(1), { ...figure(2), what: 'more' }]])).toThrow('a call')
})

it('checks upper and lower bounds, and counts a figure that was not measured as missed', () => {
  expect(isMet(figure(10))).toBe(true)
  expect([10, 10.1, NaN].map((value) => isMet(figure(value, { most: 10 })))).toEqual([true, false, false])
  expect([10, 9.9, NaN].map((value) => isMet(figure(value, { least: 10 })))).toEqual([true, false, false])
  expect(line(figure(12, { most: 10 }))).toMatch(/^ {2}a call +12\.0 ms +at most 10 +MISSED$/)
  expect(line(figure(12, { least: 10 }))).toMatch(/at least 10 +ok$/)
})
