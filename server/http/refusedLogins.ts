import type { Refusal } from '../errors.ts'

/** Returns the logins that the sentence of a refusal names. */
export function loginsIn(refusal: Refusal): (string | null)[] {
  const { kind } = refusal
  if (kind === 'stackLocked') return [refusal.lock.login]
  if (kind === 'lockNeedsFreeStack') return refusal.runs ? [refusal.runs.login] : []
  if (kind === 'nothingToCancel') return refusal.last ? [refusal.last.by.login] : []
  if (kind === 'notOrphaned') return [refusal.run.by.login]
  if (kind === 'lockReplaced' || kind === 'updateResolved' || kind === 'approvalDecided') return [refusal.login]
  return kind === 'untrackedResolved' || kind === 'alarmAcknowledged' ? [refusal.login] : []
}
