import { expect, it } from 'vitest'
import { reachable, stepOf, withStep } from './wizardAddress.ts'

const at = (query: string) => new URLSearchParams(query)

it('shows the first step that there is for an address that names none, or one that there is not', () => {
  expect(stepOf(at(''))).toBe('known')
  expect(stepOf(at(''), ['answer', 'confirm'])).toBe('answer')
  expect(stepOf(at('step=known'), ['answer', 'confirm'])).toBe('answer')
  expect(stepOf(at('step=nonsense'))).toBe('known')
  expect(stepOf(withStep(at('filter=x'), 'answer'))).toBe('answer')
})
it('shows what changes where it is confirmed, also for an address from when that was a step of its own', () => {
  expect(stepOf(at('step=effect'))).toBe('confirm')
})
it('does not go beyond answers that are missing, whatever the address says', () => {
  expect(reachable('confirm', false)).toBe('answer')
  expect(reachable('confirm', true)).toBe('confirm')
  expect(reachable('known', false)).toBe('known')
})
