import type { RecoveryRecord } from '#contract/recoveries.ts'

/** The record of a recovery that wrote version 3, for tests. */
export const sampleRecord = (change: Partial<RecoveryRecord> = {}): RecoveryRecord => ({
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
  stillInvalid: null,
  bans: [],
  leftToDo: [],
  toRefresh: 0,
  commands: [],
  canUndo: false,
  undoBlocked: null,
  ...change,
})
