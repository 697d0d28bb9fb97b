import { expect, it } from 'vitest'
import { atOnce } from '../inPieces.ts'
import { ENTRY_KIND, type JournalEntry } from '../journal/journalEntry.ts'
import { formerSteps } from './formerSteps.ts'

const resource = (name: string) => ({
  urn: `urn:pulumi:prod::shop::aws:rds/instance:Instance::${name}`,
  type: 'aws:rds/instance:Instance',
  custom: true,
})
const begin = (operationID: number, type: string, name: string): JournalEntry => ({
  kind: ENTRY_KIND.begin,
  sequenceID: operationID,
  operationID,
  operation: { type, resource: resource(name) },
})
const success = (operationID: number, more: object): JournalEntry => ({
  kind: ENTRY_KIND.success,
  sequenceID: 100 + operationID,
  operationID,
  ...more,
})

it.each<[string, JournalEntry[], string[]]>([
  ['a create', [begin(1, 'creating', 'a'), success(1, { state: resource('a') })], ['create']],
  ['an update', [begin(1, 'updating', 'a'), success(1, { state: resource('a'), removeOld: 0 })], ['update']],
  ['a delete', [begin(1, 'deleting', 'a'), success(1, { removeOld: 0 })], ['delete']],
  [
    'a replacement that creates first',
    [begin(1, 'creating', 'a'), success(1, { state: resource('a'), deleteOld: 0 })],
    ['replace'],
  ],
  [
    'a replacement that deletes first',
    [
      begin(1, 'deleting', 'a'),
      success(1, { pendingReplacementOld: 0 }),
      begin(2, 'creating', 'a'),
      success(2, { state: resource('a'), removeOld: 0 }),
    ],
    ['replace', 'replace'],
  ],
])('the journal of an ended run tells %s', (_, entries, steps) => {
  expect(atOnce(formerSteps(entries.map((entry) => ({ entry, at: 0 })))).map(({ step }) => step)).toEqual(steps)
})
