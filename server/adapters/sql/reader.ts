import type { ListReader, Reader } from '#server/store/port.ts'
import type { AccessReader, KnownUser } from '#server/store/port/access.ts'
import type { BackendReader } from '#server/store/port/backends.ts'
import type { LogReader } from '#server/store/port/logs.ts'
import type { StackReader } from '#server/store/port/stacks.ts'
import type { StateReader } from '#server/store/port/states.ts'
import type { UpdateReader } from '#server/store/port/updates.ts'
import type { Codec } from './columns.ts'
import { listingIn, sqlListReader } from './listReader.ts'
import { hiddenText, hides } from './hidden.ts'
import type { Queries } from './queries.ts'
import { sqlApprovalReader } from './approvals.ts'
import { sqlUntrackedReader } from './untracked.ts'
import { sqlActivityReader } from './search/activity.ts'
import { sqlAuditReader } from './search/audit.ts'
import { sqlSearchReader } from './search/search.ts'
import type { Session } from './session.ts'
import { sqlEventReader } from './events.ts'
import { sqlJournalReader } from './journal.ts'
import { backends, codes, credentialChanges, late, leaseLog, sessions, stacks, states, tokens } from './tables.ts'
import { updates, users, tickets, workings } from './tables.ts'
import { textReader } from './pieces/textReader.ts'

/** A reader on one session: it sees what the session's transaction sees. */
export const sqlReader = (session: Session, queries: Queries): Reader => ({
  ...accessReader(session, queries),
  ...backendReader(session, queries),
  ...stackReader(session, queries),
  ...updateReader(session, queries),
  ...stateReader(session, queries),
  ...leaseReader(session, queries),
  ...sqlUntrackedReader(session, queries.untracked),
  ...sqlApprovalReader(session, queries.approvals),
  ...sqlListReader(session, queries.lists),
  ...sqlSearchReader(session, queries.search),
  ...sqlActivityReader(session, queries.activity),
  ...sqlAuditReader(session, queries.audit),
  ...sqlJournalReader(session, queries.journal),
  ...sqlEventReader(session, queries.events),
  meta: async (key) => (await session.rows(queries.meta(), { key }))[0]?.value,
})

const first = <R>(rows: object[], codec: Codec<R>): R | undefined => (rows[0] ? codec.decode(rows[0]) : undefined)
const all = <R>(rows: object[], codec: Codec<R>): R[] => rows.map((row) => codec.decode(row))
const count = (rows: { count: number }[]) => rows[0]?.count ?? 0

const knownUser = (row: { closedOrgs: string | null }): KnownUser => ({
  ...users.decode(row),
  closedOrgs: row.closedOrgs?.split('/') ?? [],
})

const accessReader = (session: Session, queries: Queries): AccessReader => ({
  userByLogin: async (login) => (await session.rows(queries.userByLogin(), { login })).map(knownUser)[0],
  userById: async (id) => (await session.rows(queries.userById(), { id })).map(knownUser)[0],
  users: async () => (await session.rows(queries.users(), {})).map(knownUser),
  tokenByHash: async (hash) => first(await session.rows(queries.tokenByHash(), { hash }), tokens),
  tokens: async (userId) => all(await session.rows(queries.tokens(), { userId }), tokens),
  tokenById: async (id) => first(await session.rows(queries.tokenById(), { id }), tokens),
  childTokens: async (parentId) => all(await session.rows(queries.childTokens(), { parentId }), tokens),
  sessions: async (of) =>
    all(
      'userId' in of
        ? await session.rows(queries.sessions('userId'), { value: of.userId })
        : await session.rows(queries.sessions('tokenId'), { value: of.tokenId }),
      sessions,
    ),
  sessionByHash: async (hash) => first(await session.rows(queries.sessionByHash(), { hash }), sessions),
  codeByHash: async (hash) => first(await session.rows(queries.codeByHash(), { hash }), codes),
  async credentialChanges({ userId, notBy, limit }) {
    const [rows, counts] = await Promise.all([
      session.rows(queries.credentialChanges(), { userId, notBy, limit }),
      session.rows(queries.credentialChangeCount(), { userId, notBy }),
    ])
    return { rows: all(rows, credentialChanges), total: counts[0]?.total ?? 0 }
  },
})

const backendReader = (session: Session, queries: Queries): BackendReader => ({
  backends: async () => all(await session.rows(queries.backends(), {}), backends),
  backendOf: async (org) => first(await session.rows(queries.backendOf(), { org }), backends),
  lockedElsewhere: async (limit, hiddenOrgs) =>
    all(
      await session.rows(queries.lockedElsewhere(hides(hiddenOrgs)), { limit, hidden: hiddenText(hiddenOrgs) }),
      stacks,
    ),
  lockedElsewhereCount: async (hiddenOrgs) =>
    (await session.rows(queries.lockedElsewhereCount(hides(hiddenOrgs)), { hidden: hiddenText(hiddenOrgs) }))[0]
      ?.total ?? 0,
  mirroredStacks: async (backendId) => all(await session.rows(queries.mirroredStacks(), { backendId }), stacks),
})

