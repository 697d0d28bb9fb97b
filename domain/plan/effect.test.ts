import { expect, it } from 'vitest'
import { asDone } from './effect.ts'

it.each([
  ['web is added to the state.', 'web was added to the state.'],
  ['12 resources are changed, as listed.', '12 resources were changed, as listed.'],
  ['The pending create of web is cleared.', 'The pending create of web was cleared.'],
  [
    'web is removed from the state; the resource itself is not touched.',
    'web was removed from the state; the resource itself was not touched.',
  ],
  ['No operation is pending afterwards.', 'No operation was left pending.'],
  ['2 operations stay pending.', '2 operations stayed pending.'],
  ['1 resource moves in the list. Only the order changes.', '1 resource moved in the list. Only the order changed.'],
  [
    'Besides resources, these fields of the state change: version.',
    'Besides resources, these fields of the state changed: version.',
  ],
  [
    'Everything else is unchanged. The current version is kept and can be restored.',
    'Everything else is unchanged. Version 2 is kept and can be restored.',
  ],
  ['what is changed stays is changed.', 'what is changed stays was changed.'],
])('a record says what has happened: %s', (planned, done) => {
  expect(asDone(planned, 2)).toBe(done)
})
