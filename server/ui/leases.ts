import type { Lease } from '#contract/leases.ts'
import type { Deps } from '../deps.ts'
import type { Reader } from '../store/port.ts'
import type { Handlers } from './handlers.ts'
import { toLease, worstFirst } from './leaseView.ts'
import { toLock } from './lockView.ts'

/** Every held lease, the ones to worry about first. Previews hold none. */
export async function heldLeases(deps: Deps, reader: Reader, now: number): Promise<Lease[]> {
  const leases: Lease[] = []
  for (const update of await reader.runningUpdates()) {
    const stack = update.dryRun ? undefined : await reader.stackById(update.stackId)
    const lease = stack && (await toLease(deps, reader, stack, update, now))
    if (lease) leases.push(lease)
  }
  return leases.toSorted(worstFirst)
}

export const leaseHandlers = (deps: Deps): Pick<Handlers, 'leaseList'> => ({
  async leaseList() {
    const now = await deps.store.now()
    return deps.store.read(async (reader) => ({
      now,
      leases: await heldLeases(deps, reader, now),
      locks: (await reader.lockedStacks()).flatMap((stack) => toLock(stack, now) ?? []),
    }))
  },
})
