import type { UpdateRow } from './port/updates.ts'

/** Fields of an update that has not been started. */
export const NOT_STARTED = {
  status: 'not started',
  endReason: null,
  version: null,
  startedAt: null,
  endedAt: null,
  endedBy: null,
  isJournal: false,
  baseStateId: null,
  stateId: null,
  resourceChanges: null,
  failure: null,
  lease: null,
  lastWriteAt: null,
  lastEventAt: null,
  slowFrom: null,
  disconnected: null,
  saves: null,
  hasUnknownEntries: false,
  cameBackAt: null,
  resolvedAt: null,
  resolvedBy: null,
  resolvedReason: null,
  resolvedVersion: null,
  recovery: null,
} as const satisfies Partial<UpdateRow>
