import { expect, it } from 'vitest'
import { reachable, stepOf, withStep } from './wizardAddress.ts'

const at = (query: string) => new URLSearchParams(query)

it('shows the first step for an address with no step or an unknown one', () => {
  expect(stepOf(at(''))).toBe('known')
  expect(stepOf(at(''), ['answer', 'confirm'])).toBe('answer')
  expect(stepOf(at('step=known'), ['answer', 'confirm'])).toBe('answer')
  expect(stepOf(at('step=nonsense'))).toBe('known')
  expect(stepOf(withStep(at('filter=x'), 'answer'))).toBe('answer')
})
it('shows the preview on the confirmation step, also for an old address with a step of its own for it', () => {
  expect(stepOf(at('step=effect'))).toBe('confirm')
})
it('does not go beyond missing answers, whatever the address says', () => {
  expect(reachable('confirm', false)).toBe('answer')
  expect(reachable('confirm', true)).toBe('confirm')
  expect(reachable('known', false)).toBe('known')
})
