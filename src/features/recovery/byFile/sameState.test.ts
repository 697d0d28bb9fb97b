import { expect, it } from 'vitest'
import { isSameState } from './sameState.ts'

const state = (resources: unknown[], rest: object = {}) =>
  JSON.stringify({ version: 3, deployment: { resources, ...rest } })

it('ignores the order of keys and what differs with each write', () => {
  const planned = state([{ urn: 'a', type: 't' }], { manifest: { time: '1' } })
  const found = state([{ type: 't', urn: 'a' }], { manifest: { time: '2' }, pending_operations: [] })
  expect(isSameState(planned, found)).toBe(true)
})

it('sees another property, another order of entries, and another pending operation', () => {
  expect(isSameState(state([{ urn: 'a', id: '1' }]), state([{ urn: 'a', id: '2' }]))).toBe(false)
  expect(isSameState(state([{ urn: 'a' }, { urn: 'b' }]), state([{ urn: 'b' }, { urn: 'a' }]))).toBe(false)
  expect(isSameState(state([]), state([], { pending_operations: [{ type: 'creating' }] }))).toBe(false)
})

it('does not say that it differs if one of them cannot be read', () => {
  expect(isSameState(state([]), '{"version":3,"deploy')).toBeNull()
})
