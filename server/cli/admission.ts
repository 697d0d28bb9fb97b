import type { Deps } from '../deps.ts'
import type { Reader } from '../store/port.ts'
import { DomainError } from '../errors.ts'
import type { LeaseCall } from '../core/leases/leaseCall.ts'
import { fullName } from '../core/stacks/names.ts'

/**
 * Refuses, before any other work, a call whose token is not that of the addressed update. All refusals are alike, so
 * that they do not reveal which stacks and updates exist. A lease's token never changes, so a known one is not looked
 * up again; whether it is still valid is decided in the transaction of each call.
 */
export function createAdmission({
  store,
  caches: { admitted },
}: Pick<Deps, 'store' | 'caches'>): (call: LeaseCall) => Promise<void> {
  return async (call) => {
    const address = `${fullName(call.name)} ${call.updateId}`
    if (admitted.get(call.tokenHash) === address) return
    if (!(await store.read((reader) => isItsOwn(reader, call)))) throw new DomainError({ kind: 'leaseTokenInvalid' })
    admitted.set(call.tokenHash, address)
  }
}

async function isItsOwn(reader: Reader, { updateId, tokenHash, name }: LeaseCall): Promise<boolean> {
  const update = await reader.update(updateId)
  if (update?.lease?.tokenHash !== tokenHash) return false
  const stack = await reader.stackById(update.stackId)
  return stack !== undefined && fullName(stack) === fullName(name)
}
