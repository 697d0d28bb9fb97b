import { nameOf } from '../../core/access/displayNames.ts'
import type { Check } from '#contract/recoveries.ts'
import { type JournalEntry, openOperations } from '#domain/journal/journal.ts'
import type { Deps } from '../../deps.ts'
import { type StateSource, storedState } from '../../texts/askStates.ts'
import { outside } from '../../texts/waiting/outside.ts'
import { textJobsHere } from '../../texts/textJobs.ts'
import { type Reader, StoreUnavailableError } from '../../store/port.ts'
import type { StackRow } from '../../store/port/stacks.ts'
import { type StateRow, TextRemovedError } from '../../store/port/states.ts'
import type { UpdateRow } from '../../store/port/updates.ts'
import type { Note } from '../../core/recoveries/note.ts'

/**
 * The checks of a record, made against the store at each request: a check passes because the rows prove it now, not
 * because the code that wrote them got that far. A check that is no longer possible returns null.
 */

/**
 * Checks that a state was written on top of the state that was shown, with no other update between the two or since.
 */
export async function checksOfWrite(
  reader: Reader,
  stack: StackRow,
  update: UpdateRow,
  { basis }: Note,
): Promise<Check[]> {
  const base = update.baseStateId === null ? undefined : await reader.state(update.baseStateId)
  const isBasis = (base?.version ?? 0) === basis.version && (base?.hash ?? '') === basis.hash
  return [
    { what: `It was written on the state that was shown: version ${basis.version}.`, ok: isBasis },
    {
      what: 'No other update ran in between.',
      ok: await isUnbroken(reader, stack, update),
    },
  ]
}

/**
 * An update takes its version and its base when it starts, and writes its state when it ends: of two overlapping
 * updates, neither would have the other's state as its base. Independent of clocks.
 */
async function isUnbroken(reader: Reader, stack: StackRow, update: UpdateRow): Promise<boolean | null> {
  if (update.version === null) return null
  const [before, after] = await Promise.all([
    reader.updateByVersion(stack.id, update.version - 1),
    reader.updateByVersion(stack.id, update.version + 1),
  ])
  if (before === undefined && update.version > 1) return null
  const base = update.baseStateId === null ? undefined : await reader.state(update.baseStateId)
  const follows = before === undefined ? (base?.updateId ?? null) === null : before.stateId === update.baseStateId
  return follows && (after === undefined || after.baseStateId === update.stateId)
}

/**
 * Checks that the lease of an ended update is free, and that nothing it had sent is missing; `left`: the operations
 * that it left pending.
 */
export async function checksOfRelease(
  reader: Reader,
  stack: StackRow,
  update: UpdateRow,
  left: readonly { type: string; urn: string }[] | undefined,
): Promise<Check[]> {
  const hasEnded = update.status !== 'running' && update.status !== 'not started'
  const isFree = hasEnded && stack.holderId !== update.id
  const checks = [
    { what: `Update ${update.version} of ${await nameOf(reader, update.requestedBy)} has ended.`, ok: hasEnded },
    { what: 'It no longer holds the lease; its client’s token cannot write.', ok: isFree },
    { what: `What had arrived is saved as version ${update.version}.`, ok: update.stateId !== null },
  ]
  const inFlight = await operationsInFlight(reader, update)
  if (inFlight.length === 0 || left === undefined) return checks
  const pending = new Set(left.map(({ type, urn }) => `${type} ${urn}`))
  const ok = inFlight.every(({ type, urn }) => pending.has(`${type} ${urn}`))
  return [...checks, { what: `Each operation that was in flight is pending in it: ${inFlight.length}.`, ok }]
}

/**
 * Returns the operations that the journal started and did not end; empty for an update without a journal, whose last
 * save shows them.
 */
async function operationsInFlight(reader: Reader, update: UpdateRow): Promise<{ type: string; urn: string }[]> {
  if (!update.isJournal) return []
  const rows = await reader.journal(update.id)
  return openOperations(rows.map(({ text }) => JSON.parse(text) as JournalEntry)) // validated on receipt
}

/** A state read from the store, bypassing the caches, and whether its text has the recorded hash. */
export type ReadBack =
  | { isRemoved: false; source: StateSource | undefined; check: Check }
  | { isRemoved: true; check: Check }

export async function readBack(
  { jobs = textJobsHere }: Pick<Deps, 'jobs' | 'caches'>,
  reader: Reader,
  row: StateRow,
  what: string,
): Promise<ReadBack> {
  if (row.textRemovedAt !== null)
    return {
      isRemoved: true,
      check: { what: `${new TextRemovedError(row).message} It cannot be compared any more.`, ok: null },
    }
  try {
    const hash = await outside(jobs, `hash of state ${row.id}`, async () =>
      jobs.hash((await reader.stateParts(row.id)).parts),
    )
    const isSame = hash === row.hash
    return { isRemoved: false, source: isSame ? storedState(reader, row) : undefined, check: { what, ok: isSame } }
  } catch (error) {
    if (error instanceof StoreUnavailableError) throw error
    return { isRemoved: false, source: undefined, check: { what, ok: false } } // the store reports damage
  }
}
