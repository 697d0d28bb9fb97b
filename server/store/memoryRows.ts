import { nameKey, type Tables } from './memoryTables.ts'
import { type Reader, type StackRow, TakenError, type UpdateRow, type Writer } from './port.ts'
import type { View } from './versioned.ts'

/** Rows with JSON in them go in and out as a database would give them back: copied, without `undefined`. */
const copy = <T>(row: T): T => JSON.parse(JSON.stringify(row))
const flat = <T extends object>(row: T): T => ({ ...row })
const maybe = <T, R>(row: T | undefined, give: (row: T) => R) => (row === undefined ? undefined : give(row))

const newestFirst = (a: number | null, b: number | null) => (b ?? 0) - (a ?? 0)
const byText = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)

type Range = { limit: number; offset: number }
const page = <T>(rows: T[], { limit, offset }: Range) => rows.slice(offset, offset + limit)

export function memoryReader(tables: Tables, view: View): Reader {
  const updateRow = (id: string | null) => (id === null ? undefined : tables.updates.get(id, view))
  const stateRow = (id: string | null) => (id === null ? undefined : tables.states.get(id, view)?.row)
  /** Newest first: the last one put in comes first among equals. */
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

  return {
    meta: async (key) => tables.meta.get(key, view),

    userByLogin: async (login) =>
      maybe(
        [...tables.users.values(view)].find((row) => row.login === login),
        flat,
      ),
    userById: async (id) => maybe(tables.users.get(id, view), flat),
    users: async () => [...tables.users.values(view)].map(flat).sort((a, b) => byText(a.login, b.login)),
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
    sessionByHash: async (hash) => maybe(tables.sessions.get(hash, view), flat),
    codeByHash: async (hash) => maybe(tables.codes.get(hash, view), flat),

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

    update: async (id) => maybe(updateRow(id), copy),
    updateByVersion: async (stackId, version) =>
      maybe(
        updatesOf(stackId, { previews: 'no' }).find((row) => row.version === version),
        copy,
      ),
    updates: async (stackId, options) => {
      const rows = updatesOf(stackId, options).reverse()
      rows.sort((a, b) =>
        options.previews === 'no' ? newestFirst(a.version, b.version) : newestFirst(a.createdAt, b.createdAt),
      )
      return page(rows, options).map(copy)
    },
    updateCount: async (stackId, options) => updatesOf(stackId, options).length,
    runningUpdates: async () =>
      [...tables.updates.values(view)].filter((row) => row.status === 'running' && row.lease !== null).map(copy),
    orphans: async () =>
      [...tables.updates.values(view)]
        .filter((row) => !row.dryRun && row.endReason === 'expiry' && row.settledAt === null)
        .reverse()
        .sort((a, b) => newestFirst(a.endedAt, b.endedAt))
        .map(copy),

    state: async (id) => maybe(stateRow(id), flat),
    stateByVersion: async (stackId, version) =>
      maybe(
        statesOf(stackId).find((row) => row.version === version),
        flat,
      ),
    async stateText(id) {
      const known = tables.states.get(id, view)
      if (known === undefined) throw new Error(`there is no state ${id}`)
      return known.text.slice()
    },
    states: async (stackId, range) => page(statesOf(stackId), range).map(flat),
    stateCount: async (stackId) => tables.statesOf.length(stackId, view),

    working: async (updateId) =>
      maybe(tables.workings.get(updateId, view), (row) => ({
        ...row,
        bytes: row.bytes.slice(),
        features: row.features && [...row.features],
      })),
    journal: async (updateId) =>
      tables.journals
        .list(updateId, view)
        .map(flat)
        .sort((a, b) => a.sequenceID - b.sequenceID),
    // `received` counts from 1 without gaps, so a place in the list follows from it.
    events: async (updateId, { after, limit }) =>
      tables.events.list(updateId, view, Math.max(0, after)).slice(0, limit).map(flat),
    eventCount: async (updateId) => tables.events.length(updateId, view),
    late: async (updateId) => tables.late.list(updateId, view).map(flat),
    leaseLog: async ({ stackId, updateId, limit }) =>
      tables.leaseLogs
        .list(stackId, view)
        .filter((row) => updateId === undefined || row.updateId === updateId)
        .sort((a, b) => a.at - b.at)
        .slice(-limit || Infinity)
        .map(flat),
    audit: async ({ stackId, limit }) =>
      tables.audit
        .list('', view)
        .filter((row) => stackId === undefined || row.stackId === stackId)
        .reverse()
        .sort((a, b) => newestFirst(a.at, b.at))
        .slice(0, limit)
        .map(flat),
  }
}

