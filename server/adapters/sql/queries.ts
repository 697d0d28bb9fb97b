import { type Kysely, sql } from 'kysely'
import type { StackListFilter } from '#server/store/port.ts'
import { prepared } from './session.ts'
import {
  audit,
  codes,
  events,
  journal,
  late,
  leaseLog,
  sessions,
  stacks,
  states,
  type Tables,
  tokens,
} from './tables.ts'
import { updates, users, workings } from './tables.ts'

export type Previews = 'no' | 'only' | 'also'
type ById = { id: string }
type ByHash = { hash: string }
type ByStack = { stackId: string }
type ByUpdate = { updateId: string }
type Range = { limit: number; offset: number }

export type Queries = ReturnType<typeof createQueries>

/** Every question that a store asks, compiled when it is asked first. */
export function createQueries(db: Kysely<Tables>) {
  const tokenRows = db.selectFrom('tokens').select(tokens.columns).where('revokedAt', 'is', null)
  const stateRows = db.selectFrom('states').select(states.columns)
  const updateRows = db.selectFrom('updates').select(updates.columns)
  const leaseRows = db.selectFrom('leaseLog').select(leaseLog.columns).orderBy('at', 'desc').orderBy('id', 'desc')
  const auditRows = db.selectFrom('audit').select(audit.columns).orderBy('at', 'desc').orderBy('id', 'desc')

  /** Real updates count once they started: before that they have no version. */
  const updatesOf = (stackId: string, previews: Previews) => {
    const all = db.selectFrom('updates').where('stackId', '=', stackId)
    if (previews === 'no') return all.where('version', 'is not', null)
    if (previews === 'only') return all.where('dryRun', '=', 1)
    return all.where((eb) => eb.or([eb('dryRun', '=', 1), eb('version', 'is not', null)]))
  }

  return {
    meta: once(() =>
      prepared(({ key }: { key: string }) => db.selectFrom('meta').select('value').where('key', '=', key)),
    ),
    users: once(() => prepared(() => db.selectFrom('users').select(users.columns).orderBy('login'))),
    userById: once(() => prepared(({ id }: ById) => db.selectFrom('users').select(users.columns).where('id', '=', id))),
    userByLogin: once(() =>
      prepared(({ login }: { login: string }) =>
        db.selectFrom('users').select(users.columns).where('login', '=', login),
      ),
    ),
    tokenByHash: once(() => prepared(({ hash }: ByHash) => tokenRows.where('hash', '=', hash))),
    tokens: once(() =>
      prepared(({ userId }: { userId: string }) =>
        tokenRows.where('userId', '=', userId).orderBy('createdAt', 'desc').orderBy('seq', 'desc'),
      ),
    ),
    sessionByHash: once(() =>
      prepared(({ hash }: ByHash) => db.selectFrom('sessions').select(sessions.columns).where('hash', '=', hash)),
    ),
    codeByHash: once(() =>
      prepared(({ hash }: ByHash) => db.selectFrom('codes').select(codes.columns).where('hash', '=', hash)),
    ),

    stackById: once(() =>
      prepared(({ id }: ById) => db.selectFrom('stacks').select(stacks.columns).where('id', '=', id)),
    ),
    stackByName: once(() =>
      prepared(({ org, project, name }: { org: string; project: string; name: string }) =>
        db
          .selectFrom('stacks')
          .select(stacks.columns)
          .where('deletedAt', 'is', null)
          .where('org', '=', org)
          .where('project', '=', project)
          .where('name', '=', name),
      ),
    ),
    /** The columns of the state in force and of the latest update come with a prefix. */
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

    update: once(() => prepared(({ id }: ById) => updateRows.where('id', '=', id))),
    updateByVersion: once(() =>
      prepared(({ stackId, version }: ByStack & { version: number }) =>
        updateRows.where('stackId', '=', stackId).where('version', '=', version),
      ),
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
    // Literals, not parameters: a database uses a partial index only for a condition that it can see.
    runningUpdates: once(() =>
      prepared(() =>
        updateRows
          .where('status', '=', sql.lit('running' as const))
          .where('lease', 'is not', null)
          .orderBy('seq'),
      ),
    ),
    orphans: once(() =>
      prepared(() =>
        updateRows
          .where('endReason', '=', sql.lit('expiry' as const))
          .where('settledAt', 'is', null)
          .where('dryRun', '=', sql.lit(0))
          .orderBy('endedAt', 'desc')
          .orderBy('seq', 'desc'),
      ),
    ),

    state: once(() => prepared(({ id }: ById) => stateRows.where('id', '=', id))),
    stateByVersion: once(() =>
      prepared(({ stackId, version }: ByStack & { version: number }) =>
        stateRows.where('stackId', '=', stackId).where('version', '=', version).orderBy('seq', 'desc').limit(1),
      ),
    ),
    states: once(() =>
      prepared(({ stackId, limit, offset }: ByStack & Range) =>
        stateRows
          .where('stackId', '=', stackId)
          .orderBy('version', 'desc')
          .orderBy('seq', 'desc')
          .limit(limit)
          .offset(offset),
      ),
    ),
    stateCount: once(() =>
      prepared(({ stackId }: ByStack) =>
        db
          .selectFrom('states')
          .select((eb) => eb.fn.countAll<number>().as('count'))
          .where('stackId', '=', stackId),
      ),
    ),
    stateTextKey: once(() =>
      prepared(({ id }: ById) => db.selectFrom('states').select('textKey').where('id', '=', id)),
    ),
    text: once(() => prepared(({ key }: { key: string }) => db.selectFrom('texts').selectAll().where('key', '=', key))),
    textChunks: once(() =>
      prepared(({ key }: { key: string }) =>
        db.selectFrom('textChunks').select('data').where('key', '=', key).orderBy('n'),
      ),
    ),
    working: once(() =>
      prepared(({ updateId }: ByUpdate) =>
        db.selectFrom('workings').select(workings.columns).select('textKey').where('updateId', '=', updateId),
      ),
    ),

    journal: once(() =>
      prepared(({ updateId }: ByUpdate) =>
        db.selectFrom('journal').select(journal.columns).where('updateId', '=', updateId).orderBy('sequenceID'),
      ),
    ),
    events: once(() =>
      prepared(({ updateId, after, limit }: ByUpdate & { after: number; limit: number }) =>
        db
          .selectFrom('events')
          .select(events.columns)
          .where('updateId', '=', updateId)
          .where('received', '>', after)
          .orderBy('received')
          .limit(limit),
      ),
    ),
    eventCount: once(() =>
      prepared(({ updateId }: ByUpdate) =>
        db
          .selectFrom('events')
          .select((eb) => eb.fn.countAll<number>().as('count'))
          .where('updateId', '=', updateId),
      ),
    ),
    lastReceived: once(() =>
      prepared(({ updateId }: ByUpdate) =>
        db
          .selectFrom('events')
          .select((eb) => eb.fn.max('received').as('received'))
          .where('updateId', '=', updateId),
      ),
    ),
    late: once(() =>
      prepared(({ updateId }: ByUpdate) =>
        db.selectFrom('late').select(late.columns).where('updateId', '=', updateId).orderBy('id'),
      ),
    ),
    /** Newest first, so that the limit keeps the newest. */
    leaseLog: once(() =>
      prepared(({ stackId, limit }: ByStack & { limit: number }) =>
        leaseRows.where('stackId', '=', stackId).limit(limit),
      ),
    ),
    leaseLogOfUpdate: once(() =>
      prepared(({ stackId, updateId, limit }: ByStack & ByUpdate & { limit: number }) =>
        leaseRows.where('updateId', '=', updateId).where('stackId', '=', stackId).limit(limit),
      ),
    ),
    audit: once(() => prepared(({ limit }: { limit: number }) => auditRows.limit(limit))),
    auditOfStack: once(() =>
      prepared(({ stackId, limit }: ByStack & { limit: number }) =>
        auditRows.where('stackId', '=', stackId).limit(limit),
      ),
    ),
  }
}

/** Compiles at the first call. */
export function once<T>(make: () => T): () => T {
  let made: T | undefined
  return () => (made ??= make())
}

/** Likewise, for each shape that a statement can have. */
export function each<K extends unknown[], T>(make: (...shape: K) => T): (...shape: K) => T {
  const made = new Map<string, T>()
  return (...shape) => {
    const key = shape.join()
    const known = made.get(key) ?? make(...shape)
    made.set(key, known)
    return known
  }
}
