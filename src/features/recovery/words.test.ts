import { expect, it } from 'vitest'
import { sampleRecord } from '#testing/samples/sampleRecord.ts'
import type { RecoveryRecord } from '#contract/recoveries.ts'
import { stepsOfRecord, type WizardStep } from './pages.ts'
import { recordTitle, writerOf } from './words.ts'

const record = sampleRecord()

// The id is opaque: the same record, whatever its id begins with, says what its kind says.
it.each(['u-1', 'release:u-1', 'resolve:u-1'])('a record with the ID %s describes the action by its kind', (id) => {
  const title = (kind: RecoveryRecord['kind']) => recordTitle({ ...record, id, kind })
  expect(title('change')).toMatch(/: version 2 became version 3$/)
  expect(title('undo')).toMatch(/^A recovery was undone: .* version 3$/)
  expect(title('release')).toBe('Lease released')
  expect(recordTitle({ ...record, id, kind: 'release', ended: 'update 2' })).toBe('Update 2 ended; lease released')
  expect(title('resolve')).toMatch(/^The interrupted update is marked as resolved/)
  const labels = (steps: readonly WizardStep[] | undefined) => steps?.map(({ label }) => label)
  expect(labels(stepsOfRecord({ ...record, id, kind: 'release' }))).toEqual(['Review', 'Confirm', 'Result'])
  expect(stepsOfRecord({ ...record, id, kind: 'resolve' })).toBeUndefined()
  expect(stepsOfRecord({ ...record, id, kind: 'undo' })).toBeUndefined()
  expect(stepsOfRecord({ ...record, id, kind: 'change' })).toBeDefined()
  // The result has the steps that its wizard had.
  const guided = { ...record, id, kind: 'change' as const, recovery: 'remove-old-entries' as const }
  expect(labels(stepsOfRecord(guided, 4))).toEqual(['Review', 'Choose', 'Confirm', 'Result'])
  expect(labels(stepsOfRecord(guided, 3))).toEqual(['Choose', 'Confirm', 'Result'])
})

it('says what wrote a version, also for an edit and for a recovery of another server', () => {
  expect(writerOf('fix-references')).toBe('the recovery “Missing or out-of-order references”')
  expect(writerOf('edit')).toBe('an edit in the console')
  expect(writerOf('unknown-here')).toBe('a change in the console')
})
