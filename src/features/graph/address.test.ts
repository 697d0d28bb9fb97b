import { expect, it } from 'vitest'
import { readAddress, withChanges, withGrouping, withSelection } from './address.ts'

const changes = { opened: new Set([1, 4_294_967_295]), shut: new Set([36]) }

it('the address of a graph round-trips, and keeps the selection', () => {
  const search = withChanges(new URLSearchParams({ urn: 'urn:pulumi:a::b::c::d' }), changes)
  expect(search.get('open')).toBe('1.1z141z3')
  expect(readAddress(search)).toEqual({ urn: 'urn:pulumi:a::b::c::d', index: undefined, grouping: 'auto', ...changes })
  expect(readAddress(withSelection(search, undefined))).toMatchObject({ urn: undefined, ...changes })
})

it('an unreadable value in the address counts as absent', () => {
  expect(readAddress(new URLSearchParams('open=%00.A.-1..zzzzzzzzz&shut=&index=-4&group=moon'))).toEqual({
    urn: undefined,
    index: undefined,
    grouping: 'auto',
    opened: new Set(),
    shut: new Set(),
  })
})

it('the address is empty when nothing was changed', () => {
  expect(withChanges(new URLSearchParams('open=1&shut=2'), { opened: new Set(), shut: new Set() }).toString()).toBe('')
})

it('the address contains the grouping, and drops what was open in another grouping', () => {
  const search = withGrouping(new URLSearchParams('open=1&urn=x'), 'type')
  expect(search.toString()).toBe('urn=x&group=type')
  expect(readAddress(search).grouping).toBe('type')
  expect(withGrouping(search, 'auto').toString()).toBe('urn=x')
})
