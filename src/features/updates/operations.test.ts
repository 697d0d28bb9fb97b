import { expect, it } from 'vitest'
import { groupCounts } from '#domain/events/opGroups.ts'
import { outcomeWords } from './operations.ts'

it('counts both halves of a replacement as one kind, new ones first, unchanged ones last', () =>
  expect(
    groupCounts({ same: 9, 'create-replacement': 1, replace: 1, delete: 2, create: 3, 'unheard-of': 1, update: 0 }),
  ).toEqual([
    { group: 'create', count: 3 },
    { group: 'replace', count: 2 },
    { group: 'delete', count: 2 },
    { group: 'other', count: 1 },
    { group: 'same', count: 9 },
  ]))

it.each([
  ['create', 'running', false, 'creating'],
  ['create', 'done', false, 'created'],
  ['create', 'failed', false, 'create failed'],
  ['delete', 'unknown', false, 'delete: outcome unknown'],
  ['replace', 'done', true, 'would replace'],
  ['same', 'done', true, 'unchanged'],
  ['same', 'failed', false, 'failed'],
  ['unheard-of', 'done', false, 'unheard-of'],
] as const)('describes the operation %s when %s (preview: %s) as “%s”', (op, state, isPreview, words) =>
  expect(outcomeWords({ op, state }, { isPreview })).toBe(words),
)

it('does not say that a refresh deleted what it removed from the state', () => {
  const gone = { op: 'delete', state: 'done' } as const
  expect(outcomeWords(gone, { isPreview: false, isRefresh: true })).toBe('removed from the state')
  expect(outcomeWords(gone, { isPreview: true, isRefresh: true })).toBe('would remove from the state')
  expect(outcomeWords(gone, { isPreview: false })).toBe('deleted')
})
