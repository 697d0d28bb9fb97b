import { capital } from '#words/capital.ts'
import type { ConfirmationLevel, Effect, Evidence, RecoveryRecord } from '#contract/recoveries.ts'
import { RecoveryId } from '#contract/recoveryId.ts'
import type { StackRef } from '#contract/common.ts'
import { catalogue } from '#domain/recoveries/catalogue.ts'
import { pageOf } from '#domain/recoveries/pageOf.ts'
import { fullName } from '#domain/stackName.ts'
import { counted, list } from '#words/counts.ts'

/** What is required for the confirmation (docs/recovery.md, Confirmation levels). */
export function levelWords(level: ConfirmationLevel, stack: StackRef): string {
  const name = fullName(stack)
  return {
    0: 'nothing',
    1: 'one click, after a preview',
    2: `type ${name}`,
    3: `type ${name} and a short note on what you checked`,
  }[level]
}

export const sourceWords = {
  lease: 'lease',
  journal: 'journal of the run',
  events: 'engine events',
  state: 'state',
  history: 'history',
  environment: 'environment of the client',
  server: 'server',
} as const satisfies Record<Evidence['source'], string>

/** What wrote a version, from its record: the title of its recovery, or that it was an edit. */
export function writtenBy(recovery: string): string {
  const id = RecoveryId.safeParse(recovery).data
  return id ? catalogue[id].title : recovery === 'edit' ? 'Edit of the state' : 'Change of the state'
}

/** What wrote a version, within a sentence. */
export function writerOf(recovery: string): string {
  const id = RecoveryId.safeParse(recovery).data
  return id ? `the recovery “${catalogue[id].title}”` : `${recovery === 'edit' ? 'an edit' : 'a change'} in the console`
}

/** What was done, as the title of its record. */
export function recordTitle({ kind, recovery, version, effect, basis, ended }: RecoveryRecord): string {
  if (kind === 'release') return ended === undefined ? 'Lease released' : `${capital(ended)} ended; lease released`
  if (kind === 'resolve') return 'The interrupted update is marked as resolved'
  if (kind === 'undo') return `A recovery was undone: the state of before is back as version ${version ?? '?'}`
  const became = `version ${basis.version} became version ${version ?? '?'}`
  if (pageOf(recovery) !== 'operations')
    return `${recovery === 'edit' ? 'The state was changed' : writtenBy(recovery)}: ${became}`
  const count = effect?.operationsRemoved.length ?? 0
  return `${counted(count, 'pending operation')} cleared: ${became}`
}

/** The label of the button that carries a change out: `Remove 1 entry and change 2 entries`. */
export function changeVerb(effect: Effect): string {
  const { entriesAdded, entriesRemoved, entriesChanged, entriesMoved, operationsRemoved, urnsChanged } = effect
  const parts = [
    entriesAdded.length > 0 && `put ${counted(entriesAdded.length, 'entry', 'entries')} back`,
    entriesRemoved.length > 0 && `remove ${counted(entriesRemoved.length, 'entry', 'entries')}`,
    entriesChanged.length > 0 && `change ${counted(entriesChanged.length, 'entry', 'entries')}`,
    entriesChanged.length === 0 && urnsChanged.length > 0 && `change ${counted(urnsChanged.length, 'URN')}`,
    operationsRemoved.length > 0 && `remove ${counted(operationsRemoved.length, 'pending operation')}`,
  ].filter((part) => part !== false)
  if (parts.length === 0)
    parts.push(entriesMoved > 0 ? `move ${counted(entriesMoved, 'entry', 'entries')}` : 'write the state')
  return capital(list(parts))
}
