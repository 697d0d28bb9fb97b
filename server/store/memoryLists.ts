import { asksForOrphanedUpdate, isOrphaned } from '#domain/lease/orphanedUpdate.ts'
import { activityOf, harmsOf, type Listed, listed, SUSPECT_HARM, searchWords } from './listed.ts'
import { byText, copy } from './memoryRows.ts'
import type { Tables } from './memoryTables.ts'
import type { ListReader } from './port.ts'
import type { StackListing, StackName, StackPageFilter, TagFilter } from './port/stacks.ts'
import type { HistoryFilter, UpdateRow } from './port/updates.ts'
import type { View } from './versioned.ts'

const ORDER = {
  name: () => 0,
  activity: (a, b) => b.activityAt - a.activityAt,
  resources: (a, b) => b.resourceCount - a.resourceCount,
  health: (a, b) => a.harm - b.harm || b.activityAt - a.activityAt,
} as const satisfies Record<StackPageFilter['sort'], (a: Listed, b: Listed) => number>

const byPlace = (a: StackName, b: StackName) =>
  byText(a.org, b.org) || byText(a.project, b.project) || byText(a.name, b.name)

/** The part of a reader that pages lists. Derived at each call: what lives in memory is small. */
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

  const live = () =>
    [...tables.stacks.values(view)]
      .filter((row) => row.deletedAt === null)
      .map((row) => {
        const stack = { ...row, state: stateRow(row.stateId), latest: updateRow(row.latestUpdateId) }
        const orphanedUpdate = (asksForOrphanedUpdate(stack) && orphanedUpdateOf(row.id)) || null
        return { stack, orphanedUpdate, listed: listed(stack, orphanedUpdate) }
      })
  const liveNow = (now: number) =>
    live().map(({ listed: row, ...rest }) => {
      const isSuspect = row.suspectFrom !== null && row.suspectFrom <= now
      return { ...rest, listed: { ...row, harm: isSuspect ? SUSPECT_HARM : row.harm } }
    })

  return {
    async stackPage({ sort, limit, offset, now, ...filter }) {
      const words = searchWords(filter)
      const healths = harmsOf((health) => filter.healths?.includes(health) ?? true)
      const found = liveNow(now)
        .filter(({ stack, listed: row }) => isIn(filter, stack) && (healths & (1 << row.harm)) !== 0)
        .filter(({ stack }) => filter.wasUpdated !== true || stack.latest !== null)
        .filter(({ listed: row }) =>
          words.every(({ word, harms }) => row.searchText.includes(word) || (harms & (1 << row.harm)) !== 0),
        )
        .sort((a, b) => ORDER[sort](a.listed, b.listed) || byText(a.listed.fullName, b.listed.fullName))
      return {
        stacks: found
          .slice(offset, offset + limit)
          .map(({ stack, orphanedUpdate }) => copy({ ...stack, orphanedUpdate })),
        total: found.length,
      }
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
        .map(({ stack, orphanedUpdate }) => copy({ ...stack, orphanedUpdate })),
    stackReferences: async () =>
      live().flatMap(({ stack: { id, state } }) => {
        if (state === null || state.stackReferences?.length === 0) return []
        return { stackId: id, stateId: state.id, hash: state.hash, names: copy(state.stackReferences) }
      }),
    projects: async () => [...new Set(live().map(({ stack }) => stack.project))].sort(byText),
    organizations: async () => [...new Set(live().map(({ stack }) => stack.org))].sort(byText),
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

/** Whether a stack is in the part that a filter names. */
function isIn({ org, project, tag }: { org?: string; project?: string; tag?: TagFilter }, stack: StackListing) {
  if (org !== undefined && stack.org !== org) return false
  if (project !== undefined && stack.project !== project) return false
  if (tag === undefined) return true
  return Object.entries(stack.tags).some(
    ([name, value]) =>
      name.toWellFormed() === tag.name.toWellFormed() &&
      (tag.value === undefined || value.toWellFormed() === tag.value.toWellFormed()),
  )
}
