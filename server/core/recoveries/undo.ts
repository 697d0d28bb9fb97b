import type { Deps } from '../../deps.ts'
import { DomainError } from '../../errors.ts'
import type { Reader } from '../../store/port.ts'
import type { StackRow } from '../../store/port/stacks.ts'
import type { UpdateRow } from '../../store/port/updates.ts'
import { storedAgain } from '../../texts/states.ts'
import type { Who } from '../access/actor.ts'
import { undoMove, whyPartnerNotUndone } from '../edits/undoMove.ts'
import { writeRecovery } from '../stacks/writes.ts'
import { type Note, noteOf } from './note.ts'
import { parseRecordId } from './recordId.ts'

/** Maximum number of history entries searched for what concerns a recovery. */
const MAX_UPDATES = 1000

/** Why records that wrote no state have nothing to undo. */
export const NOT_UNDONE = {
  release: 'A lease that was ended cannot be given back.',
  resolve: 'It wrote no state, so there is nothing to bring back.',
}

/** A state that the console wrote, with its record. */
export type Written = { update: UpdateRow; note: Note }

/** Returns the newest entries of a stack's history, among which recoveries, undos and resolved updates are searched. */
export const recordedUpdates = (reader: Reader, stack: StackRow): Promise<UpdateRow[]> =>
  reader.updates(stack.id, { previews: 'no', limit: MAX_UPDATES, offset: 0 })

/** Returns the update that undid a write, if any. */
export const undoOf = (updates: readonly UpdateRow[], { version }: UpdateRow): UpdateRow | undefined =>
  updates.find((later) => later.kind === 'recovery' && noteOf(later)?.undoes === version)

/** Returns why the former state cannot be restored; null if it can. `undone`: the update that did so already. */
export async function whyNotUndone(
  reader: Reader,
  stack: StackRow,
  { update, note }: Written,
  undone: UpdateRow | undefined,
): Promise<string | null> {
  if (undone) return `It was undone by version ${undone.version}.`
  if (note.undoes !== null) return 'This was an undo itself: carry out the recovery again instead.'
  if (stack.holderId !== null) return 'An update holds the lease of this stack.'
  const written = update.stateId === null ? undefined : await reader.state(update.stateId)
  const present = stack.stateId === null ? undefined : await reader.state(stack.stateId)
  if (!written || written.hash !== present?.hash)
    return `Version ${present?.version ?? stack.version} has changed the state since.`
  if (note.basis.hash === '' && !note.partner)
    return 'The stack had no state before. If it is not needed, remove the stack.'
  const former = await reader.stateByVersion(stack.id, note.basis.version)
  if (note.basis.version > 0 && former?.textRemovedAt !== null)
    return `The state of version ${note.basis.version} is not kept any more.`
  return whyPartnerNotUndone(reader, note)
}

/**
 * Restores the state from before a write of the console, as a new version; from before a move in both stacks. Throws if
 * the state has changed since, or a lease is held.
 */
export async function undo(
  deps: Deps,
  stack: StackRow,
  { id, reason }: { id: string; reason: string },
  who: Who,
): Promise<UpdateRow> {
  const { written, updates } = await deps.store.read(async (reader) => {
    const updates = await recordedUpdates(reader, stack)
    const written = await writtenBy(reader, stack, id)
    const blocked = await whyNotUndone(reader, stack, written, undoOf(updates, written.update))
    if (blocked !== null) throw new DomainError({ kind: 'notUndone', reason: blocked })
    return { written, updates }
  })
  return written.note.partner
    ? undoMove(deps, stack, { update: written.update, partner: written.note.partner }, reason, who)
    : restoreFormer(deps, stack, written, updates, reason, who)
}

async function writtenBy(reader: Reader, stack: StackRow, id: string): Promise<Written> {
  const { kind, updateId } = parseRecordId(id)
  const update = await reader.update(updateId)
  if (update?.stackId !== stack.id) throw new DomainError({ kind: 'noSuchRecord', of: 'recovery' })
  if (kind !== 'write') throw new DomainError({ kind: 'notUndone', reason: NOT_UNDONE[kind] })
  const note = noteOf(update)
  if (!note || update.kind !== 'recovery') throw new DomainError({ kind: 'noSuchRecord', of: 'recovery' })
  return { update, note }
}

async function restoreFormer(
  deps: Deps,
  stack: StackRow,
  { update, note: { recovery, basis: formerBasis } }: Written,
  updates: readonly UpdateRow[],
  reason: string,
  who: Who,
): Promise<UpdateRow> {
  const { document, basis } = await deps.store.read(async (reader) => {
    const former = await reader.stateByVersion(stack.id, formerBasis.version)
    const written = update.stateId === null ? undefined : await reader.state(update.stateId)
    const present = stack.stateId === null ? undefined : await reader.state(stack.stateId)
    if (!former || !written || !present) throw new DomainError({ kind: 'formerStateGone', version: null })
    if (written.hash !== present.hash)
      throw new DomainError({ kind: 'staleBasis', current: { version: present.version, hash: present.hash } })
    return {
      document: await storedAgain(deps, reader, former),
      basis: { version: present.version, hash: present.hash },
    }
  })
  const note: Note = {
    recovery,
    reason,
    statements: [],
    effect: [`The state of version ${formerBasis.version} is in force again.`],
    basisVersion: basis.version,
    undoes: update.version,
    basis,
    changes: null,
  }
  const reopened = updates.filter(
    ({ resolvedVersion }) => resolvedVersion !== null && resolvedVersion === update.version,
  )
  return writeRecovery(deps, {
    stackId: stack.id,
    basis,
    document,
    ...who,
    message: `Undo of version ${update.version}: ${reason}`,
    recovery: note,
    within: async (writer) => {
      for (const { id } of reopened)
        await writer.patchUpdate(id, {
          resolvedAt: null,
          resolvedBy: null,
          resolvedReason: null,
          resolvedVersion: null,
        })
    },
  })
}
