import { expect, it } from 'vitest'
import { filterWords, isNarrowed, refined, searchOf, stackFilterOf } from './stackFilter.ts'

const filter = (text: string) => stackFilterOf(new URLSearchParams(text))

it('the filter is read from the address', () => {
  expect(filter('search=pay&health=pendingCreates&project=shop&sort=name&page=3')).toEqual({
    search: 'pay',
    health: 'pendingCreates',
    project: 'shop',
    sort: 'name',
    page: 3,
    runs: 0,
  })
})

it('an invalid value in the address falls back to its default, and does not affect the others', () => {
  expect(filter('health=sleepy&search=pay&page=-1&sort=colour&unknown=1')).toEqual({
    search: 'pay',
    sort: 'activity',
    page: 1,
    runs: 0,
  })
})

it('a filter round-trips through an address, without defaults', () => {
  expect(searchOf(filter(''))).toEqual({})
  const asked = filter('search=a b&org=acme&page=2')
  expect(stackFilterOf(new URLSearchParams(searchOf(asked)))).toEqual(asked)
})

it('the list returns to the first page when anything but the page changes', () => {
  expect(refined(filter('page=4'), { search: 'x' }).page).toBe(1)
  expect(refined(filter('page=4'), { page: 5 }).page).toBe(5)
})

it('a filter is described in words', () => {
  expect(filterWords(filter('search=pay&health=pendingCreates&project=shop'))).toBe(
    'named like “pay”, in project shop, with health “unknown creates”',
  )
  expect(isNarrowed(filter('sort=name&page=2'))).toBe(false)
  expect(isNarrowed(filter('project=shop'))).toBe(true)
})
