import { Health } from '#contract/stacks.ts'
import { BLOCKED_MS } from '#domain/health/runTrouble.ts'
import { asksForOrphanedUpdate } from '#domain/lease/orphanedUpdate.ts'
import { harmsOf, searchWords } from '#server/store/listed.ts'
import type { ListReader } from '#server/store/port.ts'
import {
  type ListedStack,
  MAX_REFUSALS,
  type StackLineFilter,
  type StackListing,
  type StackPageFilter,
  type StackTallyFilter,
} from '#server/store/port/stacks.ts'
import type { RunRow, UpdateStatus } from '#server/store/port/updates.ts'
import { IDS_AT_ONCE, LIST_PARTS, type ListStatements, type PageArguments, type TallyArguments } from './lists.ts'
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
export function sqlListReader(session: Session, statements: ListStatements): ListReader {
  async function orphanedUpdateOf(stackId: string) {
    const [row] = await session.rows(statements.orphanedUpdateOf(), { stackId })
    return row && updates.decode(row)
  }
  async function listedIn(row: Record<string, unknown> & { brokenReferences: string }): Promise<ListedStack> {
    const listing = listingIn(row)
    const orphanedUpdate = asksForOrphanedUpdate(listing) ? await orphanedUpdateOf(listing.id) : undefined
    const brokenReferences = JSON.parse(row.brokenReferences) as string[] // as `listed` writes it
    const { holderId } = listing
    const refusals =
      holderId === null ? [] : await session.rows(statements.refusalsBy(), { updateId: holderId, limit: MAX_REFUSALS })
    return { ...listing, orphanedUpdate: orphanedUpdate ?? null, brokenReferences, refusals }
  }
  return {
    async stackPage(filter) {
      const { parts, places, group, ...values } = asked(filter)
      const args: PageArguments = { ...values.args, limit: filter.limit, offset: filter.offset }
      const [rows, counts] = await Promise.all([
        session.rows(statements.page(filter.sort, group, places, ...parts), args),
        session.rows(statements.count(places, ...parts), args),
      ])
      return { stacks: await Promise.all(rows.map(listedIn)), total: counts[0]?.count ?? 0 }
    },
    async stackTallies(filter) {
      const { parts, places, group, args } = asked(filter)
      const rows = await session.rows(statements.tallies(group, places, ...parts), args)
      return rows.map(({ harm, ...row }) => ({ ...row, health: Health.options[harm] ?? 'empty' }))
    },
    async lastRuns(ids, each) {
      const found: RunRow[] = []
      for (const args of idArguments(ids)) {
        for (const { version, ...row } of await session.rows(statements.lastRuns(), { ...args, each })) {
          if (version !== null) found.push({ ...row, version })
        }
      }
      return found
    },
    async startedSince(since) {
      const counts = new Map<UpdateStatus | 'expired', number>()
      for (const { status, endReason, count } of await session.rows(statements.startedSince(), { since })) {
        const ended = endReason === 'expiry' ? 'expired' : status
        counts.set(ended, (counts.get(ended) ?? 0) + count)
      }
      return [...counts].map(([status, count]) => ({ status, count }))
    },
    stackCount: async () => (await session.rows(statements.stackCount(), {}))[0]?.count ?? 0,
    async stackLines(filter) {
      const { org: afterOrg = '', project: afterProject = '', name: afterName = '' } = filter.after ?? {}
      const args = { ...valuesOf(filter), limit: filter.limit, afterOrg, afterProject, afterName }
      const rows = await session.rows(statements.lines(...partsOf(filter)), args)
      return rows.map(({ isHeld, ...row }) => ({ ...row, isHeld: isHeld === 1 }))
    },
    async listedStacks(ids) {
      const found: ListedStack[] = []
      for (const args of idArguments(ids)) {
        const rows = await session.rows(statements.listedStacks(), args)
        found.push(...(await Promise.all(rows.map(listedIn))))
      }
      return found
    },
    stackReferences: async () =>
      (await session.rows(statements.stackReferences(), {})).map(({ names, ...row }) => ({
        ...row,
        names: states.decode({ stackReferences: names }).stackReferences,
      })),
    projects: async () => (await session.rows(statements.projects(), {})).map(({ project }) => project),
    organizations: async () => (await session.rows(statements.organizations(), {})).map(({ org }) => org),
    tags: (page) => session.rows(statements.tags(), page),
    orphanedUpdateOf,
    async history(stackId, { previews, baseVersion, limit, offset }) {
      const query = statements.history(previews, baseVersion !== undefined)
      const rows = await session.rows(query, { stackId, baseVersion: baseVersion ?? 0, limit, offset })
      return rows.map((row: Record<string, unknown>) => ({
        update: updates.decode(row),
        state: row['state.id'] === null ? null : stateIn(row),
      }))
    },
    fold: async (updateId) => (await session.rows(statements.fold(), { updateId }))[0],
  }
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
    silentBefore: filter.now - filter.silentAfterS * 1000,
    blockedSince: filter.now - BLOCKED_MS,
    limit: 0, // overridden for pages
    groupTag: typeof groupBy === 'object' ? groupBy.tag.toWellFormed() : '',
  }
  const group = groupBy === undefined ? ('none' as const) : groupBy === 'project' ? groupBy : ('tag' as const)
  return { parts: partsOf(filter), places, group, args }
}

type AnyFilter = Partial<StackPageFilter> & Partial<StackLineFilter>

const partsOf = ({ org, project, tag, healthIn, wasUpdated, after }: AnyFilter) => {
  const given = { org, project, tag, tagValue: tag?.value, healthIn, wasUpdated: wasUpdated || undefined, after }
  return LIST_PARTS.filter((part) => given[part] !== undefined)
}

const valuesOf = ({ org = '', project = '', tag }: AnyFilter) => ({
  org,
  project,
  tag: tag?.name.toWellFormed() ?? '',
  tagValue: tag?.value?.toWellFormed() ?? '',
})

/** The words as patterns, padded to the next power of two; the padding matches everything. */
function wordsOf(filter: StackTallyFilter): {
  places: number
  words: Record<`like${number}`, string> & Record<`harms${number}`, number>
} {
  const words = searchWords(filter)
  const places = words.length === 0 ? 0 : 2 ** Math.ceil(Math.log2(words.length))
  const patterns = Array.from({ length: places }, (_, n) => [
    [`like${n}`, `%${(words[n]?.word ?? '').replaceAll(/[\\%_]/g, '\\$&')}%`],
    [`harms${n}`, words[n]?.harms ?? 0],
  ])
  return { places, words: Object.fromEntries(patterns.flat()) as ReturnType<typeof wordsOf>['words'] }
}
