import { expect, it } from 'vitest'
import { touchesOf } from './lastTouch.ts'

it.each([
  ['same', 'failed'],
  ['create', 'create failed'],
])('a failed row with the operation %s is called %j', (op, word) => {
  expect(touchesOf([{ urn: 'urn:a', op, state: 'failed', diffs: [] }]).get('urn:a')?.word).toBe(word)
})

it.each([
  ['waiting', 'waiting for approval'],
  ['allowed', 'allowed, not started'],
  ['refused', 'delete refused'],
] as const)('a row that a rule stopped is not called done: %s', (state, word) => {
  expect(touchesOf([{ urn: 'urn:a', op: 'delete', state, diffs: [] }]).get('urn:a')?.word).toBe(word)
})
