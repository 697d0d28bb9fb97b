import { expect, it } from 'vitest'
import { namedWords } from './named.ts'

const name = (of: string, isParent: boolean, isThere: boolean) => ({
  urn: `urn:pulumi:prod::shop::aws:s3/bucket:Bucket::${of}`,
  isParent,
  isThere,
})

it.each([
  [[], ''],
  [[name('network', true, true)], 'in network'],
  [[name('a', false, true), name('b', false, true)], 'depends on a and b'],
  [[name('a', false, true), name('gone', false, false)], 'depends on a, depends on gone: not in the state'],
  [['a', 'b', 'c', 'd', 'e'].map((each) => name(each, false, true)), 'depends on a, b, c and 2 more'],
])('what a create names is said in words', (names, words) => {
  expect(namedWords(names)).toBe(words)
})
