import { type Kysely, sql } from 'kysely'
import type { ActivityFilter, AuditFilter, StackListFilter, UpdateStatus } from '#server/store/port.ts'
import { createEventStatements } from './events.ts'
import { createJournalStatements } from './journal.ts'
import { createLedgerStatements } from './ledger.ts'
import { createListStatements } from './lists.ts'
import { isOrphanedRow } from './orphaned.ts'
import { prepared } from './session.ts'
import { audit, codes, late, leaseLog, sessions, stacks, states, type Tables, tokens } from './tables.ts'
import { updates, users, waiters, workings } from './tables.ts'
import { each, statement } from './statement.ts'
import { createTextStatements } from './pieces/textStatements.ts'

export type Previews = 'no' | 'only' | 'also'
type ById = { id: string }
type ByHash = { hash: string }
type ByStack = { stackId: string }
type ByUpdate = { updateId: string }
type Range = { limit: number; offset: number }

export const AUDIT_FILTERS = [
  'org',
  'stackId',
  'stack',
  'login',
  'action',
  'before',
  'after',
  'since',
  'until',
] as const

export const ACTIVITY_FILTERS = [
  'org',
  'project',
  'stack',
  'kind',
  'dryRun',
  'result',
  'requestedBy',
  'before',
] as const

export type Queries = ReturnType<typeof createQueries>

/** What the placeholders of `activity` stand for; those of a filter that is not asked for stand for nothing. */
type ActivityArguments = Required<
  Pick<ActivityFilter, 'org' | 'project' | 'stack' | 'kind' | 'requestedBy' | 'limit'>
> & {
  dryRun: number
  status: UpdateStatus
  beforeAt: number
  beforeId: string
}

/** By comparing a part, because `like` folds case in one database and takes `_` for any character in both. */
const inOrganization = (prefix: string) =>
  sql<boolean>`("stack" is null or substr("stack", 1, length(${prefix})) = ${prefix})`

