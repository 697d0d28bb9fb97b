import type { RecoveryRecord } from '#contract/recoveries.ts'
import { preview, refreshPreview, up } from '#domain/commands.ts'
import { refreshFirst, refreshOf } from '#domain/recoveries/pending/refreshFirst.ts'
import { aliasLine } from '#domain/edits/renameResource.ts'
import { runName } from '#domain/runName.ts'
import { plainIntegrity } from '#domain/state/plainIntegrity.ts'
import { urnName } from '#domain/state/urn.ts'
import { number, plural } from '#words/counts.ts'
import type { Deps } from '../../deps.ts'
import { ask, storedState } from '../../texts/askStates.ts'
import { namedStack, refOf } from '../../core/stacks/names.ts'
import type { Reader } from '../../store/port.ts'
import type { StackRow } from '../../store/port/stacks.ts'
import type { StateRow } from '../../store/port/states.ts'
import type { AlarmRow } from '../../store/port/untracked.ts'
import type { UpdateRow } from '../../store/port/updates.ts'
import { NOT_UNDONE, recordedUpdates, undoOf, whyNotUndone, type Written } from '../../core/recoveries/undoable.ts'
import { checksOfRelease, checksOfWrite, readBack } from './checks.ts'
import { type Note, noteOf } from '../../core/recoveries/note.ts'
import { type Proof, proofOf } from './proof.ts'
import { parseRecordId, recordId } from '../../core/recoveries/recordId.ts'

/** Maximum number of open alarms that are searched. */
const MAX_ALARMS = 100

type Recorded = Written & { stack: StackRow }

/**
 * Returns all recoveries of a stack, newest first. The list uses facts stored with each state; the page of a single one
 * reads the state.
 */
export async function recordsOf(
  deps: Pick<Deps, 'jobs' | 'caches'>,
  reader: Reader,
  stack: StackRow,
): Promise<RecoveryRecord[]> {
  const updates = await recordedUpdates(reader, stack)
  const records: RecoveryRecord[] = []
  for (const update of updates) {
    if (update.resolvedAt !== null) records.push(await resolvedRecord(deps, reader, stack, update))
    const note = noteOf(update)
    if (note)
      records.push(
        update.kind === 'recovery'
          ? await writeRecord(deps, reader, { stack, update, note }, updates, 'facts')
          : await releaseRecord(deps, reader, { stack, update, note }, 'facts'),
      )
  }
  return records.toSorted((a, b) => b.at - a.at)
}

/** Returns one recovery by its id; see `recordId`. */
export async function recordOf(
  deps: Pick<Deps, 'jobs' | 'caches'>,
  reader: Reader,
  stack: StackRow,
  id: string,
): Promise<RecoveryRecord | undefined> {
  const { kind, updateId } = parseRecordId(id)
  const update = await reader.update(updateId)
  if (!update || update.stackId !== stack.id) return undefined
  if (kind === 'resolve') return update.resolvedAt === null ? undefined : resolvedRecord(deps, reader, stack, update)
  const note = noteOf(update)
  if (!note || (kind === 'release') === (update.kind === 'recovery')) return undefined
  if (kind === 'release') return releaseRecord(deps, reader, { stack, update, note }, 'state')
  const updates = await recordedUpdates(reader, stack)
  return writeRecord(deps, reader, { stack, update, note }, updates, 'state')
}

