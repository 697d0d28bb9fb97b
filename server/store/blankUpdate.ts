import type { UpdateRow } from './port/updates.ts'

/** What an update has before it is started: nothing has happened to it yet. */
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
  disconnected: null,
  hasUnknownEntries: false,
  cameBackAt: null,
  settledAt: null,
  settledBy: null,
  settledReason: null,
  settledVersion: null,
  recovery: null,
} as const satisfies Partial<UpdateRow>
