import { expect, it } from 'vitest'
import { sampleEntries } from '#testing/samples/sampleEntries.ts'
import { type PendingOperation, type Resource, toDocument } from '../state/checkpoint.ts'
import { noChanges } from '../edits/edit.ts'
import { effectOf } from './effect.ts'

const { entry } = sampleEntries({ stack: 'main' })
const state = (resources: Resource[], pending_operations: PendingOperation[] = []) =>
  toDocument(
    { manifest: { time: '2026-01-05T10:00:00Z', magic: '', version: '' }, resources, pending_operations },
    { byteString: false },
  )
const unfinished = { type: 'creating', resource: entry('new') }

it('a plan says what a write does, and its record what it did', () => {
  const before = state([entry('gone'), entry('web', { inputs: { size: 1 } })], [unfinished])
  const after = state([entry('web', { inputs: { size: 2 } }), entry('db')])
  const { effect } = effectOf(before, after, noChanges())
  expect(effect.sentences).toEqual([
    'db is added to the state.',
    'gone is removed from the state; the resource itself is not touched.',
    'web is changed.',
    'The pending create of new is cleared.',
    'No operation is pending afterwards.',
    'Everything else is unchanged. The current version is kept and can be restored.',
  ])
  expect(effect.written).toEqual([
    'db was added to the state.',
    'gone was removed from the state; the resource itself was not touched.',
    'web was changed.',
    'The pending create of new was cleared.',
    'No operation was left pending.',
    'Everything else is unchanged. The version before is kept and can be restored.',
  ])
})

it('names the few resources that only move in the list', () => {
  const [a, b, c] = [entry('a'), entry('b'), entry('c')]
  const { effect } = effectOf(state([a, b, c]), state([b, c, a]), noChanges())
  expect(effect.written).toContain('a moved in the list. Only the order changed.')
  expect(effect.sentences).toContain('a moves in the list. Only the order changes.')
})

it('of many resources a plan and a record give the number', () => {
  const many = Array.from({ length: 4 }, (_, index) => entry(`web-${index}`))
  const { effect } = effectOf(state(many, [unfinished, unfinished]), state([], [unfinished]), noChanges())
  expect(effect.sentences).toContain(
    '4 resources are removed from the state; the resources themselves are not touched.',
  )
  expect(effect.written).toContain(
    '4 resources were removed from the state; the resources themselves were not touched.',
  )
  expect(effect.written).toContain('1 operation stayed pending.')
})
