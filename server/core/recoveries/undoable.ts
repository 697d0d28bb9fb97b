import type { Reader } from '../../store/port.ts'
import type { StackRow } from '../../store/port/stacks.ts'
import type { UpdateRow } from '../../store/port/updates.ts'
import { type Note, noteOf } from './note.ts'

/** Maximum number of history entries searched for what concerns a recovery. */
const MAX_UPDATES = 1000

/** Why records that wrote no state have nothing to undo. */
export const NOT_UNDONE = {
  release: 'A lease that was ended cannot be given back.',
  resolve: 'It wrote no state, so there is nothing to restore.',
}

/** The other side of a move. */
export type Partner = NonNullable<Note['partner']>

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
  return note.partner ? whyPartnerNotUndone(reader, note.partner) : null
}

/** Returns why a move cannot be undone because of its other stack; null if it can. */
async function whyPartnerNotUndone(reader: Reader, partner: Partner): Promise<string | null> {
  const other = await reader.stackById(partner.stackId)
  const its = other && (await reader.updateByVersion(other.id, partner.version))
  if (!other || other.deletedAt !== null || !its) return `The other side of the move, ${partner.stack}, is gone.`
  if (other.holderId !== null) return `An update holds the lease of ${partner.stack}, the other side of the move.`
  const written = its.stateId === null ? undefined : await reader.state(its.stateId)
  const present = other.stateId === null ? undefined : await reader.state(other.stateId)
  return written?.hash === present?.hash
    ? null
    : `${partner.stack}, the other side of the move, has changed since: version ${present?.version ?? other.version}.`
}
