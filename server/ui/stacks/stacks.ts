import type { Health, Attention, StackDetail, StackPage, StackSummary } from '#contract/stacks.ts'
import { RecoveryNote } from '#contract/updates.ts'
import { harmOf } from '#domain/health/stackHealth.ts'
import { openOrphanedUpdate } from '#domain/lease/orphanedUpdate.ts'
import type { Deps } from '../../deps.ts'
import { ask, askForReply, storedState } from '../../texts/askStates.ts'
import { consoleUrl } from '../../core/access/loginCommand.ts'
import { isLockOf, lockAt } from '../../core/locks/lockEnds.ts'
import { fullName, refOf } from '../../core/stacks/names.ts'
import type { Reader } from '../../store/port.ts'
import type { ListedStack, StackListing, StackTallyFilter, TallyRow } from '../../store/port/stacks.ts'
import { allStacks } from './allStacks.ts'
import { actorOf, type Handlers } from '../handlers.ts'
import { heldLeases } from '../leases/leases.ts'
import { toLease } from '../leases/leaseView.ts'
import { refusedByLock, queueOf } from '../leases/lockView.ts'
import { findStack, findState, PAGE_SIZE, pageRange } from '../lookup.ts'
import { marksOf, worstFirst } from './dashboard.ts'
import { filterOf, NEEDS_ATTENTION } from './stackFilter.ts'
import { noteOpened, noteViews } from '../backends/elsewhere.ts'
import { withLeftBy } from './leftBy.ts'
import { toNamedSummary, toSummaries } from './summary.ts'
import { readVisible } from '../../core/access/visible.ts'
import type { KnownUser } from '../../store/port/access.ts'
import { type JudgedAt, toBrief } from '../../core/updates/briefs.ts'

/** Maximum number of stacks returned; more than fits one page. The total number is shown next to them. */
const MAX_NEEDS = 100

/** Handles stacks: the home page, the list, single stacks, and outputs. */
export function stackHandlers(
  deps: Deps,
): Pick<Handlers, 'attention' | 'stackList' | 'stackNames' | 'stackView' | 'stackOutputs'> {
  const { notProgressingAfterS } = deps.settings
  return {
    attention: (_, { user }) => attention(deps, user),

    async stackList({ query }, { user }) {
      const now = await deps.store.now()
      return readVisible(deps, user, async (reader) => {
        const filter = { ...filterOf(query), now, notProgressingAfterS }
        const { stacks, total } = await reader.stackPage({ ...filter, ...pageRange(query.page) })
        const ids = stacks.map(({ id }) => id)
        noteViews(deps, stacks, now)
        const summaries = await toSummaries(reader, stacks, { now, notProgressingAfterS })
        return {
          stacks: summaries,
          total,
          page: query.page,
          pageSize: PAGE_SIZE,
          projects: await reader.projects(),
          runs: query.runs === 0 ? {} : Object.fromEntries(marksOf(await reader.lastRuns(ids, query.runs), summaries)),
          healthCounts: worstFirst(await reader.stackTallies(everyHealth(filter))),
          groups: filter.groupBy === undefined ? [] : groupsOf(await reader.stackTallies(filter)),
        }
      })
    },

    stackNames: (_, { user }) =>
      readVisible(deps, user, async (reader) => ({
        names: (await allStacks(reader)).map(({ org, project, name }) => `${org}/${project}/${name}`),
      })),

    async stackView({ params }, call) {
      const now = await deps.store.now()
      return deps.store.read(async (reader) => {
        const stack = await findStack(reader, params)
        const [listing] = await reader.listedStacks([stack.id])
        if (listing === undefined) throw new Error('a live stack is listed')
        const lock = lockAt(stack, now)
        await noteOpened(deps, reader, stack, now)
        return {
          ...(await toNamedSummary(reader, listing, { now, notProgressingAfterS })),
          now,
          ...(await detail(deps, reader, listing, now)),
          lockIsMine: lock !== undefined && isLockOf(lock, actorOf(call)),
        }
      })
    },

    stackOutputs: ({ params }) =>
      deps.store.read(async (reader) => {
        const stack = await findStack(reader, params)
        const { source, version } = await findState(deps, reader, stack, undefined)
        return askForReply(deps, [source], 'outputs', { version })
      }),
  }
}

