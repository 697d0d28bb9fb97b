import { expect, it } from 'vitest'
import type { RecoveryRecord } from '#contract/recoveries.ts'
import { CHANGE_STEPS, GUIDED_STEPS, RELEASE_STEPS, stepsOf } from './wizard/steps.ts'
import { recordTitle } from './words.ts'

const record: RecoveryRecord = {
  id: 'u-1',
  kind: 'change',
  recovery: 'fix-references',
  stack: { org: 'organization', project: 'shop', stack: 'prod' },
  status: 'done',
  by: 'ada',
  at: Date.UTC(2026, 0, 5),
  reason: 'Looked.',
  statements: [],
  basis: { version: 2, hash: '' },
  version: 3,
  steps: [],
  effect: null,
  proof: [],
  leftToDo: [],
  commands: [],
  canUndo: false,
  undoBlocked: null,
}

// The id is opaque: the same record, whatever its id begins with, says what its kind says.
it.each(['u-1', 'release:u-1', 'resolve:u-1'])('a record with the ID %s describes the action by its kind', (id) => {
  const title = (kind: RecoveryRecord['kind']) => recordTitle({ ...record, id, kind })
  expect(title('change')).toMatch(/: version 2 became version 3$/)
  expect(title('undo')).toMatch(/^A recovery was undone: .* version 3$/)
  expect(title('release')).toMatch(/^The update that held the lease was ended/)
  expect(title('resolve')).toMatch(/^The interrupted update is marked as resolved/)
  expect(stepsOf({ ...record, id, kind: 'release' })).toBe(RELEASE_STEPS)
  expect(stepsOf({ ...record, id, kind: 'resolve' })).toBeUndefined()
  expect(stepsOf({ ...record, id, kind: 'undo' })).toBeUndefined()
  expect(stepsOf({ ...record, id, kind: 'change' })).toBeDefined()
  // The result has the steps that its wizard had.
  const guided = { ...record, id, kind: 'change' as const, recovery: 'remove-old-entries' as const }
  expect(stepsOf(guided, GUIDED_STEPS.length)).toBe(GUIDED_STEPS)
  expect(stepsOf(guided, CHANGE_STEPS.length)).toBe(CHANGE_STEPS)
})
