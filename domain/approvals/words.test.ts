import { describe, expect, it } from 'vitest'
import { forecastTitle } from './words.ts'

const steps = (refused: number, held: number) => [
  ...Array.from({ length: refused }, () => ({ action: 'refuse' as const })),
  ...Array.from({ length: held }, () => ({ action: 'hold' as const })),
]

describe('what rules would do with a preview', () => {
  it.each([
    [0, 1, '1 step would wait for approval'],
    [0, 2, '2 steps would wait for approval'],
    [1, 0, '1 step would be refused'],
    [3, 2, '3 steps would be refused, 2 would wait for approval'],
  ])('%i refused and %i held steps are “%s”', (refused, held, words) => {
    expect(forecastTitle(steps(refused, held))).toBe(words)
  })
})
