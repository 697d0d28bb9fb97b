import { expect, it } from 'vitest'
import { operationWords } from './words.ts'

it.each([
  [['creating'], '1 create'],
  [['creating', 'creating'], '2 creates'],
  [['creating', 'updating', 'creating'], '3 operations: 2 creates and 1 update'],
  [['deleting', 'twisting'], '2 operations: 1 delete and 1 other operation'],
])('the operations %j are counted once, by kind', (types, words) => {
  expect(operationWords(types.map((type) => ({ type })))).toBe(words)
})
