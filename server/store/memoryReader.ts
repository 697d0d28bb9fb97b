import { isOrphaned } from '#domain/lease/orphanedUpdate.ts'
import { fold, holds } from '#domain/search/needles.ts'
import { auditText } from './auditText.ts'
import { runText } from './runText.ts'
import { memoryUntrackedReader } from './memoryUntracked.ts'
import { memoryEventReader } from './memoryEvents.ts'
import { isIn, memoryListReader } from './memoryLists.ts'
import { memorySearchReader } from './memorySearch.ts'
import { byText, copy, flat, isUnseen } from './memoryRows.ts'
import { nameKey, type Tables } from './memoryTables.ts'
import type { Reader } from './port.ts'
import type { StackRow } from './port/stacks.ts'
import type { ActivityFilter, UpdateRow } from './port/updates.ts'
import { TextRemovedError } from './port/states.ts'
import type { View } from './versioned.ts'

const maybe = <T, R>(row: T | undefined, give: (row: T) => R) => (row === undefined ? undefined : give(row))

const newestFirst = (a: number | null, b: number | null) => (b ?? 0) - (a ?? 0)

const EQUALS = ['stackId', 'stack', 'login', 'action'] as const

const PART_BYTES = 1024 * 1024
async function* inParts(text: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < text.length; at += PART_BYTES) yield text.slice(at, at + PART_BYTES)
}

type Range = { limit: number; offset: number }
const page = <T>(rows: T[], { limit, offset }: Range) => rows.slice(offset, offset + limit)

function isActivity(
  row: UpdateRow,
  owner: StackRow | undefined,
  {
    stack,
    kind,
    dryRun,
    result,
    requestedBy,
    since = 0,
    until = Infinity,
    stackIds,
    needles = [],
    ...of
  }: Omit<ActivityFilter, 'before' | 'limit'>,
): boolean {
  if (owner === undefined || owner.deletedAt !== null || !(row.dryRun || row.version !== null)) return false
  if (row.createdAt < since || row.createdAt >= until || !isIn(of, owner)) return false
  if (stackIds !== undefined && !stackIds.includes(owner.id)) return false
  const texts = () => `${runText(row)}${fold(`\n${owner.org}/${owner.project}/${owner.name}\n`)}`
  if (needles.length > 0 && !holds(texts(), needles)) return false
  const status = row.endReason === 'expiry' ? 'expired' : row.status
  return (
    [
      [stack, owner.name],
      [kind, row.kind],
      [dryRun, row.dryRun],
      [result, status],
      [requestedBy, row.requestedBy],
    ] as const
  ).every(([asked, given]) => asked === undefined || asked === given)
}

