import { expect, it } from 'vitest'
import { touchesOf } from './lastTouch.ts'

it.each([
  ['same', 'failed'],
  ['create', 'create failed'],
])('a failed row with the operation %s is called %j', (op, word) => {
  expect(touchesOf([{ urn: 'urn:a', op, state: 'failed', diffs: [] }]).get('urn:a')?.word).toBe(word)
})

it('a row that waits for approval is not called done', () => {
  expect(touchesOf([{ urn: 'urn:a', op: 'delete', state: 'waiting', diffs: [] }]).get('urn:a')?.word).toBe(
    'waiting for approval',
  )
})
