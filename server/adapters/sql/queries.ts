import { type Expression, type Kysely, sql } from 'kysely'
import type { CredentialChangesOf } from '#server/store/port/access.ts'
import type { StackListFilter } from '#server/store/port/stacks.ts'
import { createEventStatements } from './events.ts'
import { createJournalStatements } from './journal.ts'
import { createApprovalStatements } from './approvals.ts'
import { createUntrackedStatements } from './untracked.ts'
import { createListedStatements } from './listedStatements.ts'
import { createListStatements } from './lists.ts'
import { type Hidden, isOfVisibleStack, isVisible } from './hidden.ts'
import { isOrphanedRow } from './orphaned.ts'
import { type Args, prepared } from './session.ts'
import {
  backends,
  codes,
  credentialChanges,
  late,
  leaseLog,
  sessions,
  stacks,
  states,
  type Tables,
  tokens,
} from './tables.ts'
import { updates, users, tickets, workings } from './tables.ts'
import { each, statement } from './statement.ts'
import { createTextStatements } from './pieces/textStatements.ts'
import { createActivityStatements } from './search/activity.ts'
import { textConditions } from './search/conditions.ts'
import { createAuditStatements } from './search/audit.ts'
import { createSearchStatements } from './search/statements.ts'
import { isUnseen } from './unseen.ts'

export type Previews = 'no' | 'only' | 'also'
type ById = { id: string }
type ByHash = { hash: string }
type ByStack = { stackId: string }
type ByUpdate = { updateId: string }
type Range = { limit: number; offset: number }

export type Queries = ReturnType<typeof createQueries>

/** All read statements of a store, each compiled at its first use. */
export const createQueries = (db: Kysely<Tables>) => ({
  events: createEventStatements(db),
  journal: createJournalStatements(db),
  untracked: createUntrackedStatements(db),
  approvals: createApprovalStatements(db),
  texts: createTextStatements(db),
  lists: createListStatements(db),
  listed: createListedStatements(db),
  search: createSearchStatements(db),
  activity: createActivityStatements(db),
  audit: createAuditStatements(db),
  ...accessQueries(db),
  ...backendQueries(db),
  ...stackQueries(db),
  ...updateQueries(db),
  ...lateQueries(db),
  ...stateQueries(db),
  ...leaseQueries(db),
  meta: statement((arg: Args<{ key: string }>) => db.selectFrom('meta').select('value').where('key', '=', arg('key'))),
})

function accessQueries(db: Kysely<Tables>) {
  const userRows = db.selectFrom('users').select(users.columns).select(closedOrgs(db).as('closedOrgs'))
  const tokenRows = db.selectFrom('tokens').select(tokens.columns).where('revokedAt', 'is', null)
  const changesOf = (arg: Args<CredentialChangesOf>) =>
    db.selectFrom('credentialChanges').where((eb) => isUnseen(eb, arg))
  return {
    users: statement(() => userRows.orderBy('login')),
    userById: statement((arg: Args<ById>) => userRows.where('id', '=', arg('id'))),
    userByLogin: statement((arg: Args<{ login: string }>) => userRows.where('login', '=', arg('login'))),
    tokenByHash: statement((arg: Args<ByHash>) => tokenRows.where('hash', '=', arg('hash'))),
    tokens: statement((arg: Args<{ userId: string }>) =>
      tokenRows.where('userId', '=', arg('userId')).orderBy('createdAt', 'desc').orderBy('seq', 'desc'),
    ),
    tokenById: statement((arg: Args<ById>) =>
      db.selectFrom('tokens').select(tokens.columns).where('id', '=', arg('id')),
    ),
    childTokens: statement((arg: Args<{ parentId: string }>) =>
      tokenRows.where('parentId', '=', arg('parentId')).orderBy('createdAt', 'desc').orderBy('seq', 'desc'),
    ),
    sessions: each((of: 'userId' | 'tokenId') =>
      prepared((arg: Args<{ value: string }>) =>
        db
          .selectFrom('sessions')
          .select(sessions.columns)
          .where(of, '=', arg('value'))
          .orderBy('lastUsedAt', 'desc')
          .orderBy('id'),
      ),
    ),
    sessionByHash: statement((arg: Args<ByHash>) =>
      db.selectFrom('sessions').select(sessions.columns).where('hash', '=', arg('hash')),
    ),
    codeByHash: statement((arg: Args<ByHash>) =>
      db.selectFrom('codes').select(codes.columns).where('hash', '=', arg('hash')),
    ),

    credentialChanges: statement((arg: Args<CredentialChangesOf & { limit: number }>) =>
      changesOf(arg).select(credentialChanges.columns).orderBy('id', 'desc').limit(arg('limit')),
    ),
    credentialChangeCount: statement((arg: Args<CredentialChangesOf>) =>
      changesOf(arg).select((eb) => eb.fn.countAll<number>().as('total')),
    ),
  }
}

