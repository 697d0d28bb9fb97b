import { Health } from '#contract/stacks.ts'
import { BLOCKED_MS } from '#domain/health/runTrouble.ts'
import { asksForOrphanedUpdate } from '#domain/lease/orphanedUpdate.ts'
import { harmsOf, searchWords } from '#server/store/listed.ts'
import type { ListReader } from '#server/store/port.ts'
import {
  type ListedStack,
  MAX_REFUSALS,
  type Refusal,
  type StackLineFilter,
  type StackListing,
  type StackPageFilter,
  type StackTallyFilter,
} from '#server/store/port/stacks.ts'
import type { RunRow, UpdateStatus } from '#server/store/port/updates.ts'
import { hiddenText, hides } from './hidden.ts'
import { IDS_AT_ONCE, LIST_PARTS, type ListStatements, type PageArguments, type TallyArguments } from './lists.ts'
import { evened, patternOf } from './search/conditions.ts'
import type { Session } from './session.ts'
import { stacks, states, updates } from './tables.ts'

/** Decoders for the row of a listed stack and of a run. */
const stateIn = states.decoder('state.')
const latestIn = updates.decoder('latest.')

/** Columns of the current state and of the latest update have a prefix. */
export const listingIn = (row: Record<string, unknown>): StackListing => ({
  ...stacks.decode(row),
  state: row['state.id'] === null ? null : stateIn(row),
  latest: row['latest.id'] === null ? null : latestIn(row),
})

/** The part of a reader that serves pages of lists and logs. */
export const sqlListReader = (session: Session, statements: ListStatements): ListReader => ({
  ...stackLists(session, statements),
  ...runLists(session, statements),
})

type StackLists = Omit<ListReader, keyof RunLists>
type RunLists = Pick<ListReader, 'lastRuns' | 'startedSince' | 'orphanedUpdateOf' | 'history'>

function stackLists(session: Session, statements: ListStatements): StackLists {
  const listedIn = (rows: ListedRow[]) => listedStacksIn(session, statements, rows)
  return {
    async stackPage(filter) {
      const { parts, places, group, ...values } = asked(filter)
      const args: PageArguments = { ...values.args, limit: filter.limit, offset: filter.offset }
      const [rows, counts] = await Promise.all([
        session.rows(statements.page(filter.sort, group, places, ...parts), args),
        session.rows(statements.count(places, ...parts), args),
      ])
      return { stacks: await listedIn(rows), total: counts[0]?.count ?? 0 }
    },
    async stackTallies(filter) {
      const { parts, places, group, args } = asked(filter)
      const rows = await session.rows(statements.tallies(group, places, ...parts), args)
      return rows.map(({ harm, ...row }) => ({ ...row, health: Health.options[harm] ?? 'empty' }))
    },
    async stackCount(hiddenOrgs) {
      const [row] = await session.rows(statements.stackCount(hides(hiddenOrgs)), { hidden: hiddenText(hiddenOrgs) })
      return row?.count ?? 0
    },
    async stackLines(filter) {
      const { org: afterOrg = '', project: afterProject = '', name: afterName = '' } = filter.after ?? {}
      const args = { ...valuesOf(filter), limit: filter.limit, afterOrg, afterProject, afterName }
      const rows = await session.rows(statements.lines(...partsOf(filter)), args)
      return rows.map(({ isHeld, ...row }) => ({ ...row, isHeld: isHeld === 1 }))
    },
    async listedStacks(ids) {
      const found: ListedStack[] = []
      for (const args of idArguments(ids))
        found.push(...(await listedIn(await session.rows(statements.listedStacks(), args))))
      return found
    },
    async stackReferences(hiddenOrgs) {
      const rows = await session.rows(statements.stackReferences(hides(hiddenOrgs)), { hidden: hiddenText(hiddenOrgs) })
      return rows.map(({ names, ...row }) => ({
        ...row,
        names: states.decode({ stackReferences: names }).stackReferences,
      }))
    },
    async projects(hiddenOrgs) {
      const rows = await session.rows(statements.projects(hides(hiddenOrgs)), { hidden: hiddenText(hiddenOrgs) })
      return rows.map(({ project }) => project)
    },
    organizations: async (hiddenOrgs) =>
      (await session.rows(statements.organizations(), {}))
        .map(({ org }) => org)
        .filter((org) => hiddenOrgs?.includes(org) !== true),
    tags: ({ limit, hiddenOrgs }) =>
      session.rows(statements.tags(hides(hiddenOrgs)), { limit, hidden: hiddenText(hiddenOrgs) }),
  }
}

const runLists = (session: Session, statements: ListStatements): RunLists => ({
  async lastRuns(ids, each) {
    const found: RunRow[] = []
    for (const args of idArguments(ids)) {
      for (const { version, awaiting, ...row } of await session.rows(statements.lastRuns(), { ...args, each })) {
        if (version !== null) found.push({ ...row, version, isWaiting: awaiting !== null })
      }
    }
    return found
  },
  async startedSince(since, hiddenOrgs) {
    const counts = new Map<UpdateStatus | 'expired', number>()
    for (const { status, endReason, count } of await session.rows(statements.startedSince(hides(hiddenOrgs)), {
      since,
      hidden: hiddenText(hiddenOrgs),
    })) {
      const ended = endReason === 'expiry' ? 'expired' : status
      counts.set(ended, (counts.get(ended) ?? 0) + count)
    }
    return [...counts].map(([status, count]) => ({ status, count }))
  },
  orphanedUpdateOf: (stackId) => orphanedUpdateOf(session, statements, stackId),
  async history(stackId, { previews, baseVersion, limit, offset }) {
    const query = statements.history(previews, baseVersion !== undefined)
    const rows = await session.rows(query, { stackId, baseVersion: baseVersion ?? 0, limit, offset })
    return rows.map((row: Record<string, unknown>) => ({
      update: updates.decode(row),
      state: row['state.id'] === null ? null : stateIn(row),
    }))
  },
})

