import { DomainError } from '../../errors.ts'
import type { Reader, Writer } from '../../store/port.ts'
import type { StackName, StackRow } from '../../store/port/stacks.ts'
import type { UpdateRow } from '../../store/port/updates.ts'
import type { Actor } from '../access/actor.ts'
import { fullName, isName } from '../stacks/names.ts'

/** A call of a running update: its address, its token and the token's hash, and the client. */
export type LeaseCall = {
  name: StackName
  updateId: string
  tokenHash: string
  token: string
  from: Pick<Actor, 'userAgent' | 'address'>
  /** When it arrived, before its body was read. */
  arrivedAt: number
}

/** The actor of the call: the lease belongs to the caller who created the update. */
export const callerOf = (call: LeaseCall, { requestedBy, tokenName }: UpdateRow): Actor => ({
  login: requestedBy,
  tokenName,
  ...call.from,
})

type Addressed = { stack: StackRow; update: UpdateRow }

/** Returns the stack and the update of a call's address; throws if they do not exist, or no longer do. */
export async function addressed(reader: Reader, call: LeaseCall): Promise<Addressed> {
  const { name, updateId } = call
  const stack = isName(name.project) && isName(name.name) ? await reader.stack(name) : undefined
  if (stack === undefined) throw new DomainError({ kind: 'noSuchStack', name })
  const update = await reader.update(updateId)
  if (update === undefined || update.stackId !== stack.id) throw new DomainError({ kind: 'noSuchUpdate', id: updateId })
  return { stack, update }
}

/** Returns the update, running or not, if the call has its token; throws for any other token. */
export function ownUpdate(update: UpdateRow, call: LeaseCall): UpdateRow {
  if (update.lease === null && update.status === 'not started') throw new DomainError({ kind: 'updateNotStarted' })
  if (update.lease?.tokenHash !== call.tokenHash) throw new DomainError({ kind: 'leaseTokenInvalid' })
  return update
}

/**
 * Returns the update of a call's address with its stack locked: the end of an update locks it too, so what is decided
 * here remains true. Throws if they do not exist.
 */
export async function holdAddressed(writer: Writer, call: LeaseCall): Promise<Addressed> {
  const held = await writer.holdUpdate(call.updateId)
  const isThere = held !== undefined && held.stack.deletedAt === null && fullName(held.stack) === fullName(call.name)
  return isThere ? held : addressed(writer, call)
}

/** The same, if the call has the update's token; throws for any other token. */
export const holdOwn = async (writer: Writer, call: LeaseCall): Promise<UpdateRow> =>
  ownUpdate((await holdAddressed(writer, call)).update, call)
