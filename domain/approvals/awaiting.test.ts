import { describe, expect, it } from 'vitest'
import { awaitingOf, awaitingReason } from './awaiting.ts'

const held = (name: string, rest = {}) => ({
  since: 1_000,
  until: 61_000,
  step: 'delete' as const,
  urn: `urn:pulumi:prod::shop::aws:rds/instance:Instance::${name}`,
  persons: 1,
  role: 'operator' as const,
  decisions: [],
  ...rest,
})
const given = { persons: 2, decisions: [{ allow: true }] }

const reasonOf = (steps: Parameters<typeof awaitingOf>[0]) => {
  const awaiting = awaitingOf(steps)
  return awaiting && awaitingReason(awaiting)
}

describe('what a run waits for', () => {
  it.each([
    [[held('orders-db')], 'Deleting orders-db waits for an operator.'],
    [[held('orders-db', { persons: 2, role: 'admin' })], 'Deleting orders-db waits for 2 administrators.'],
    [[held('orders-db', given)], 'Deleting orders-db waits for 1 more operator (1 of 2 allowed it).'],
    [[held('a'), held('b'), held('c', { step: 'replace' })], '3 steps wait for an operator.'],
    [[held('a', given), held('b', given)], '2 deletes wait for 1 more operator (1 of 2 allowed them).'],
    [[held('a', given), held('b', { persons: 2 })], '2 deletes wait for 2 operators.'],
  ])('says which steps, and how many are still needed: %#', (steps, text) => expect(reasonOf(steps)).toBe(text))

  it('names no step if a row of an earlier build does not say which', () =>
    expect(awaitingReason({ since: 1, until: 2, steps: 1, persons: 1, role: 'operator' })).toBe(
      'A step waits for an operator.',
    ))
})