/** A reader that sees what `view` sees. */
export function memoryReader(tables: Tables, view: View): Reader {
  const updateRow = (id: string | null) => (id === null ? undefined : tables.updates.get(id, view))
  const stateRow = (id: string | null) => (id === null ? undefined : tables.states.get(id, view)?.row)
  /** Newest first; among equals, the last one inserted. */
  const statesOf = (stackId: string) =>
    tables.statesOf
      .list(stackId, view)
      .flatMap((id) => stateRow(id) ?? [])
      .reverse()
      .sort((a, b) => newestFirst(a.version, b.version))
  const updatesOf = (
    stackId: string,
    { previews, baseVersion }: { previews: 'no' | 'only' | 'also'; baseVersion?: number },
  ) =>
    tables.updatesOf
      .list(stackId, view)
      .flatMap((id) => updateRow(id) ?? [])
      .filter((row) => (row.dryRun ? previews !== 'no' : previews !== 'only' && row.version !== null))
      .filter((row) => baseVersion === undefined || row.baseVersion === baseVersion)

  function textOf(stateId: string): Uint8Array {
    const known = tables.states.get(stateId, view)
    if (known === undefined) throw new Error(`there is no state ${stateId}`)
    if (known.text === undefined) throw new TextRemovedError(known.row)
    return known.text
  }

  const lists = memoryListReader(tables, view, (stackId, { limit, offset, ...options }) => {
    const rows = updatesOf(stackId, options).reverse()
    rows.sort((a, b) =>
      options.previews === 'no' ? newestFirst(a.version, b.version) : newestFirst(a.createdAt, b.createdAt),
    )
    return page(rows, { limit, offset })
  })

  return {
    ...memoryUntrackedReader(tables, view),
    ...memorySearchReader(tables, view),
    ...lists,
    ...memoryEventReader(tables, view),
    meta: async (key) => tables.meta.get(key, view),

    userByLogin: async (login) =>
      maybe(
        [...tables.users.values(view)].find((row) => row.login === login),
        copy,
      ),
    userById: async (id) => maybe(tables.users.get(id, view), copy),
    users: async () => [...tables.users.values(view)].map(copy).sort((a, b) => byText(a.login, b.login)),
    tokenByHash: async (hash) =>
      maybe(
        [...tables.tokens.values(view)].find((row) => row.hash === hash && row.revokedAt === null),
        flat,
      ),
    tokens: async (userId) =>
      [...tables.tokens.values(view)]
        .filter((row) => row.userId === userId && row.revokedAt === null)
        .map(flat)
        .reverse()
        .sort((a, b) => newestFirst(a.createdAt, b.createdAt)),
    tokenById: async (id) => maybe(tables.tokens.get(id, view), flat),
    childTokens: async (parentId) =>
      [...tables.tokens.values(view)]
        .filter((row) => row.parentId === parentId && row.revokedAt === null)
        .reverse()
        .sort((a, b) => newestFirst(a.createdAt, b.createdAt))
        .map(flat),
    sessions: async (of) =>
      [...tables.sessions.values(view)]
        .filter((row) => ('userId' in of ? row.userId === of.userId : row.tokenId === of.tokenId))
        .sort((a, b) => newestFirst(a.lastUsedAt, b.lastUsedAt) || byText(a.id, b.id))
        .map(flat),
    sessionByHash: async (hash) => maybe(tables.sessions.get(hash, view), flat),
    codeByHash: async (hash) => maybe(tables.codes.get(hash, view), flat),
    async credentialChanges({ limit, ...of }) {
      const rows = [...tables.credentialChanges.values(view)].filter((row) => isUnseen(row, of)).toReversed()
      return { rows: rows.slice(0, limit).map(copy), total: rows.length }
    },

    stack: async (name) =>
      maybe(tables.stackNames.get(nameKey(name), view), (id) => maybe(tables.stacks.get(id, view), copy)),
    stackById: async (id) => maybe(tables.stacks.get(id, view), copy),
    stacks: async ({ org, project, includeDeleted = false }) =>
      [...tables.stacks.values(view)]
        .filter((row) => (org === undefined || row.org === org) && (project === undefined || row.project === project))
        .filter((row) => includeDeleted || row.deletedAt === null)
        .sort((a, b) => byText(a.org, b.org) || byText(a.project, b.project) || byText(a.name, b.name))
        .map((row) =>
          copy({ ...row, state: stateRow(row.stateId) ?? null, latest: updateRow(row.latestUpdateId) ?? null }),
        ),

    lockedStacks: async () =>
      [...tables.lockedStacks.values(view)]
        .flatMap((id) => tables.stacks.get(id, view) ?? [])
        .sort((a, b) => byText(a.org, b.org) || byText(a.project, b.project) || byText(a.name, b.name))
        .map(copy),
    queue: async (stackId) =>
      [...tables.tickets.values(view)]
        .filter((row) => row.stackId === stackId)
        .map(flat)
        .sort((a, b) => a.since - b.since || byText(a.id, b.id)),

    update: async (id) => maybe(updateRow(id), copy),
    updateByVersion: async (stackId, version) =>
      maybe(
        updatesOf(stackId, { previews: 'no' }).find((row) => row.version === version),
        copy,
      ),
    updates: async (stackId, options) => (await lists.history(stackId, options)).map(({ update }) => update),
    updateCount: async (stackId, options) => updatesOf(stackId, options).length,
    activity: async ({ before, limit, ...filter }) => ({
      rows: [...tables.updates.values(view)]
        .filter((row) => isActivity(row, tables.stacks.get(row.stackId, view), filter))
        .filter(
          ({ createdAt, id }) =>
            before === undefined ||
            createdAt < before.createdAt ||
            (createdAt === before.createdAt && byText(id, before.id) < 0),
        )
        .sort((a, b) => newestFirst(a.createdAt, b.createdAt) || byText(b.id, a.id))
        .slice(0, limit)
        .map(copy),
      reached: null, // all are in memory
    }),
    runningUpdates: async () =>
      [...tables.runningUpdates.values(view)]
        .flatMap((id) => updateRow(id) ?? [])
        .sort((a, b) => a.createdAt - b.createdAt)
        .map(copy),
    orphanedUpdates: async () =>
      [...tables.updates.values(view)]
        .filter(isOrphaned)
        .reverse()
        .sort((a, b) => newestFirst(a.endedAt, b.endedAt))
        .map(copy),

    state: async (id) => maybe(stateRow(id), flat),
    stateByVersion: async (stackId, version) =>
      maybe(
        statesOf(stackId).find((row) => row.version === version),
        flat,
      ),
    stateText: async (id) => textOf(id).slice(),
    async stateParts(id) {
      const text = textOf(id)
      return { bytes: text.length, parts: inParts(text) }
    },
    statesApart: async () => undefined,
    states: async (stackId, range) => page(statesOf(stackId), range).map(flat),
    stateCount: async (stackId) => tables.statesOf.length(stackId, view),

    working: async (updateId) =>
      maybe(tables.workings.get(updateId, view), (row) => ({
        ...row,
        bytes: row.bytes.slice(),
        features: row.features && [...row.features],
        patches: row.patches.map(({ hash, edits }) => ({ hash, edits: edits.slice() })),
      })),
    workingSequence: async (updateId) => tables.workings.get(updateId, view)?.sequenceNumber,
    journal: async (updateId, after = -Infinity) =>
      tables.journals
        .list(updateId, view)
        .filter(({ sequenceID }) => sequenceID > after)
        .map(flat)
        .sort((a, b) => a.sequenceID - b.sequenceID),
    async journalKinds(updateId) {
      const counts = new Map<number, number>()
      for (const { kind } of tables.journals.list(updateId, view)) counts.set(kind, (counts.get(kind) ?? 0) + 1)
      return [...counts].map(([kind, count]) => ({ kind, count })).sort((a, b) => a.kind - b.kind)
    },
    async journalSpan(updateId) {
      const rows = tables.journals.list(updateId, view)
      const times = rows.map(({ receivedAt }) => receivedAt)
      return { entries: rows.length, firstAt: rows.length === 0 ? null : Math.min(...times) }
    },
    late: async (updateId) => tables.late.list(updateId, view).map(flat),
    async lateSize(updateId) {
      const rows = tables.late.list(updateId, view)
      const length = rows.reduce((sum, { text }) => sum + text.length, 0)
      return { rows: rows.length, length, last: rows.at(-1)?.what ?? null }
    },
    refusals: async ({ since, limit }) =>
      [...tables.stacks.values(view)]
        .flatMap(({ id }) => tables.leaseLogs.list(id, view))
        .filter(({ what, at }) => what === 'refused' && at >= since)
        .sort((a, b) => b.at - a.at)
        .slice(0, limit)
        .map(flat),
    leaseLog: async ({ stackId, updateId, limit }) =>
      tables.leaseLogs
        .list(stackId, view)
        .filter((row) => updateId === undefined || row.updateId === updateId)
        .sort((a, b) => a.at - b.at)
        .slice(-limit || Infinity)
        .map(flat),
    async audit({ org, before, after, since, until, needles = [], order = 'newest', limit, ...equal }) {
      const rows = tables.audit
        .list('', view)
        .filter((row) => EQUALS.every((key) => equal[key] === undefined || row[key] === equal[key]))
        .filter((row) => row.id < (before ?? Infinity) && row.id > (after ?? 0))
        .filter((row) => row.at >= (since ?? -Infinity) && row.at < (until ?? Infinity))
        .filter((row) => holds(auditText(row), needles))
        .filter((row) => org === undefined || row.stack === null || row.stack.startsWith(`${org}/`))
      return (order === 'newest' ? rows.toReversed() : rows).slice(0, limit).map(flat)
    },
  }
}