const stackReader = (session: Session, queries: Queries): Omit<StackReader, keyof ListReader> => ({
  stack: async (name) => first(await session.rows(queries.stackByName(), name), stacks),
  stackById: async (id) => first(await session.rows(queries.stackById(), { id }), stacks),
  lockedStacks: async () => all(await session.rows(queries.lockedStacks(), {}), stacks),
  queue: async (stackId) => all(await session.rows(queries.tickets(), { stackId }), tickets),
  async stacks({ includeDeleted = false, ...filter }) {
    const { org, project } = filter
    const shape =
      org === undefined ? (project === undefined ? 'all' : 'project') : project === undefined ? 'org' : 'both'
    const rows = await session.rows(queries.stacks(shape, includeDeleted), filter)
    return rows.map(listingIn)
  },
})

const updateReader = (session: Session, queries: Queries): Omit<UpdateReader, keyof ListReader | 'activity'> => ({
  update: async (id) => first(await session.rows(queries.update(), { id }), updates),
  updateByVersion: async (stackId, version) =>
    first(await session.rows(queries.updateByVersion(), { stackId, version }), updates),
  updates: async (stackId, { previews, baseVersion, limit, offset }) => {
    const query = queries.updates(previews, baseVersion !== undefined)
    return all(await session.rows(query, { stackId, baseVersion: baseVersion ?? 0, limit, offset }), updates)
  },
  updateCount: async (stackId, { previews, baseVersion }) => {
    const query = queries.updateCount(previews, baseVersion !== undefined)
    return count(await session.rows(query, { stackId, baseVersion: baseVersion ?? 0 }))
  },
  runningUpdates: async (hiddenOrgs) =>
    all(await session.rows(queries.runningUpdates(hides(hiddenOrgs)), { hidden: hiddenText(hiddenOrgs) }), updates),
  orphanedUpdates: async (hiddenOrgs) =>
    all(await session.rows(queries.orphanedUpdates(hides(hiddenOrgs)), { hidden: hiddenText(hiddenOrgs) }), updates),
  late: async (updateId) => all(await session.rows(queries.late(), { updateId }), late),
  async lateSize(updateId) {
    const [sizes, lasts] = await Promise.all([
      session.rows(queries.lateSize(), { updateId }),
      session.rows(queries.lateLast(), { updateId }),
    ])
    return { rows: sizes[0]?.rows ?? 0, length: sizes[0]?.length ?? 0, last: lasts[0]?.what ?? null }
  },
  fold: async (updateId) => (await session.rows(queries.fold(), { updateId }))[0],
})

function stateReader(session: Session, queries: Queries): StateReader {
  const texts = textReader(session, queries)
  return {
    state: async (id) => first(await session.rows(queries.state(), { id }), states),
    stateByVersion: async (stackId, version) =>
      first(await session.rows(queries.stateByVersion(), { stackId, version }), states),
    stateText: (id) => texts.stateText(id),
    stateParts: (id) => texts.stateParts(id),
    statesApart: (before, after) => texts.statesApart(before, after),
    states: async (stackId, { limit, offset }) =>
      all(await session.rows(queries.states(), { stackId, limit, offset }), states),
    stateCount: async (stackId) => count(await session.rows(queries.stateCount(), { stackId })),

    async working(updateId) {
      const row = (await session.rows(queries.working(), { updateId }))[0]
      if (row === undefined) return undefined
      const facts = workings.decode(row)
      return { ...facts, bytes: await texts.whole(row.textKey), patches: await texts.patches(updateId) }
    },
    workingSequence: async (updateId) =>
      (await session.rows(queries.workingSequence(), { updateId }))[0]?.sequenceNumber,
  }
}

const leaseReader = (session: Session, queries: Queries): Omit<LogReader, 'audit'> => ({
  refusals: async ({ hiddenOrgs, ...filter }) =>
    all(
      await session.rows(queries.refusals(hides(hiddenOrgs)), { ...filter, hidden: hiddenText(hiddenOrgs) }),
      leaseLog,
    ),
  async leaseLog({ stackId, updateId, limit }) {
    const rows =
      updateId === undefined
        ? await session.rows(queries.leaseLog(), { stackId, limit })
        : await session.rows(queries.leaseLogOfUpdate(), { stackId, updateId, limit })
    return all(rows, leaseLog).reverse()
  },
})