/** Read with a user, as every request needs both: organizations, with a slash between two, which no name has. */
function closedOrgs(db: Kysely<Tables>) {
  const list = sql.raw(textConditions(db).isSqlite ? 'group_concat' : 'string_agg')
  return sql<string | null>`(select ${list}("org", '/') from "backends" where "seenBy" = 'administrators')`
}

const backendQueries = (db: Kysely<Tables>) => ({
  backends: statement(() => db.selectFrom('backends').select(backends.columns).orderBy('org')),
  backendOf: statement((arg: Args<{ org: string }>) =>
    db.selectFrom('backends').select(backends.columns).where('org', '=', arg('org')),
  ),
  mirroredStacks: statement((arg: Args<{ backendId: string }>) =>
    db.selectFrom('stacks').select(stacks.columns).where('backendId', '=', arg('backendId')),
  ),
  lockedElsewhere: each((hides: boolean) =>
    prepared((arg: Args<Hidden & { limit: number }>) =>
      lockedMirrors(db, hides, arg)
        .select(stacks.columns.map((column) => `stacks.${column}` as const))
        .orderBy('listed.fullName')
        .limit(arg('limit')),
    ),
  ),
  lockedElsewhereCount: each((hides: boolean) =>
    prepared((arg: Args<Hidden>) => lockedMirrors(db, hides, arg).select((eb) => eb.fn.countAll<number>().as('total'))),
  ),
})

const lockedMirrors = (db: Kysely<Tables>, hides: boolean, arg: Args<Hidden>) =>
  db
    .selectFrom('stacks')
    .innerJoin('listed', 'listed.stackId', 'stacks.id')
    .where('stacks.backendId', 'is not', null)
    .where('listed.isHeld', '=', sql.lit(1))
    .$if(hides, (query) => query.where(isVisible(sql.ref('listed.org'), arg('hidden'))))

const stackQueries = (db: Kysely<Tables>) => ({
  stackById: statement((arg: Args<ById>) => db.selectFrom('stacks').select(stacks.columns).where('id', '=', arg('id'))),
  stackByName: statement((arg: Args<{ org: string; project: string; name: string }>) =>
    db
      .selectFrom('stacks')
      .select(stacks.columns)
      .where('deletedAt', 'is', null)
      .where('org', '=', arg('org'))
      .where('project', '=', arg('project'))
      .where('name', '=', arg('name')),
  ),
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
  tickets: statement((arg: Args<ByStack>) =>
    db
      .selectFrom('tickets')
      .select(tickets.columns)
      .where('stackId', '=', arg('stackId'))
      .orderBy('since')
      .orderBy('id'),
  ),
  /** Columns of the current state and of the latest update have a prefix. */
  stacks: each((shape: 'all' | 'org' | 'project' | 'both', includeDeleted: boolean) =>
    prepared((filter: Args<StackListFilter>) =>
      db
        .selectFrom('stacks')
        .leftJoin('states', 'states.id', 'stacks.stateId')
        .leftJoin('updates', 'updates.id', 'stacks.latestUpdateId')
        .select(stacks.columns.map((column) => `stacks.${column}` as const))
        .select((eb) => states.columns.map((column) => eb.ref(`states.${column}`).as(`state.${column}`)))
        .select((eb) => updates.columns.map((column) => eb.ref(`updates.${column}`).as(`latest.${column}`)))
        .$if(!includeDeleted, (query) => query.where('stacks.deletedAt', 'is', null))
        .$if(shape === 'org' || shape === 'both', (query) => query.where('stacks.org', '=', filter('org')))
        .$if(shape === 'project' || shape === 'both', (query) => query.where('stacks.project', '=', filter('project')))
        .orderBy('stacks.org')
        .orderBy('stacks.project')
        .orderBy('stacks.name'),
    ),
  ),
})