type ListedRow = Record<string, unknown> & { brokenReferences: string }

/** Stacks with their orphaned updates and refusals; one statement reads the refusals of all of them. */
async function listedStacksIn(
  session: Session,
  statements: ListStatements,
  rows: readonly ListedRow[],
): Promise<ListedStack[]> {
  const listings = rows.map((row) => ({
    ...listingIn(row),
    brokenReferences: JSON.parse(row.brokenReferences) as string[], // as `listed` writes it
  }))
  const holders = listings.flatMap(({ holderId }) => holderId ?? [])
  const orphanedUpdateIn = async (listing: StackListing) =>
    asksForOrphanedUpdate(listing) ? orphanedUpdateOf(session, statements, listing.id) : undefined
  const [refusals, orphanedUpdates] = await Promise.all([
    refusalsBy(session, statements, holders),
    Promise.all(listings.map(orphanedUpdateIn)),
  ])
  return listings.map((listing, at) => ({
    ...listing,
    orphanedUpdate: orphanedUpdates[at] ?? null,
    refusals: (refusals.get(listing.holderId) ?? []).map(({ login, at }) => ({ login, at })),
  }))
}

async function orphanedUpdateOf(session: Session, statements: ListStatements, stackId: string) {
  const [row] = await session.rows(statements.orphanedUpdateOf(), { stackId })
  return row && updates.decode(row)
}

/** The newest refusals because of each of these updates. */
async function refusalsBy(session: Session, statements: ListStatements, updateIds: readonly string[]) {
  const refusals: (Refusal & { updateId: string | null })[] = []
  for (const args of idArguments(updateIds))
    refusals.push(...(await session.rows(statements.refusalsBy(), { ...args, each: MAX_REFUSALS })))
  return Map.groupBy(refusals, ({ updateId }) => updateId)
}

/** Splits ids into groups of as many as a statement has parameters for. */
function* idArguments(ids: readonly string[]): Generator<Record<`id${number}`, string>> {
  for (let from = 0; from < ids.length; from += IDS_AT_ONCE)
    yield Object.fromEntries(Array.from({ length: IDS_AT_ONCE }, (_, n) => [`id${n}`, ids[from + n] ?? '']))
}

/** The shape and the arguments of a statement for a filter. */
function asked(filter: StackTallyFilter) {
  const { places, words } = wordsOf(filter)
  const { groupBy } = filter
  const args: TallyArguments = {
    ...valuesOf(filter),
    ...words,
    healthIn: harmsOf((health) => filter.healthIn?.includes(health) ?? false),
    now: filter.now,
    noProgressSince: filter.now - filter.notProgressingAfterS * 1000,
    blockedSince: filter.now - BLOCKED_MS,
    limit: 0, // overridden for pages
    groupTag: typeof groupBy === 'object' ? groupBy.tag.toWellFormed() : '',
  }
  const group = groupBy === undefined ? ('none' as const) : groupBy === 'project' ? groupBy : ('tag' as const)
  return { parts: partsOf(filter), places, group, args }
}

type AnyFilter = Partial<StackPageFilter> & Pick<Partial<StackLineFilter>, 'after'>

const partsOf = (filter: AnyFilter) => {
  const given = {
    ...filter,
    tagValue: filter.tag?.value,
    wasUpdated: filter.wasUpdated || undefined,
    hiddenOrgs: hides(filter.hiddenOrgs) || undefined,
  }
  return LIST_PARTS.filter((part) => given[part] !== undefined)
}

/** The values of a filter by name, of which a statement takes those of its parts. */
const valuesOf = ({ tag, withoutTag, healthIn: _, hiddenOrgs, ...filter }: AnyFilter) => ({
  ...filter,
  hidden: hiddenText(hiddenOrgs),
  tag: tag?.name.toWellFormed() ?? '',
  tagValue: tag?.value?.toWellFormed() ?? '',
  withoutTag: withoutTag?.toWellFormed() ?? '',
})

/** The words as patterns, padded to the next power of two; the padding matches everything. */
function wordsOf(filter: StackTallyFilter): {
  places: number
  words: Record<`like${number}`, string> & Record<`harms${number}`, number>
} {
  const words = searchWords(filter)
  const places = words.length === 0 ? 0 : evened(words.length)
  const patterns = Array.from({ length: places }, (_, n) => [
    [`like${n}`, patternOf(words[n]?.word ?? '')],
    [`harms${n}`, words[n]?.harms ?? 0],
  ])
  return { places, words: Object.fromEntries(patterns.flat()) as ReturnType<typeof wordsOf>['words'] }
}
