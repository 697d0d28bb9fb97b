import { expect, it } from 'vitest'
import { isEmptySearch, parseSearch, withFilter } from './searchQuery.ts'

it.each([
  ['bucket logs', { words: ['bucket', 'logs'] }],
  ['type:aws:s3/bucket:Bucket logs', { words: ['logs'], type: 'aws:s3/bucket:Bucket' }],
  ['TYPE:x stack:acme/ provider:aws id:i-0ab', { words: [], type: 'x', stack: 'acme/', provider: 'aws', id: 'i-0ab' }],
  ['protected:yes', { words: [], isProtected: true }],
  ['protected:No a', { words: ['a'], isProtected: false }],
  ['protected:perhaps', { words: ['protected:perhaps'] }],
  ['type: a', { words: ['a'] }],
  ['aws:s3', { words: ['aws:s3'] }],
  ['"two words" id:"a b"', { words: ['two words'], id: 'a b' }],
  [
    'urn:pulumi:prod::shop::aws:s3/bucket:Bucket::logs',
    { words: [], urn: 'urn:pulumi:prod::shop::aws:s3/bucket:Bucket::logs' },
  ],
  ['"never ended', { words: ['never ended'] }],
  ['   ', { words: [] }],
])('the query %j is read as %j', (text, query) => expect(parseSearch(text)).toEqual(query))

it('a query filter can be set, changed and removed, and the rest is kept', () => {
  expect(withFilter('logs', 'type', 'aws:s3/bucket:Bucket')).toBe('logs type:aws:s3/bucket:Bucket')
  expect(withFilter('logs type:x protected:yes', 'type', 'y z')).toBe('logs type:"y z" protected:yes')
  expect(withFilter('"a b" type:x', 'type', '')).toBe('"a b"')
  expect(withFilter('', 'protected', 'no')).toBe('protected:no')
})

it('an empty search is recognised', () => {
  expect(isEmptySearch(parseSearch(''))).toBe(true)
  expect(isEmptySearch(parseSearch('id:x'))).toBe(false)
})
