import { expect, it } from 'vitest'
import { isImported } from './importedState.ts'

const state = (resources: unknown[], rest: object = {}) =>
  JSON.stringify({ version: 3, deployment: { resources, ...rest } })

it('ignores the order of keys and what differs with each write', () => {
  const planned = state([{ urn: 'a', type: 't' }], { manifest: { time: '1' } })
  const found = state([{ type: 't', urn: 'a' }], { manifest: { time: '2' }, pending_operations: [] })
  expect(isImported(planned, found)).toBe(true)
})

it('sees another property, another order of entries, and another pending operation', () => {
  expect(isImported(state([{ urn: 'a', id: '1' }]), state([{ urn: 'a', id: '2' }]))).toBe(false)
  expect(isImported(state([{ urn: 'a' }, { urn: 'b' }]), state([{ urn: 'b' }, { urn: 'a' }]))).toBe(false)
  expect(isImported(state([]), state([], { pending_operations: [{ type: 'creating' }] }))).toBe(false)
})

it('accepts that the import dropped the operations that the plan leaves pending, all of them or none', () => {
  const pending = [
    { type: 'creating', resource: { urn: 'a' } },
    { type: 'updating', resource: { urn: 'b' } },
  ]
  const planned = state([{ urn: 'b' }], { pending_operations: pending })
  expect(isImported(planned, state([{ urn: 'b' }]))).toBe(true)
  expect(isImported(planned, planned)).toBe(true)
  expect(isImported(planned, state([{ urn: 'b' }], { pending_operations: pending.slice(1) }))).toBe(false)
  expect(isImported(planned, state([]))).toBe(false)
})

it('does not say that it differs if one of them cannot be read', () => {
  expect(isImported(state([]), '{"version":3,"deploy')).toBeNull()
})