function updateQueries(db: Kysely<Tables>) {
  const updateRows = db.selectFrom('updates').select(updates.columns)

  /** Updates other than previews count once they have started: before that they have no version. */
  const updatesOf = (stackId: Expression<string>, previews: Previews) => {
    const all = db.selectFrom('updates').where('stackId', '=', stackId)
    if (previews === 'no') return all.where('version', 'is not', null)
    if (previews === 'only') return all.where('dryRun', '=', 1)
    return all.where((eb) => eb.or([eb('dryRun', '=', 1), eb('version', 'is not', null)]))
  }

  return {
    update: statement((arg: Args<ById>) => updateRows.where('id', '=', arg('id'))),
    updateByVersion: statement((arg: Args<ByStack & { version: number }>) =>
      updateRows.where('stackId', '=', arg('stackId')).where('version', '=', arg('version')),
    ),
    updates: each((previews: Previews, hasBase: boolean) =>
      prepared((arg: Args<ByStack & Range & { baseVersion: number }>) =>
        updatesOf(arg('stackId'), previews)
          .select(updates.columns)
          .$if(hasBase, (query) => query.where('baseVersion', '=', arg('baseVersion')))
          .orderBy(previews === 'no' ? 'version' : 'createdAt', 'desc')
          .orderBy('seq', 'desc')
          .limit(arg('limit'))
          .offset(arg('offset')),
      ),
    ),
    updateCount: each((previews: Previews, hasBase: boolean) =>
      prepared((arg: Args<ByStack & { baseVersion: number }>) =>
        updatesOf(arg('stackId'), previews)
          .select((eb) => eb.fn.countAll<number>().as('count'))
          .$if(hasBase, (query) => query.where('baseVersion', '=', arg('baseVersion'))),
      ),
    ),
    // Literals, not parameters: a database uses a partial index only if it can see the condition.
    runningUpdates: each((hides: boolean) =>
      prepared((arg: Args<Hidden>) =>
        updateRows
          .where('status', '=', sql.lit('running' as const))
          .where('lease', 'is not', null)
          .$if(hides, (query) => query.where(isOfVisibleStack(sql.ref('updates.stackId'), arg('hidden'))))
          .orderBy('seq'),
      ),
    ),
    orphanedUpdates: each((hides: boolean) =>
      prepared((arg: Args<Hidden>) =>
        updateRows
          .where(isOrphanedRow)
          .$if(hides, (query) => query.where(isOfVisibleStack(sql.ref('updates.stackId'), arg('hidden'))))
          .orderBy('endedAt', 'desc')
          .orderBy('seq', 'desc'),
      ),
    ),
  }
}

