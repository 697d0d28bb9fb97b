import { Health } from '#contract/stacks.ts'
import { asksForOrphanedUpdate, isOrphaned } from '#domain/lease/orphanedUpdate.ts'
import { SUSPECT_HARM } from '#domain/health/lastingHealth.ts'
import { isSystemTag } from '#domain/systemTags.ts'
import { activityOf, fullNameOf, harmsOf, type Listed, listed, readStacks, searchWords } from './listed.ts'
import { byText, copy } from './memoryRows.ts'
import type { Tables } from './memoryTables.ts'
import type { ListReader } from './port.ts'
import type {
  Grouping,
  StackListing,
  StackName,
  StackPageFilter,
  StackRow,
  StackTallyFilter,
  TagFilter,
  TallyRow,
} from './port/stacks.ts'
import type { HistoryFilter, RunRow, UpdateRow } from './port/updates.ts'
import type { View } from './versioned.ts'

const ORDER = {
  name: () => 0,
  activity: (a, b) => b.activityAt - a.activityAt,
  resources: (a, b) => b.resourceCount - a.resourceCount,
  health: (a, b) => a.harm - b.harm || b.activityAt - a.activityAt,
} as const satisfies Record<StackPageFilter['sort'], (a: Listed, b: Listed) => number>

const byPlace = (a: StackName, b: StackName) =>
  byText(a.org, b.org) || byText(a.project, b.project) || byText(a.name, b.name)