/** Every question that a store asks, compiled when it is asked first. */
export function createQueries(db: Kysely<Tables>) {
  const tokenRows = db.selectFrom('tokens').select(tokens.columns).where('revokedAt', 'is', null)
  const stateRows = db.selectFrom('states').select(states.columns)
  const updateRows = db.selectFrom('updates').select(updates.columns)
  const leaseRows = db.selectFrom('leaseLog').select(leaseLog.columns).orderBy('at', 'desc').orderBy('id', 'desc')

  /** Real updates count once they started: before that they have no version. */
  const updatesOf = (stackId: string, previews: Previews) => {
    const all = db.selectFrom('updates').where('stackId', '=', stackId)
    if (previews === 'no') return all.where('version', 'is not', null)
    if (previews === 'only') return all.where('dryRun', '=', 1)
    return all.where((eb) => eb.or([eb('dryRun', '=', 1), eb('version', 'is not', null)]))
  }

  return {
    events: createEventStatements(db),
    journal: createJournalStatements(db),
    ledger: createLedgerStatements(db),
    texts: createTextStatements(db),
    lists: createListStatements(db),
    meta: statement(({ key }: { key: string }) => db.selectFrom('meta').select('value').where('key', '=', key)),
    users: statement(() => db.selectFrom('users').select(users.columns).orderBy('login')),
    userById: statement(({ id }: ById) => db.selectFrom('users').select(users.columns).where('id', '=', id)),
    userByLogin: statement(({ login }: { login: string }) =>
      db.selectFrom('users').select(users.columns).where('login', '=', login),
    ),
    tokenByHash: statement(({ hash }: ByHash) => tokenRows.where('hash', '=', hash)),
    tokens: statement(({ userId }: { userId: string }) =>
      tokenRows.where('userId', '=', userId).orderBy('createdAt', 'desc').orderBy('seq', 'desc'),
    ),
    tokenById: statement(({ id }: ById) => db.selectFrom('tokens').select(tokens.columns).where('id', '=', id)),
    childTokens: statement(({ parentId }: { parentId: string }) =>
      tokenRows.where('parentId', '=', parentId).orderBy('createdAt', 'desc').orderBy('seq', 'desc'),
    ),
    sessions: each((of: 'userId' | 'tokenId') =>
      prepared(({ value }: { value: string }) =>
        db
          .selectFrom('sessions')
          .select(sessions.columns)
          .where(of, '=', value)
          .orderBy('lastUsedAt', 'desc')
          .orderBy('id'),
      ),
    ),
    sessionByHash: statement(({ hash }: ByHash) =>
      db.selectFrom('sessions').select(sessions.columns).where('hash', '=', hash),
    ),
    codeByHash: statement(({ hash }: ByHash) => db.selectFrom('codes').select(codes.columns).where('hash', '=', hash)),

    stackById: statement(({ id }: ById) => db.selectFrom('stacks').select(stacks.columns).where('id', '=', id)),
    stackByName: statement(({ org, project, name }: { org: string; project: string; name: string }) =>
      db
        .selectFrom('stacks')
        .select(stacks.columns)
        .where('deletedAt', 'is', null)
        .where('org', '=', org)
        .where('project', '=', project)
        .where('name', '=', name),
    ),
    /** The columns of the state in force and of the latest update come with a prefix. */
    lockedStacks: statement(() =>
      db
        .selectFrom('stacks')
        .select(stacks.columns)
        .where('lock', 'is not', null)
        .where('deletedAt', 'is', null)
        .orderBy('org')
        .orderBy('project')
        .orderBy('name'),
    ),
    waiters: statement(({ stackId }: ByStack) =>
      db.selectFrom('waiters').select(waiters.columns).where('stackId', '=', stackId).orderBy('since').orderBy('id'),
    ),
    stacks: each((shape: 'all' | 'org' | 'project' | 'both', includeDeleted: boolean) =>
      prepared((filter: StackListFilter) =>
        db
          .selectFrom('stacks')
          .leftJoin('states', 'states.id', 'stacks.stateId')
          .leftJoin('updates', 'updates.id', 'stacks.latestUpdateId')
          .select(stacks.columns.map((column) => `stacks.${column}` as const))
          .select((eb) => states.columns.map((column) => eb.ref(`states.${column}`).as(`state.${column}`)))
          .select((eb) => updates.columns.map((column) => eb.ref(`updates.${column}`).as(`latest.${column}`)))
          .$if(!includeDeleted, (query) => query.where('stacks.deletedAt', 'is', null))
          .$if(shape === 'org' || shape === 'both', (query) => query.where('stacks.org', '=', filter.org ?? ''))
          .$if(shape === 'project' || shape === 'both', (query) =>
            query.where('stacks.project', '=', filter.project ?? ''),
          )
          .orderBy('stacks.org')
          .orderBy('stacks.project')
          .orderBy('stacks.name'),
      ),
    ),

    update: statement(({ id }: ById) => updateRows.where('id', '=', id)),
    updateByVersion: statement(({ stackId, version }: ByStack & { version: number }) =>
      updateRows.where('stackId', '=', stackId).where('version', '=', version),
    ),
    updates: each((previews: Previews, hasBase: boolean) =>
      prepared(({ stackId, baseVersion, limit, offset }: ByStack & Range & { baseVersion: number }) =>
        updatesOf(stackId, previews)
          .select(updates.columns)
          .$if(hasBase, (query) => query.where('baseVersion', '=', baseVersion))
          .orderBy(previews === 'no' ? 'version' : 'createdAt', 'desc')
          .orderBy('seq', 'desc')
          .limit(limit)
          .offset(offset),
      ),
    ),
    updateCount: each((previews: Previews, hasBase: boolean) =>
      prepared(({ stackId, baseVersion }: ByStack & { baseVersion: number }) =>
        updatesOf(stackId, previews)
          .select((eb) => eb.fn.countAll<number>().as('count'))
          .$if(hasBase, (query) => query.where('baseVersion', '=', baseVersion)),
      ),
    ),
    activity: each((isExpired: boolean, ...given: (typeof ACTIVITY_FILTERS)[number][]) =>
      prepared((filter: ActivityArguments) => {
        const has = (name: (typeof ACTIVITY_FILTERS)[number]) => given.includes(name)
        return db
          .selectFrom('updates')
          .innerJoin('stacks', 'stacks.id', 'updates.stackId')
          .select(updates.columns.map((column) => `updates.${column}` as const))
          .where('stacks.deletedAt', 'is', null)
          .where((eb) => eb.or([eb('updates.dryRun', '=', 1), eb('updates.version', 'is not', null)]))
          .$if(has('org'), (query) => query.where('stacks.org', '=', filter.org))
          .$if(has('project'), (query) => query.where('stacks.project', '=', filter.project))
          .$if(has('stack'), (query) => query.where('stacks.name', '=', filter.stack))
          .$if(has('kind'), (query) => query.where('updates.kind', '=', filter.kind))
          .$if(has('dryRun'), (query) => query.where('updates.dryRun', '=', filter.dryRun))
          .$if(has('requestedBy'), (query) => query.where('updates.requestedBy', '=', filter.requestedBy))
          .$if(has('result') && isExpired, (query) =>
            query
              .where('updates.endReason', '=', sql.lit('expiry' as const))
              .where('updates.status', '=', filter.status),
          )
          .$if(has('result') && !isExpired, (query) =>
            query
              .where('updates.status', '=', filter.status)
              .where((eb) =>
                eb.or([eb('updates.endReason', 'is', null), eb('updates.endReason', '!=', sql.lit('expiry' as const))]),
              ),
          )
          .$if(has('before'), (query) =>
            query.where((eb) =>
              eb(eb.refTuple('updates.createdAt', 'updates.id'), '<', eb.tuple(filter.beforeAt, filter.beforeId)),
            ),
          )
          .orderBy('updates.createdAt', 'desc')
          .orderBy('updates.id', 'desc')
          .limit(filter.limit)
      }),
    ),
    // Literals, not parameters: a database uses a partial index only for a condition that it can see.
    runningUpdates: statement(() =>
      updateRows
        .where('status', '=', sql.lit('running' as const))
        .where('lease', 'is not', null)
        .orderBy('seq'),
    ),
    orphanedUpdates: statement(() => updateRows.where(isOrphanedRow).orderBy('endedAt', 'desc').orderBy('seq', 'desc')),

    state: statement(({ id }: ById) => stateRows.where('id', '=', id)),
    stateByVersion: statement(({ stackId, version }: ByStack & { version: number }) =>
      stateRows.where('stackId', '=', stackId).where('version', '=', version).orderBy('seq', 'desc').limit(1),
    ),
    states: statement(({ stackId, limit, offset }: ByStack & Range) =>
      stateRows
        .where('stackId', '=', stackId)
        .orderBy('version', 'desc')
        .orderBy('seq', 'desc')
        .limit(limit)
        .offset(offset),
    ),
    stateCount: statement(({ stackId }: ByStack) =>
      db
        .selectFrom('states')
        .select((eb) => eb.fn.countAll<number>().as('count'))
        .where('stackId', '=', stackId),
    ),
    statesWithText: statement(({ key }: { key: string }) =>
      db
        .selectFrom('states')
        .select((eb) => eb.fn.countAll<number>().as('count'))
        .where('textKey', '=', key),
    ),
    text: statement(({ key }: { key: string }) => db.selectFrom('texts').selectAll().where('key', '=', key)),
    textChunks: statement(({ key }: { key: string }) =>
      db.selectFrom('textChunks').select('data').where('key', '=', key).orderBy('n'),
    ),
    working: statement(({ updateId }: ByUpdate) =>
      db.selectFrom('workings').select(workings.columns).select('textKey').where('updateId', '=', updateId),
    ),
    workingSequence: statement(({ updateId }: ByUpdate) =>
      db.selectFrom('workings').select('sequenceNumber').where('updateId', '=', updateId),
    ),

    lateSize: statement(({ updateId }: ByUpdate) =>
      db
        .selectFrom('late')
        .select((eb) => [
          eb.fn.countAll<number>().as('rows'),
          // A cast: PostgreSQL sums to a numeric, which its driver gives as a text.
          sql<number>`cast(coalesce(sum(length(${eb.ref('text')})), 0) as bigint)`.as('length'),
        ])
        .where('updateId', '=', updateId),
    ),
    lateLast: statement(({ updateId }: ByUpdate) =>
      db.selectFrom('late').select('what').where('updateId', '=', updateId).orderBy('id', 'desc').limit(1),
    ),
    late: statement(({ updateId }: ByUpdate) =>
      db.selectFrom('late').select(late.columns).where('updateId', '=', updateId).orderBy('id'),
    ),
    /** Newest first, so that the limit keeps the newest. */
    leaseLog: statement(({ stackId, limit }: ByStack & { limit: number }) =>
      leaseRows.where('stackId', '=', stackId).limit(limit),
    ),
    leaseLogOfUpdate: statement(({ stackId, updateId, limit }: ByStack & ByUpdate & { limit: number }) =>
      leaseRows.where('updateId', '=', updateId).where('stackId', '=', stackId).limit(limit),
    ),
    audit: each((order: 'newest' | 'oldest', ...given: (typeof AUDIT_FILTERS)[number][]) =>
      prepared((filter: Omit<AuditFilter, 'order'>) => {
        const rows = db.selectFrom('audit').select(audit.columns)
        const filtered = given.reduce((query, name) => {
          const value = filter[name] as never // a stand-in: the type of its column is known when it is asked
          if (name === 'before') return query.where('id', '<', value)
          if (name === 'after') return query.where('id', '>', value)
          if (name === 'until') return query.where('at', '<', value)
          if (name === 'org') return query.where(inOrganization(value))
          return name === 'since' ? query.where('at', '>=', value) : query.where(name, '=', value)
        }, rows)
        return filtered.orderBy('id', order === 'newest' ? 'desc' : 'asc').limit(filter.limit)
      }),
    ),
  }
}