/** What arrived after the end of an update, and its fold. */
const lateQueries = (db: Kysely<Tables>) => ({
  lateSize: statement((arg: Args<ByUpdate>) =>
    db
      .selectFrom('late')
      .select((eb) => [
        eb.fn.countAll<number>().as('rows'),
        // PostgreSQL sums to `numeric`, which its driver returns as text.
        sql<number>`cast(coalesce(sum(length(${eb.ref('text')})), 0) as bigint)`.as('length'),
      ])
      .where('updateId', '=', arg('updateId')),
  ),
  lateLast: statement((arg: Args<ByUpdate>) =>
    db.selectFrom('late').select('what').where('updateId', '=', arg('updateId')).orderBy('id', 'desc').limit(1),
  ),
  late: statement((arg: Args<ByUpdate>) =>
    db.selectFrom('late').select(late.columns).where('updateId', '=', arg('updateId')).orderBy('id'),
  ),
  fold: statement((arg: Args<ByUpdate>) =>
    db.selectFrom('folds').select(['received', 'data']).where('updateId', '=', arg('updateId')),
  ),
})

function stateQueries(db: Kysely<Tables>) {
  const stateRows = db.selectFrom('states').select(states.columns)
  return {
    state: statement((arg: Args<ById>) => stateRows.where('id', '=', arg('id'))),
    stateByVersion: statement((arg: Args<ByStack & { version: number }>) =>
      stateRows
        .where('stackId', '=', arg('stackId'))
        .where('version', '=', arg('version'))
        .orderBy('seq', 'desc')
        .limit(1),
    ),
    states: statement((arg: Args<ByStack & Range>) =>
      stateRows
        .where('stackId', '=', arg('stackId'))
        .orderBy('version', 'desc')
        .orderBy('seq', 'desc')
        .limit(arg('limit'))
        .offset(arg('offset')),
    ),
    stateCount: statement((arg: Args<ByStack>) =>
      db
        .selectFrom('states')
        .select((eb) => eb.fn.countAll<number>().as('count'))
        .where('stackId', '=', arg('stackId')),
    ),
    statesWithText: statement((arg: Args<{ key: string }>) =>
      db
        .selectFrom('states')
        .select((eb) => eb.fn.countAll<number>().as('count'))
        .where('textKey', '=', arg('key')),
    ),
    text: statement((arg: Args<{ key: string }>) => db.selectFrom('texts').selectAll().where('key', '=', arg('key'))),
    textChunks: statement((arg: Args<{ key: string }>) =>
      db.selectFrom('textChunks').select('data').where('key', '=', arg('key')).orderBy('n'),
    ),
    working: statement((arg: Args<ByUpdate>) =>
      db.selectFrom('workings').select(workings.columns).select('textKey').where('updateId', '=', arg('updateId')),
    ),
    workingSequence: statement((arg: Args<ByUpdate>) =>
      db.selectFrom('workings').select('sequenceNumber').where('updateId', '=', arg('updateId')),
    ),
  }
}

function leaseQueries(db: Kysely<Tables>) {
  const leaseRows = db.selectFrom('leaseLog').select(leaseLog.columns).orderBy('at', 'desc').orderBy('id', 'desc')
  return {
    /** Newest first, so that the limit keeps the newest. */
    leaseLog: statement((arg: Args<ByStack & { limit: number }>) =>
      leaseRows.where('stackId', '=', arg('stackId')).limit(arg('limit')),
    ),
    // A literal, not a parameter: the partial index `leaseLogRefused` has this condition.
    refusals: each((hides: boolean) =>
      prepared((arg: Args<Hidden & { since: number; limit: number }>) =>
        leaseRows
          .where('what', '=', sql.lit('refused' as const))
          .where('at', '>=', arg('since'))
          .$if(hides, (query) => query.where(isOfVisibleStack(sql.ref('leaseLog.stackId'), arg('hidden'))))
          .limit(arg('limit')),
      ),
    ),
    leaseLogOfUpdate: statement((arg: Args<ByStack & ByUpdate & { limit: number }>) =>
      leaseRows.where('updateId', '=', arg('updateId')).where('stackId', '=', arg('stackId')).limit(arg('limit')),
    ),
  }
}
