import { emptyDocument } from '#domain/state/checkpoint.ts'
import type { Deps } from '../../deps.ts'
import { DomainError } from '../../errors.ts'
import type { Reader } from '../../store/port.ts'
import type { StackRow } from '../../store/port/stacks.ts'
import type { UpdateRow } from '../../store/port/updates.ts'
import { storedAgain } from '../../texts/states.ts'
import type { Who } from '../access/actor.ts'
import { basisOf, checkBasis } from '../stacks/basis.ts'
import { writeTogether } from '../stacks/writes.ts'
import { type Note, noteOf } from './note.ts'
import { parseRecordId } from './recordId.ts'
import { NOT_UNDONE, type Partner, recordedUpdates, undoOf, whyNotUndone, type Written } from './undoable.ts'

/**
 * Restores the state from before a write of the console, as a new version; from before a move in both stacks, or in
 * none. Updates that the write had resolved need attention again. Returns the update of `stack`. Throws if a state has
 * changed since, or a lease is held.
 */
export async function undo(
  deps: Deps,
  stack: StackRow,
  { id, reason }: { id: string; reason: string },
  who: Who,
): Promise<UpdateRow> {
  const { sides, reopened } = await deps.store.read(async (reader) => {
    const updates = await recordedUpdates(reader, stack)
    const { update, note } = await writtenBy(reader, stack, id)
    const blocked = await whyNotUndone(reader, stack, { update, note }, undoOf(updates, update))
    if (blocked !== null) throw new DomainError({ kind: 'notUndone', reason: blocked })
    const first = await sideOf(deps, reader, stack, { update, note })
    return {
      sides: note.partner ? [first, await partnerSide(deps, reader, note.partner)] : [first],
      reopened: updates.filter(({ resolvedVersion }) => resolvedVersion !== null && resolvedVersion === update.version),
    }
  })
  const writes = sides.map(({ stack: { id: stackId }, update, note, document, basis }, at) => ({
    stackId,
    basis,
    document,
    message: `Undo of version ${update.version}: ${reason}`,
    recovery: (versionOf: (stackId: string) => number): Note => {
      const other = sides[1 - at]
      return {
        recovery: note.recovery,
        reason,
        statements: [],
        effect: [`The state of version ${note.basis.version} is in force again.`],
        basisVersion: basis.version,
        undoes: update.version,
        basis,
        changes: null,
        partner: note.partner && other ? { ...note.partner, version: versionOf(other.stack.id) } : null,
      }
    },
  }))
  const [undone] = await writeTogether(deps, writes, {
    ...who,
    within: async (writer) => {
      for (const { id: updateId } of reopened)
        await writer.patchUpdate(updateId, {
          resolvedAt: null,
          resolvedBy: null,
          resolvedReason: null,
          resolvedVersion: null,
        })
    },
  })
  if (!undone) throw new Error('an undo writes a state')
  return undone
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

/** Returns one state as it is now and as it was before; throws if it has changed since. */
async function sideOf(deps: Deps, reader: Reader, stack: StackRow, { update, note }: Written) {
  const written = update.stateId === null ? undefined : await reader.state(update.stateId)
  const present = stack.stateId === null ? undefined : await reader.state(stack.stateId)
  if (!written || !present) throw new DomainError({ kind: 'formerStateGone', version: null })
  const basis = basisOf(present)
  checkBasis(basis, { ...basis, hash: written.hash }) // the same state may be that of a later version
  return { stack, update, note, basis, document: await formerState(deps, reader, stack, note) }
}

async function partnerSide(deps: Deps, reader: Reader, { stackId, stack: name, version }: Partner) {
  const other = await reader.stackById(stackId)
  const update = other && (await reader.updateByVersion(other.id, version))
  if (!other || !update) throw new DomainError({ kind: 'otherSideGone', stack: name })
  const note = noteOf(update)
  if (!note) throw new DomainError({ kind: 'formerStateGone', version: null })
  return sideOf(deps, reader, other, { update, note })
}

async function formerState(deps: Deps, reader: Reader, stack: StackRow, { basis: { version } }: Note) {
  if (version === 0) return emptyDocument() // the stack had no state yet
  const former = await reader.stateByVersion(stack.id, version)
  if (former && former.textRemovedAt === null) return storedAgain(deps, reader, former)
  throw new DomainError({ kind: 'formerStateGone', version })
}
