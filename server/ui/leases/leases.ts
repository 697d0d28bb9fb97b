import type { ForeignHeld, Lease } from '#contract/leases.ts'
import { openOrphanedUpdate } from '#domain/lease/orphanedUpdate.ts'
import { readVisible } from '../../core/access/visible.ts'
import type { Deps } from '../../deps.ts'
import type { Reader } from '../../store/port.ts'
import type { Handlers } from '../handlers.ts'
import { refOf } from '../../core/stacks/names.ts'
import { backendsOf, elsewhereOf, noteViews } from '../backends/elsewhere.ts'
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

/** Maximum number of locked stacks of connected backends returned. */
const MAX_FOREIGN = 500

/** Returns the stacks of connected backends that are locked. */
async function heldElsewhere(deps: Deps, reader: Reader, now: number): Promise<ForeignHeld[]> {
  const stacks = await reader.lockedElsewhere(MAX_FOREIGN)
  const backends = await backendsOf(reader, stacks)
  noteViews(deps, stacks, now)
  const held: ForeignHeld[] = []
  for (const stack of stacks) {
    const state = stack.stateId === null ? null : ((await reader.state(stack.stateId)) ?? null)
    const elsewhere = elsewhereOf({ ...stack, state }, backends, now)
    if (elsewhere?.holder) held.push({ stack: refOf(stack), elsewhere: { ...elsewhere, holder: elsewhere.holder } })
  }
  return held
}

export const leaseHandlers = (deps: Deps): Pick<Handlers, 'leaseList'> => ({
  async leaseList(_, { user }) {
    const now = await deps.store.now()
    return readVisible(deps, user, async (reader) => ({
      now,
      leases: await heldLeases(deps, reader, now),
      orphaned: await orphanedLeases(deps, reader, now),
      locks: (await reader.lockedStacks()).flatMap((stack) => toLock(stack, now) ?? []),
      foreign: await heldElsewhere(deps, reader, now),
    }))
  },
})
