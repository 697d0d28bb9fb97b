import type { Lease } from '#contract/leases.ts'
import { openOrphanedUpdate } from '#domain/lease/orphanedUpdate.ts'
import type { Deps } from '../../deps.ts'
import type { Reader } from '../../store/port.ts'
import type { Handlers } from '../handlers.ts'
import { toLease, worstFirst } from './leaseView.ts'
import { toLock } from './lockView.ts'

/** Returns all held leases, the most severe first. Previews hold none. */
export async function heldLeases(deps: Deps, reader: Reader, now: number): Promise<Lease[]> {
  const leases: Lease[] = []
  for (const update of await reader.runningUpdates()) {
    const stack = update.dryRun ? undefined : await reader.stackById(update.stackId)
    const lease = stack && (await toLease(deps, reader, stack, update, now))
    if (lease) leases.push(lease)
  }
  return leases.toSorted(worstFirst)
}

/** Maximum number of orphaned updates returned; more than fits one page. */
const MAX_ORPHANED = 100

/** Returns the leases of orphaned updates. */
async function orphanedLeases(deps: Deps, reader: Reader, now: number): Promise<Lease[]> {
  const { notProgressingAfterS } = deps.settings
  const page = {
    healthIn: ['orphaned'],
    sort: 'health',
    offset: 0,
    limit: MAX_ORPHANED,
    now,
    notProgressingAfterS,
  } as const
  const leases: Lease[] = []
  for (const { orphanedUpdate, latest, ...stack } of (await reader.stackPage(page)).stacks) {
    const update = openOrphanedUpdate(latest, orphanedUpdate)
    const lease = update && (await toLease(deps, reader, stack, update, now))
    if (lease) leases.push(lease)
  }
  return leases
}

export const leaseHandlers = (deps: Deps): Pick<Handlers, 'leaseList'> => ({
  async leaseList() {
    const now = await deps.store.now()
    return deps.store.read(async (reader) => ({
      now,
      leases: await heldLeases(deps, reader, now),
      orphaned: await orphanedLeases(deps, reader, now),
      locks: (await reader.lockedStacks()).flatMap((stack) => toLock(stack, now) ?? []),
    }))
  },
})