/** The part of a reader that serves pages of lists. Derived at each call, because the data in memory is small. */
export function memoryListReader(
  tables: Tables,
  view: View,
  runs: (stackId: string, filter: HistoryFilter) => UpdateRow[],
): ListReader {
  const updateRow = (id: string | null) => (id === null ? null : (tables.updates.get(id, view) ?? null))
  const stateRow = (id: string | null) => (id === null ? null : (tables.states.get(id, view)?.row ?? null))

  const orphanedUpdateOf = (stackId: string) =>
    tables.updatesOf
      .list(stackId, view)
      .flatMap((id) => updateRow(id) ?? [])
      .filter(isOrphaned)
      .reverse()
      .toSorted((a, b) => activityOf(b) - activityOf(a))[0]

  const live = () => {
    const rows = [...tables.stacks.values(view)].filter((row) => row.deletedAt === null)
    const names = new Set(rows.map(fullNameOf))
    return rows.map((row) => {
      const stack = { ...row, state: stateRow(row.stateId), latest: updateRow(row.latestUpdateId) }
      const orphanedUpdate = (asksForOrphanedUpdate(stack) && orphanedUpdateOf(row.id)) || null
      const brokenReferences = readStacks(stack)
        .map(fullNameOf)
        .filter((name) => !names.has(name))
      return { stack, orphanedUpdate, brokenReferences, listed: listed(stack, orphanedUpdate, brokenReferences) }
    })
  }
  const liveNow = (now: number) =>
    live().map(({ listed: row, ...rest }) => {
      const isSuspect = row.suspectFrom !== null && row.suspectFrom <= now
      return { ...rest, listed: { ...row, harm: isSuspect ? SUSPECT_HARM : row.harm } }
    })
  const found = ({ now, ...filter }: StackTallyFilter) => {
    const words = searchWords(filter)
    const healthIn = harmsOf((health) => filter.healthIn?.includes(health) ?? true)
    return liveNow(now)
      .filter(({ stack, listed: row }) => isIn(filter, stack) && (healthIn & (1 << row.harm)) !== 0)
      .filter(({ stack }) => filter.wasUpdated !== true || stack.latest !== null)
      .filter(({ listed: row }) =>
        words.every(({ word, harms }) => row.searchText.includes(word) || (harms & (1 << row.harm)) !== 0),
      )
      .map((each) => ({ ...each, group: groupOf(filter.groupBy, each.stack) }))
  }

  return {
    async stackPage({ sort, limit, offset, ...filter }) {
      const stacks = found(filter).sort(
        (a, b) =>
          byGroup(a.group, b.group) || ORDER[sort](a.listed, b.listed) || byText(a.listed.fullName, b.listed.fullName),
      )
      return {
        stacks: stacks
          .slice(offset, offset + limit)
          .map(({ stack, orphanedUpdate, brokenReferences }) => copy({ ...stack, orphanedUpdate, brokenReferences })),
        total: stacks.length,
      }
    },
    async stackTallies(filter) {
      const counts = new Map<string, TallyRow>()
      for (const { group, listed: row } of found(filter)) {
        const health = Health.options[row.harm] ?? 'empty'
        const known = counts.get(`${health} ${group ?? ''}`)
        if (known) known.count += 1
        else counts.set(`${health} ${group ?? ''}`, { group, health, count: 1 })
      }
      return [...counts.values()]
    },
    lastRuns: async (stackIds, each) =>
      stackIds.flatMap((stackId) => {
        const version = tables.stacks.get(stackId, view)?.version ?? 0
        return tables.updatesOf
          .list(stackId, view)
          .flatMap((id) => updateRow(id) ?? [])
          .flatMap((row) => (row.version !== null && row.version > version - each ? runIn(row, row.version) : []))
      }),
    async startedSince(since) {
      const counts = new Map<UpdateRow['status'] | 'expired', number>()
      for (const { version, startedAt, status, endReason } of tables.updates.values(view)) {
        if (version === null || startedAt === null || startedAt < since) continue
        const ended = endReason === 'expiry' ? 'expired' : status
        counts.set(ended, (counts.get(ended) ?? 0) + 1)
      }
      return [...counts].map(([status, count]) => ({ status, count }))
    },
    stackCount: async () => [...tables.stacks.values(view)].filter((row) => row.deletedAt === null).length,
    stackLines: async ({ after, limit, ...filter }) =>
      live()
        .filter(({ stack }) => isIn(filter, stack) && (after === undefined || byPlace(stack, after) > 0))
        .map(({ listed: { stackId: id, isHeld, org, project, name, lastStartedAt, resourceCount } }) => ({
          id,
          org,
          project,
          name,
          isHeld: isHeld === 1,
          lastStartedAt,
          resourceCount,
        }))
        .sort(byPlace)
        .slice(0, limit),
    listedStacks: async (ids) =>
      live()
        .filter(({ stack }) => ids.includes(stack.id))
        .map(({ stack, orphanedUpdate, brokenReferences }) => copy({ ...stack, orphanedUpdate, brokenReferences })),
    stackReferences: async () =>
      live().flatMap(({ stack: { id, state } }) => {
        if (state === null || state.stackReferences.length === 0) return []
        return { stackId: id, stateId: state.id, names: copy(state.stackReferences) }
      }),
    projects: async () => [...new Set(live().map(({ stack }) => stack.project))].sort(byText),
    organizations: async () => [...new Set(live().map(({ stack }) => stack.org))].sort(byText),
    tags: async ({ limit }) => {
      const pairs = live().flatMap(({ stack: { tags } }) =>
        Object.entries(tags)
          .filter(([name]) => !isSystemTag(name))
          .map(([name, value]) => ({ name: name.toWellFormed(), value: value.toWellFormed() })),
      )
      return [...new Map(pairs.map((pair) => [`${pair.name}\0${pair.value}`, pair])).values()]
        .sort((a, b) => byText(a.name, b.name) || byText(a.value, b.value))
        .slice(0, limit)
    },
    orphanedUpdateOf: async (stackId) => {
      const row = orphanedUpdateOf(stackId)
      return row && copy(row)
    },
    history: async (stackId, filter) =>
      runs(stackId, filter).map((update) => ({ update: copy(update), state: stateRow(update.stateId) })),
    fold: async (updateId) => {
      const row = tables.folds.get(updateId, view)
      return row && { ...row, data: row.data.slice() }
    },
  }
}

const groupOf = (by: Grouping | undefined, { project, tags }: StackListing): string | null =>
  by === undefined ? null : by === 'project' ? project : (tags[by.tag]?.toWellFormed() ?? null)

/** Stacks without a group come last. */
const byGroup = (a: string | null, b: string | null) =>
  a === null || b === null ? Number(a === null) - Number(b === null) : byText(a, b)

const runIn = (
  { id, stackId, kind, status, endReason, createdAt, startedAt, endedAt }: UpdateRow,
  version: number,
): RunRow => ({ id, stackId, kind, status, endReason, createdAt, startedAt, endedAt, version })

/** Whether a stack matches the organization, project and tag of a filter. */
export function isIn(
  { org, project, tag }: { org?: string; project?: string; tag?: TagFilter },
  stack: Pick<StackRow, 'org' | 'project' | 'tags'>,
): boolean {
  if (org !== undefined && stack.org !== org) return false
  if (project !== undefined && stack.project !== project) return false
  if (tag === undefined) return true
  return Object.entries(stack.tags).some(
    ([name, value]) =>
      name.toWellFormed() === tag.name.toWellFormed() &&
      (tag.value === undefined || value.toWellFormed() === tag.value.toWellFormed()),
  )
}
