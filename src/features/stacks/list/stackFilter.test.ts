import { expect, it } from 'vitest'
import { stackAddress } from './stackFilter.ts'

const filter = (text: string) => stackAddress.read(new URLSearchParams(text))

it('the filter is read from the address', () => {
  expect(filter('search=pay&health=pendingCreates&project=shop&sort=name&page=3')).toEqual({
    search: 'pay',
    health: 'pendingCreates',
    project: 'shop',
    sort: 'name',
    page: 3,
  })
})

it('an invalid value in the address falls back to its default, and does not affect the others', () => {
  expect(filter('health=sleepy&search=pay&page=-1&sort=colour&unknown=1')).toEqual({
    search: 'pay',
    sort: 'health',
    page: 1,
  })
})

it('a filter round-trips through an address, without defaults', () => {
  expect(stackAddress.query(filter(''))).toEqual({})
  const asked = filter('search=a b&org=acme&page=2')
  expect(stackAddress.read(new URLSearchParams(stackAddress.query(asked, { page: asked.page })))).toEqual(asked)
})

it('the list returns to the first page when anything but the page changes', () => {
  expect(stackAddress.query(filter('page=4'), { search: 'x' })).toEqual({ search: 'x' })
  expect(stackAddress.query(filter('page=4'), { page: 5 })).toEqual({ page: '5' })
})