export function memoryWriter(tables: Tables, view: View): Writer {
  const reader = memoryReader(tables, view)

  const patched = <T extends object, P extends Partial<T>>(row: T | undefined, patch: P, what: string): T => {
    if (row === undefined) throw new Error(`there is no ${what}`)
    return { ...row, ...patch }
  }
  const mustExist = (parent: unknown, what: string) => {
    if (parent === undefined) throw new Error(`there is no ${what}`)
  }
  const mustBeNew = (known: unknown, what: string) => {
    if (known !== undefined) throw new Error(`${what} is there already`)
  }
  const user = (id: string) => mustExist(tables.users.get(id, view), `user ${id}`)
  const stack = (id: string) => mustExist(tables.stacks.get(id, view), `stack ${id}`)
  const update = (id: string) => mustExist(tables.updates.get(id, view), `update ${id}`)

  function putStack(row: StackRow, before: StackRow | undefined): void {
    if (before?.deletedAt === null) tables.stackNames.set(nameKey(before), undefined, view)
    if (row.deletedAt === null) {
      if (tables.stackNames.get(nameKey(row), view) !== undefined) throw new TakenError(takenText(row))
      tables.stackNames.set(nameKey(row), row.id, view)
    }
    tables.stacks.set(row.id, copy(row), view)
  }
  const putUpdate = (row: UpdateRow) =>
    tables.updates.set(row.id, copy({ ...row, recovery: row.recovery ?? null }), view)

  return {
    ...reader,
    setMeta: async (key, value) => tables.meta.set(key, value, view),

    async insertUser(row) {
      mustBeNew(tables.users.get(row.id, view), `user ${row.id}`)
      mustBeNew(await reader.userByLogin(row.login), `user ${row.login}`)
      tables.users.set(row.id, flat(row), view)
    },
    async insertToken(row) {
      user(row.userId)
      mustBeNew(tables.tokens.get(row.id, view), `token ${row.id}`)
      tables.tokens.set(row.id, flat(row), view)
    },
    patchToken: async (id, patch) =>
      tables.tokens.set(id, patched(tables.tokens.get(id, view), patch, `token ${id}`), view),
    async insertSession(row) {
      user(row.userId)
      tables.sessions.set(row.hash, flat(row), view)
    },
    deleteSession: async (hash) => tables.sessions.set(hash, undefined, view),
    async insertCode(row) {
      user(row.userId)
      tables.codes.set(row.hash, flat(row), view)
    },
    async useCode(hash, now) {
      const code = tables.codes.get(hash, view)
      if (code === undefined || code.usedAt !== null || now >= code.expiresAt) return false
      tables.codes.set(hash, { ...code, usedAt: now }, view)
      return true
    },

    lockStack: (id) => reader.stackById(id), // writes run one after another, so this one holds every stack
    async insertStack(row) {
      mustBeNew(tables.stacks.get(row.id, view), `stack ${row.id}`)
      putStack(row, undefined)
    },
    async patchStack(id, patch) {
      const before = tables.stacks.get(id, view)
      putStack(patched(before, patch, `stack ${id}`), before)
    },

    async insertUpdate(row) {
      stack(row.stackId)
      mustBeNew(tables.updates.get(row.id, view), `update ${row.id}`)
      putUpdate(row)
      tables.updatesOf.append(row.stackId, row.id, view)
    },
    patchUpdate: async (id, patch) => putUpdate(patched(tables.updates.get(id, view), patch, `update ${id}`)),

    async putState(row, text) {
      stack(row.stackId)
      mustBeNew(tables.states.get(row.id, view), `state ${row.id}`)
      tables.states.set(row.id, { row: flat(row), text: text.slice() }, view)
      tables.statesOf.append(row.stackId, row.id, view)
    },
    async putWorking(updateId, working) {
      update(updateId)
      const kept = { ...working, bytes: working.bytes.slice(), features: working.features && [...working.features] }
      tables.workings.set(updateId, kept, view)
    },
    dropWorking: async (updateId) => tables.workings.set(updateId, undefined, view),
    async appendJournal(updateId, rows, receivedAt) {
      update(updateId)
      return rows.filter((row) => tables.journals.append(updateId, { ...row, receivedAt }, view)).length
    },
    async appendEvents(updateId, rows, receivedAt, late) {
      update(updateId)
      return rows.filter(({ sequence, text }) => {
        const received = tables.events.length(updateId, view) + 1
        return tables.events.append(updateId, { received, sequence, text, receivedAt, late }, view)
      }).length
    },
    async appendLate(updateId, { receivedAt, what, text }) {
      update(updateId)
      const id = tables.late.length(updateId, view) + 1
      tables.late.append(updateId, { id, updateId, receivedAt, what, text }, view)
    },
    async appendLeaseLog(row) {
      stack(row.stackId)
      tables.leaseLogs.append(row.stackId, { ...row, id: tables.leaseLogs.length(row.stackId, view) + 1 }, view)
    },
    appendAudit: async (row) => {
      tables.audit.append('', { ...row, id: tables.audit.length('', view) + 1 }, view)
    },
  }
}

const takenText = ({ org, project, name }: StackRow) => `a stack called ${org}/${project}/${name} exists`
