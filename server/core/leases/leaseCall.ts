import { DomainError } from '../../errors.ts'
import type { Reader, Writer } from '../../store/port.ts'
import type { StackName, StackRow } from '../../store/port/stacks.ts'
import type { UpdateRow } from '../../store/port/updates.ts'
import type { Actor } from '../access/actor.ts'
import { fullName, isName } from '../stacks/names.ts'

/** An in-update call: the address that it went to, the token that it carried and its hash, and where it came from. */
export type LeaseCall = {
  name: StackName
  updateId: string
  tokenHash: string
  token: string
  from: Pick<Actor, 'userAgent' | 'address'>
}

/** On whose behalf it is made: the lease was given to the caller who created the update. */
export const callerOf = (call: LeaseCall, { requestedBy, tokenName }: UpdateRow): Actor => ({
  login: requestedBy,
  tokenName,
  ...call.from,
})

type Addressed = { stack: StackRow; update: UpdateRow }

/** The stack and the update that a call's address names; refused for what is not there, or not there any more. */
export async function addressed(reader: Reader, call: LeaseCall): Promise<Addressed> {
  const { name, updateId } = call
  const stack = isName(name.project) && isName(name.name) ? await reader.stack(name) : undefined
  if (stack === undefined) throw new DomainError({ kind: 'noSuchStack', name })
  const update = await reader.update(updateId)
  if (update === undefined || update.stackId !== stack.id) throw new DomainError({ kind: 'noSuchUpdate', id: updateId })
  return { stack, update }
}

/** The update of an in-update call, if the token is its own; running or not. Refused for any other token. */
export function ownUpdate(update: UpdateRow, call: LeaseCall): UpdateRow {
  if (update.lease === null && update.status === 'not started') throw new DomainError({ kind: 'updateNotStarted' })
  if (update.lease?.tokenHash !== call.tokenHash) throw new DomainError({ kind: 'leaseTokenInvalid' })
  return update
}

/** The same, with its stack locked: the end of an update holds it too, so what is decided here stays true. */
export async function holdOwn(writer: Writer, call: LeaseCall): Promise<UpdateRow> {
  const held = await writer.holdUpdate(call.updateId)
  const isThere = held !== undefined && held.stack.deletedAt === null && fullName(held.stack) === fullName(call.name)
  return ownUpdate(isThere ? held.update : (await addressed(writer, call)).update, call)
}
