import { expect, it } from 'vitest'
import { pendingItem } from '#testing/samples/sampleItem.ts'
import { itemsOf, reachable, stepOf, withItems, withStep } from './wizardAddress.ts'

const items = [0, 1, 2].map((index) => pendingItem({ index, name: `r${index}` }))
const at = (query: string) => new URLSearchParams(query)

it('shows the first step for an address that names none, or none there is', () => {
  expect(stepOf(at(''))).toBe('known')
  expect(stepOf(at('step=nonsense'))).toBe('known')
  expect(stepOf(withStep(at('items=1'), 'effect'))).toBe('effect')
})
it('does not go beyond answers that are missing, whatever the address says', () => {
  expect(reachable('confirm', false)).toBe('answer')
  expect(reachable('effect', true)).toBe('effect')
  expect(reachable('known', false)).toBe('known')
})
it('keeps the chosen operations in the address; all of them need no naming', () => {
  const some = withItems(at('step=answer'), items.slice(0, 2), items)
  expect(some.toString()).toBe('step=answer&items=0%2C1')
  expect(itemsOf(some, items)).toEqual(items.slice(0, 2))
  expect(withItems(some, items, items).toString()).toBe('step=answer')
  expect(itemsOf(at(''), items)).toBe(items)
  expect(itemsOf(at('items='), items)).toEqual([])
})
