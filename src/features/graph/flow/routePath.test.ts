import { expect, it } from 'vitest'
import { labelPlace, routePath } from './routePath.ts'

it('runs along all corners, rounds those between the ends, and less where there is little room', () => {
  expect(routePath([[0, 0], [100, 0], [100, 8], [200, 8]])).toBe('M0 0L96 0Q100 0 100 4L100 4Q100 8 104 8L200 8') // prettier-ignore
  expect(routePath([[0, 0], [50, 0], [50, 40]])).toBe('M0 0L43 0Q50 0 50 7L50 40') // prettier-ignore
  expect(routePath([[0, 0], [50, 0]])).toBe('M0 0L50 0') // prettier-ignore
})

it('has its number in the middle of the longest part', () => {
  expect(labelPlace([[0, 0], [10, 0], [10, 40], [30, 40]])).toMatchObject({ x: 10, y: 20 }) // prettier-ignore
  expect(labelPlace([[0, 0]])).toBeUndefined()
})
