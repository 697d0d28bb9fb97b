import type { Attention, Health, StackDetail, StackSummary } from '#contract/stacks.ts'
import { RecoveryNote } from '#contract/updates.ts'
import { stackOutputs } from '#domain/checkpoint.ts'
import { maskProperties } from '#domain/secrets.ts'
import type { Deps } from '../deps.ts'
import { lockAt } from '../service/lockEnds.ts'
import { holds } from '../service/locks.ts'
import { readState } from '../service/states.ts'
import type { Reader, StackListing, StackRow } from '../store/port.ts'
import { actorOf, type Handlers } from './handlers.ts'
import { heldLeases } from './leases.ts'
import { toLease } from './leaseView.ts'
import { refusedByLock, waitersOf } from './lockView.ts'
import { findStack, findState, PAGE_SIZE, pageRange } from './lookup.ts'
import { filterStacks } from './stackFilter.ts'
import { byActivity, byHarm, openOrphan, orphansByStack, toSummary } from './summary.ts'
import { consoleUrlOf } from './views.ts'

/** Harmful enough to be on the home page. */
const NEEDS_SOMEBODY: ReadonlySet<Health> = new Set([
  'orphaned',
  'suspect',
  'pendingCreates',
  'pending',
  'failed',
  'broken',
])

/** Stacks: the home page, the list, one of them, its outputs. */
export function stackHandlers(deps: Deps): Pick<Handlers, 'attention' | 'stackList' | 'stackView' | 'stackOutputs'> {
  const contextOf = async (reader: Reader, now: number) => ({
    now,
    silentAfterS: deps.settings.silentAfterS,
    orphans: await orphansByStack(reader),
  })

  async function summaries(reader: Reader, now: number): Promise<StackSummary[]> {
    const context = await contextOf(reader, now)
    return (await reader.stacks({})).map((listing) => toSummary(listing, context))
  }

  return {
    async attention() {
      const now = await deps.store.now()
      return deps.store.read(async (reader) => {
        const all = await summaries(reader, now)
        return {
          now,
          needs: all.filter(({ health }) => NEEDS_SOMEBODY.has(health)).toSorted(byHarm),
          running: await heldLeases(deps, reader, now),
          stackCount: all.length,
          lastActivity: lastActivity(all),
        }
      })
    },

    async stackList({ query }) {
      const now = await deps.store.now()
      const all = await deps.store.read((reader) => summaries(reader, now))
      const found = filterStacks(all, query)
      const { limit, offset } = pageRange(query.page)
      return {
        stacks: found.slice(offset, offset + limit),
        total: found.length,
        page: query.page,
        pageSize: PAGE_SIZE,
        projects: [...new Set(all.map(({ ref }) => ref.project))].toSorted(),
      }
    },

    async stackView({ params }, call) {
      const now = await deps.store.now()
      return deps.store.read(async (reader) => {
        const stack = await findStack(reader, params)
        const listing = await listingOf(reader, stack)
        const context = await contextOf(reader, now)
        const lock = lockAt(stack, now)
        return {
          ...toSummary(listing, context),
          now,
          ...(await detail(deps, reader, listing, context)),
          lockIsMine: lock !== undefined && holds(lock, actorOf(call)),
        }
      })
    },

    stackOutputs: ({ params }) =>
      deps.store.read(async (reader) => {
        const stack = await findStack(reader, params)
        const { document, version } = await findState(deps, reader, stack, undefined)
        return { version, outputs: maskProperties(stackOutputs(document.deployment) ?? {}) }
      }),
  }
}

async function listingOf(reader: Reader, stack: StackRow): Promise<StackListing> {
  const state = stack.stateId === null ? undefined : await reader.state(stack.stateId)
  const latest = stack.latestUpdateId === null ? undefined : await reader.update(stack.latestUpdateId)
  return { ...stack, state: state ?? null, latest: latest ?? null }
}

async function detail(
  deps: Deps,
  reader: Reader,
  listing: StackListing,
  { now, orphans }: Parameters<typeof toSummary>[1],
): Promise<Omit<StackDetail, keyof StackSummary | 'now'>> {
  const { state, latest, holderId } = listing
  const holder = holderId === null ? openOrphan(latest, orphans.get(listing.id)) : await reader.update(holderId)
  const document = state && (await readState(reader, state.id))
  return {
    leaseCard: holder ? await toLease(deps, reader, listing, holder, now) : null,
    lockRefused: await refusedByLock(reader, listing, now),
    waiters: await waitersOf(reader, listing, now),
    basis: state && { version: state.version, hash: state.hash },
    stateBytes: state?.bytes ?? 0,
    secretsProvider: document?.deployment.secrets_providers?.type ?? null,
    consoleUrl: consoleUrlOf(deps, listing),
    undo: undoOf(listing),
  }
}

/** The newest version, when it is a write of the console that can still be taken back: nothing was written since. */
function undoOf({ latest, holderId, stateId }: StackListing): StackDetail['undo'] {
  if (latest?.kind !== 'recovery' || latest.version === null || holderId !== null || latest.stateId !== stateId)
    return null
  const note = RecoveryNote.safeParse(latest.recovery)
  if (!note.success || note.data.undoes !== null) return null
  return { version: latest.version, updateId: latest.id, recovery: note.data.recovery }
}

function lastActivity(all: readonly StackSummary[]): Attention['lastActivity'] {
  const [newest] = all.filter(({ lastUpdate }) => lastUpdate !== null).toSorted(byActivity)
  return newest?.lastUpdate ? { stack: newest.ref, update: newest.lastUpdate } : null
}