async function writeRecord(
  deps: Pick<Deps, 'jobs' | 'caches'>,
  reader: Reader,
  { stack, update, note }: Recorded,
  updates: UpdateRow[],
  proof: 'facts' | 'state',
): Promise<RecoveryRecord> {
  const undoneBy = undoOf(updates, update)
  const undoBlocked = await whyNotUndone(reader, stack, { update, note }, undoneBy)
  const left = await leftOf(reader, stack, update)
  const { facts } = left
  const ref = refOf(stack)
  return {
    id: recordId('write', update.id),
    kind: note.undoes === null ? 'change' : 'undo',
    recovery: note.recovery,
    stack: ref,
    status: undoneBy ? 'undone' : 'done',
    by: update.requestedBy,
    at: update.endedAt ?? update.createdAt,
    reason: note.reason,
    statements: note.statements,
    basis: note.basis,
    version: update.version,
    steps: [
      ...(await checksOfWrite(reader, stack, update, note)),
      { what: `Version ${update.version} was written.`, ok: facts.length > 0 },
    ],
    effect: note.changes,
    proof: proof === 'state' ? await proofOf(deps, reader, { stack, update, note }) : facts,
    ...(await nextSteps(deps, reader, stack, left, { more: renamedLines(note), mayUpdate: true })),
    canUndo: undoBlocked === null,
    undoBlocked,
  }
}

/** Alarms about what the next update would delete, and what to do before it. */
const DELETED_NEXT: Readonly<Partial<Record<AlarmRow['kind'], string>>> = {
  oldTwin: 'Don’t run pulumi up: it would delete a live resource. Remove its old entry first.',
  otherNames:
    'Don’t run pulumi up: it would delete the resources whose URNs have the names of another stack. Rewrite the names first.',
}

/** Why no update may run, as open alarms say. */
async function dangersOf(reader: Reader, { id }: StackRow): Promise<string[]> {
  const open = await reader.alarms({ stackId: id, isOpen: true, limit: MAX_ALARMS })
  return [...new Set(open.flatMap(({ kind }) => DELETED_NEXT[kind] ?? []))]
}

/** The record of a lease that was ended on its holder's behalf. */
async function releaseRecord(
  deps: Pick<Deps, 'jobs' | 'caches'>,
  reader: Reader,
  { stack, update, note }: Recorded,
  proof: 'facts' | 'state',
): Promise<RecoveryRecord> {
  const leftNow = await leftOf(reader, stack, update)
  const { facts } = leftNow
  const row = proof === 'facts' || update.stateId === null ? undefined : await reader.state(update.stateId)
  const back = row && (await readBack(deps, reader, row, `Version ${row.version} was saved and read back correctly.`))
  const source = back?.isRemoved === false ? back.source : undefined
  const left = source && (await ask(deps, [source], 'pendingNames', null))
  const ref = refOf(stack)
  return {
    id: recordId('release', update.id),
    kind: 'release',
    recovery: note.recovery,
    stack: ref,
    status: 'done',
    by: update.endedBy ?? '',
    at: update.endedAt ?? update.createdAt,
    reason: note.reason,
    statements: note.statements,
    basis: note.basis,
    ended: runName(update),
    version: null,
    steps: await checksOfRelease(reader, stack, update, left),
    effect: null,
    proof: [...facts, ...(back ? [back.check] : [])],
    ...(await nextSteps(deps, reader, stack, leftNow, { more: [], mayUpdate: false })),
    canUndo: false,
    undoBlocked: NOT_UNDONE.release,
  }
}

/** The record of an orphaned update that a user, or a recovery, has resolved. */
async function resolvedRecord(
  deps: Pick<Deps, 'jobs' | 'caches'>,
  reader: Reader,
  stack: StackRow,
  update: UpdateRow,
): Promise<RecoveryRecord> {
  const state = update.stateId === null ? undefined : await reader.state(update.stateId)
  const [listed] = await reader.listedStacks([stack.id])
  const ref = refOf(stack)
  return {
    id: recordId('resolve', update.id),
    kind: 'resolve',
    recovery: 'release-lease',
    stack: ref,
    status: 'done',
    by: update.resolvedBy ?? '',
    at: update.resolvedAt ?? update.createdAt,
    reason: update.resolvedReason ?? '',
    statements: [],
    basis: { version: update.version ?? 0, hash: state?.hash ?? '' },
    version: null,
    steps: [
      {
        what: `Update ${update.version} is not shown as needing attention any more.`,
        ok: listed === undefined ? null : listed.orphanedUpdate?.id !== update.id,
      },
    ],
    effect: null,
    proof: [{ what: 'The update has ended; its token cannot write any more.', ok: update.status !== 'running' }],
    ...(await nextSteps(deps, reader, stack, await leftOf(reader, stack, update), { more: [], mayUpdate: false })),
    canUndo: false,
    undoBlocked: NOT_UNDONE.resolve,
  }
}

