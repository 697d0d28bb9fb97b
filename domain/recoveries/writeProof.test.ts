import { expect, it } from 'vitest'
import { sampleEntries } from '#testing/samples/sampleEntries.ts'
import { type Resource, type StateDocument, toDocument } from '../state/checkpoint.ts'
import { entryText } from '../edits/replace.ts'
import { planEdit } from '../edits/planEdit.ts'
import { writeProof } from './writeProof.ts'

const stack = { org: 'acme', project: 'shop', stack: 'dev' }
const basis = { version: 1, hash: '' }
const { entry: bucket } = sampleEntries({ stack: 'dev' })
const state = (...resources: Resource[]): StateDocument =>
  toDocument({ manifest: { time: '2026-01-05T09:00:00Z', magic: '', version: '' }, resources }, { byteString: false })
const readBack = (document: StateDocument): StateDocument => JSON.parse(JSON.stringify(document)) as StateDocument

const before = state(bucket('a'), bucket('b'))
const asText = (entry: Resource, index: number) =>
  planEdit(
    before,
    { do: 'replaceEntry', urn: before.deployment.resources?.[index]?.urn ?? '', index, text: entryText(entry) },
    { stack, basis },
  )
const proof = (after: StateDocument, { effect }: ReturnType<typeof planEdit>) =>
  writeProof([readBack(after), readBack(before)], { claim: { kind: 'edit', changes: effect } }).checks

it.each([
  ['a property', bucket('b', { id: 'b-2' })],
  ['the mark for pending deletion, without anything else that identifies the entry', bucket('b', { delete: true })],
  ['its name', { ...bucket('b'), urn: bucket('c').urn }],
])('an edit of %s is proved by comparing the states', (_, entry) => {
  const plan = asText(entry, 1)
  expect(plan.effect).toMatchObject({ entriesChanged: [entry.urn], entriesAdded: [], entriesRemoved: [] })
  expect(proof(plan.document, plan).map(({ ok }) => ok)).toEqual([true, true])
})

it.each([
  ['something else changed as well', state(bucket('a', { id: 'x' }), bucket('b', { id: 'b-2' }))],
  ['an entry was added that the preview did not show', state(bucket('a'), bucket('b', { id: 'b-2' }), bucket('c'))],
  ['an entry was removed that the preview did not show', state(bucket('b', { id: 'b-2' }))],
  ['the previewed change is missing', before],
])('an edit is not proved when %s', (_, after) => {
  const plan = asText(bucket('b', { id: 'b-2' }), 1)
  expect(proof(after, plan)[0]?.ok).toBe(false)
})

it('names how many errors are left of those before, unless the write added one', () => {
  const lost = (name: string, more: Partial<Resource> = {}) =>
    bucket(name, { dependencies: [bucket(`lost-${name}`).urn], ...more })
  const left = (...states: [StateDocument, StateDocument]) => writeProof(states, { claim: null }).left
  const broken = state(lost('a'), lost('b'))
  expect(left(state(bucket('a'), lost('b')), broken)).toEqual({ errors: 1, before: 2 })
  expect(left(state(bucket('a'), bucket('b')), broken)).toBeNull()
  expect(left(broken, broken)).toBeNull()
  expect(left(state(bucket('a'), lost('c')), broken)).toBeNull()
})
