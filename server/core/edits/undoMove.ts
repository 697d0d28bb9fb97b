import { emptyDocument } from '#domain/state/checkpoint.ts'
import type { Deps } from '../../deps.ts'
import { DomainError } from '../../errors.ts'
import { storedAgain } from '../../texts/states.ts'
import { writeTogether } from '../stacks/writes.ts'
import type { Reader } from '../../store/port.ts'
import type { StackRow } from '../../store/port/stacks.ts'
import type { UpdateRow } from '../../store/port/updates.ts'
import type { Who } from '../access/actor.ts'
import { type Note, noteOf } from '../recoveries/note.ts'

/** Restores both states from before a move, or none. Returns the update of `stack`. */
export async function undoMove(
  deps: Deps,
  stack: StackRow,
  { update, partner }: { update: UpdateRow; partner: NonNullable<Note['partner']> },
  reason: string,
  who: Who,
): Promise<UpdateRow> {
  const sides = await deps.store.read(async (reader) => {
    const other = await reader.stackById(partner.stackId)
    const its = other && (await reader.updateByVersion(other.id, partner.version))
    if (!other || !its) throw new DomainError({ kind: 'otherSideGone', stack: partner.stack })
    return [await sideOf(deps, reader, stack, update), await sideOf(deps, reader, other, its)]
  })
  const writes = sides.map(({ at, note, document, basis }, index) => ({
    stackId: at.id,
    basis,
    document,
    message: `Undo of version ${note.written}: ${reason}`,
    recovery: (versionOf: (stackId: string) => number): Note => {
      const other = sides[1 - index]
      return {
        recovery: note.recovery,
        reason,
        statements: [],
        effect: [`The state of version ${note.basis.version} is in force again.`],
        basisVersion: basis.version,
        undoes: note.written,
        basis,
        changes: null,
        partner: note.partner && other ? { ...note.partner, version: versionOf(other.at.id) } : null,
      }
    },
  }))
  const [undone] = await writeTogether(deps, writes, who)
  if (!undone) throw new Error('an undo of a move writes two states')
  return undone
}

/** Returns one side of a move as it is now and as it was before; throws if it has changed since. */
async function sideOf(deps: Deps, reader: Reader, at: StackRow, update: UpdateRow) {
  const note = noteOf(update)
  const written = update.stateId === null ? undefined : await reader.state(update.stateId)
  const present = at.stateId === null ? undefined : await reader.state(at.stateId)
  if (!note || !written || !present) throw new DomainError({ kind: 'formerStateGone', version: null })
  if (written.hash !== present.hash)
    throw new DomainError({ kind: 'staleBasis', current: { version: present.version, hash: present.hash } })
  const document = await formerState(deps, reader, at, note)
  return {
    at,
    document,
    basis: { version: present.version, hash: present.hash },
    note: { ...note, written: update.version },
  }
}

async function formerState(deps: Deps, reader: Reader, at: StackRow, { basis }: Note) {
  if (basis.version === 0) return emptyDocument() // the stack had no state yet
  const former = await reader.stateByVersion(at.id, basis.version)
  if (former && former.textRemovedAt === null) return storedAgain(deps, reader, former)
  throw new DomainError({ kind: 'formerStateGone', version: basis.version })
}

/** Returns why a move cannot be undone because of its other stack; null if it can, or if it is not a move. */
export async function whyPartnerNotUndone(reader: Reader, { partner }: Note): Promise<string | null> {
  if (!partner) return null
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