/** The current state, and facts about the state that an update wrote. */
type Left = { present: StateRow | undefined; facts: Proof }

/** Returns what an update left. */
async function leftOf(reader: Reader, stack: StackRow, update: UpdateRow): Promise<Left> {
  const state = update.stateId === null ? undefined : await reader.state(update.stateId)
  const present = stack.stateId === null || stack.stateId === update.stateId ? state : await reader.state(stack.stateId)
  if (!state) return { present, facts: [] }
  const what =
    state.finding === null
      ? `Version ${state.version} is valid.`
      : `Version ${state.version} is invalid: ${plainIntegrity(state.finding)}.`
  return { present, facts: [{ what, ok: state.finding === null }] }
}

/**
 * Returns what to do after a recovery, by the state as it is now. `mayUpdate`: an update may be named, as the last step.
 * It never is while the state is invalid, or before a refresh of entries whose outputs are unknown.
 */
async function nextSteps(
  deps: Pick<Deps, 'jobs' | 'caches'>,
  reader: Reader,
  stack: StackRow,
  { present }: Left,
  { more, mayUpdate }: { more: readonly string[]; mayUpdate: boolean },
): Promise<Pick<RecoveryRecord, 'stillInvalid' | 'bans' | 'leftToDo' | 'commands' | 'toRefresh'>> {
  const ref = namedStack(stack)
  if (present && present.finding !== null)
    return {
      stillInvalid: `The state is still invalid: ${plainIntegrity(present.finding)}.`,
      bans: ['Don’t run an update before the state is repaired.'],
      leftToDo: [...more],
      commands: [],
      toRefresh: 0,
    }
  const pendingCount = present?.pendingCount ?? 0
  const pending = pendingLines(pendingCount)
  const program = { label: 'See what the program would change', command: preview(ref) }
  const bans = await dangersOf(reader, stack)
  if (present && present.unknownOutputs > 0) {
    const entries = await ask(deps, [storedState(reader, present)], 'unknownOutputs', null)
    const command = refreshOf(ref, entries, { hasPendingCreates: present.pendingCreates > 0 })
    return {
      stillInvalid: null,
      bans,
      leftToDo: [refreshFirst(entries), ...more, ...pending],
      commands: [{ label: 'Read the outputs', command }, program],
      toRefresh: entries.length,
    }
  }
  return {
    stillInvalid: null,
    bans,
    leftToDo: [...pending, ...more, 'Before the next update, run:'],
    commands: [
      { label: 'See what a refresh would change', command: refreshPreview(ref) },
      program,
      ...(mayUpdate && pendingCount === 0 && bans.length === 0 ? [{ label: 'Then update', command: up(ref) }] : []),
    ],
    toRefresh: 0,
  }
}

/** Maximum number of renamed resources that are listed. */
const MAX_NAMED = 20

function renamedLines({ changes, undoes, partner }: Note): string[] {
  if (partner && undoes === null) return [`Move its declaration to the other program, too: see ${partner.stack}.`]
  return (undoes === null ? (changes?.urnsChanged ?? []) : [])
    .slice(0, MAX_NAMED)
    .map(
      ({ from, to }) =>
        `Call it ${urnName(to)} in the program, or, if it stays ${urnName(from)} there, add the alias ${aliasLine(to)}`,
    )
}

const pendingLines = (count: number): string[] =>
  count === 0
    ? []
    : [
        `Resolve ${plural(count, 'the pending operation', `the ${number(count)} pending operations`)} before the next pulumi up.`,
      ]