/** What the home page shows. */
async function attention(deps: Deps, user: KnownUser) {
  const { notProgressingAfterS } = deps.settings
  const now = await deps.store.now()
  const page = { now, notProgressingAfterS, offset: 0 }
  return readVisible(deps, user, async (reader) => {
    const needing = (healthIn: readonly Health[], limit: number) =>
      reader.stackPage({ ...page, healthIn, sort: 'health', limit })
    // Old failures of many stacks must not push out what happens now.
    const present = await needing(
      NEEDS_ATTENTION.filter((health) => health !== 'failed'),
      MAX_NEEDS,
    )
    const failed = await needing(['failed'], Math.max(1, MAX_NEEDS - present.stacks.length))
    noteViews(deps, [...present.stacks, ...failed.stacks], now)
    const at = { now, notProgressingAfterS }
    const needs = await withLeftBy(reader, await toSummaries(reader, [...present.stacks, ...failed.stacks], at), at)
    const newest = await reader.stackPage({ ...page, wasUpdated: true, sort: 'activity', limit: 1 })
    return {
      now,
      needs: needs.toSorted((a, b) => harmOf(a.health) - harmOf(b.health)),
      needsCount: present.total + failed.total,
      running: await heldLeases(deps, reader, now),
      lockedElsewhere: await reader.lockedElsewhereCount(),
      stackCount: await reader.stackCount(),
      lastActivity: newest.stacks.flatMap((stack) => activityIn(stack, page))[0] ?? null,
    }
  })
}

/** In the order of the list: by name, stacks without a group last. */
function groupsOf(rows: readonly TallyRow[]): StackPage['groups'] {
  const groups = Map.groupBy(rows, ({ group }) => group)
  return [...groups.keys()]
    .toSorted((a, b) => Number(a === null) - Number(b === null) || (String(a) < String(b) ? -1 : 1))
    .map((name) => ({
      name,
      healthCounts: worstFirst(groups.get(name) ?? []),
    }))
}

/** The same without its choice of a health, and not by group. */
const everyHealth = ({ healthIn: _, groupBy: __, ...filter }: StackTallyFilter): StackTallyFilter => filter

async function detail(
  deps: Deps,
  reader: Reader,
  listing: ListedStack,
  now: number,
): Promise<Omit<StackDetail, keyof StackSummary | 'now'>> {
  const { state, latest, holderId } = listing
  const holder = holderId === null ? openOrphanedUpdate(latest, listing.orphanedUpdate) : await reader.update(holderId)
  const provider = state && (await ask(deps, [storedState(reader, state)], 'secretsProvider', null))
  return {
    leaseCard: holder ? await toLease(deps, reader, listing, holder, now) : null,
    lockRefused: await refusedByLock(reader, listing, now),
    queue: await queueOf(reader, listing, now),
    basis: state && { version: state.version, hash: state.hash },
    stateBytes: state?.bytes ?? 0,
    secretsProvider: provider?.type ?? null,
    consoleUrl: `${consoleUrl(deps.settings)}/${fullName(listing)}`,
    undo: undoOf(listing),
  }
}

/** Returns the newest version if it is a write of the console that can still be undone: nothing was written since. */
function undoOf({ latest, holderId, stateId }: StackListing): StackDetail['undo'] {
  if (latest?.kind !== 'recovery' || latest.version === null || holderId !== null || latest.stateId !== stateId)
    return null
  const note = RecoveryNote.safeParse(latest.recovery)
  if (!note.success || note.data.undoes !== null) return null
  const { recovery, basisVersion } = note.data
  return { version: latest.version, updateId: latest.id, recovery, restores: basisVersion }
}

const activityIn = ({ latest, state, ...stack }: ListedStack, at: JudgedAt): NonNullable<Attention['lastActivity']>[] =>
  latest === null
    ? []
    : [{ stack: refOf(stack), update: toBrief(latest, latest.stateId === state?.id ? state : null, at) }]
