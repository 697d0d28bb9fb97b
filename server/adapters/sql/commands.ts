import { type Expression, type Kysely, type RawBuilder, sql } from 'kysely'
import type { CredentialChangesOf } from '#server/store/port/access.ts'
import { DROPPED_TEXT } from './baseline.ts'
import { patchStatement } from './patchRow.ts'
import { type Args, rowOf } from './session.ts'
import { raw, statement } from './statement.ts'
import {
  audit,
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
import { isUnseen } from './unseen.ts'

type Key = { key: string }
type Id = { id: string }
type Of<Table extends keyof Tables> = Tables[Table]

export type Commands = ReturnType<typeof createCommands>

const without = <T extends string>(columns: readonly (T | 'id')[]) =>
  columns.filter((column): column is Exclude<T, 'id'> => column !== 'id')

/**
 * All write statements of a store, each compiled at its first use. `locksRows`: writers run concurrently, so rows on
 * which a writer bases a decision are locked.
 */
export const createCommands = (db: Kysely<Tables>, { locksRows }: { locksRows: boolean }) => ({
  holds: locksRows ? createHolds(db) : undefined,
  setMeta: statement((arg: Args<Of<'meta'>>) =>
    db
      .insertInto('meta')
      .values(rowOf(arg, ['key', 'value']))
      .onConflict((conflict) => conflict.column('key').doUpdateSet({ value: arg('value') })),
  ),
  patch: patchStatement(db),
  ...userCommands(db),
  ...signInCommands(db),
  ...backendCommands(db),
  ...stackCommands(db, locksRows),
  ...updateCommands(db),
  ...stateCommands(db),
  ...logCommands(db),
})

/** Users, their tokens, and the list of changes to their credentials. */
const userCommands = (db: Kysely<Tables>) => ({
  insertUser: statement((arg: Args<Of<'users'>>) => db.insertInto('users').values(rowOf(arg, users.columns))),
  insertToken: statement((arg: Args<Of<'tokens'>>) => db.insertInto('tokens').values(rowOf(arg, tokens.columns))),
  appendCredentialChange: statement((arg: Args<Of<'credentialChanges'>>) =>
    db.insertInto('credentialChanges').values(rowOf(arg, without(credentialChanges.columns))),
  ),
  markCredentialChanges: statement((arg: Args<CredentialChangesOf & { upTo: number; seenAt: number }>) =>
    db
      .updateTable('credentialChanges')
      .set({ seenAt: arg('seenAt') })
      .where((eb) => isUnseen(eb, arg))
      .where('id', '<=', arg('upTo')),
  ),
})

/** Sessions of browsers, and the codes of sign-in links. */
const signInCommands = (db: Kysely<Tables>) => ({
  insertSession: statement((arg: Args<Of<'sessions'>>) =>
    db.insertInto('sessions').values(rowOf(arg, sessions.columns)),
  ),
  deleteSessionsOfUser: statement((arg: Args<{ userId: string }>) =>
    db.deleteFrom('sessions').where('userId', '=', arg('userId')),
  ),
  deleteSessionsOfToken: statement((arg: Args<{ tokenId: string }>) =>
    db.deleteFrom('sessions').where('tokenId', '=', arg('tokenId')),
  ),
  useSession: statement((arg: Args<{ hash: string; lastUsedAt: number }>) =>
    db
      .updateTable('sessions')
      .set({ lastUsedAt: arg('lastUsedAt') })
      .where('hash', '=', arg('hash')),
  ),
  dropSessions: statement((arg: Args<{ begunBy: number; usedBy: number }>) =>
    db
      .deleteFrom('sessions')
      .where((eb) => eb.or([eb('createdAt', '<=', arg('begunBy')), eb('lastUsedAt', '<=', arg('usedBy'))])),
  ),
  dropCodes: statement((arg: Args<{ now: number }>) =>
    db.deleteFrom('codes').where((eb) => eb.or([eb('usedAt', 'is not', null), eb('expiresAt', '<=', arg('now'))])),
  ),
  deleteSession: statement((arg: Args<{ hash: string }>) => db.deleteFrom('sessions').where('hash', '=', arg('hash'))),
  deleteCodes: statement((arg: Args<{ userId: string }>) => db.deleteFrom('codes').where('userId', '=', arg('userId'))),
  insertCode: statement((arg: Args<Of<'codes'>>) => db.insertInto('codes').values(rowOf(arg, codes.columns))),
  useCode: statement((arg: Args<{ hash: string; now: number }>) =>
    db
      .updateTable('codes')
      .set({ usedAt: arg('now') })
      .where('hash', '=', arg('hash'))
      .where('usedAt', 'is', null)
      .where('expiresAt', '>', arg('now')),
  ),
})

const backendCommands = (db: Kysely<Tables>) => ({
  insertBackend: statement((arg: Args<Of<'backends'>>) =>
    db.insertInto('backends').values(rowOf(arg, backends.columns)),
  ),
  deleteBackend: statement((arg: Args<Id>) => db.deleteFrom('backends').where('id', '=', arg('id'))),
  deleteState: statement((arg: Args<Id>) => db.deleteFrom('states').where('id', '=', arg('id'))),
  statesOfMirror: statement((arg: Args<{ stackId: string }>) =>
    db.selectFrom('states').select('id').where('stackId', '=', arg('stackId')),
  ),
  deleteMirror: OF_MIRROR.map((condition) =>
    statement((arg: Args<{ stackId: string }>) => raw(db, sql`delete from ${condition(arg('stackId'))}`)),
  ),
})

/** The rows of a mirrored stack, whose texts were removed: those that refer to others come first. */
const OF_MIRROR: readonly ((stackId: Expression<string>) => RawBuilder<unknown>)[] = [
  (id) => sql`"resources" where "stack" in (select "no" from "indexedStacks" where "stackId" = ${id})`,
  (id) => sql`"indexedStacks" where "stackId" = ${id}`,
  ...(['listedReferences', 'listedTags', 'listed', 'untracked', 'alarms', 'tickets', 'leaseLog'] as const).map(
    (table) => (id: Expression<string>) => sql`${sql.table(table)} where "stackId" = ${id}`,
  ),
  (id) => sql`"runTexts" where "seq" in (select "seq" from "updates" where "stackId" = ${id})`,
  (id) => sql`"updates" where "stackId" = ${id}`,
  (id) => sql`"states" where "stackId" = ${id}`,
  (id) => sql`"frames" where "stackId" = ${id}`,
  (id) => sql`"stacks" where "id" = ${id}`,
]

const stackCommands = (db: Kysely<Tables>, locksRows: boolean) => ({
  lockStack: statement(
    (arg: Args<Id>) =>
      db
        .selectFrom('stacks')
        .select(stacks.columns)
        .where('id', '=', arg('id'))
        .$if(locksRows, (query) => query.forNoKeyUpdate()), // need not wait: new rows may refer to this one meanwhile
  ),
  lockStackOf: statement((arg: Args<{ updateId: string }>) =>
    db
      .selectFrom('stacks')
      .select(stacks.columns)
      .where('id', '=', (eb) => eb.selectFrom('updates').select('stackId').where('updates.id', '=', arg('updateId')))
      .$if(locksRows, (query) => query.forNoKeyUpdate()),
  ),
  insertStack: statement((arg: Args<Of<'stacks'>>) => db.insertInto('stacks').values(rowOf(arg, stacks.columns))),
  insertTicket: statement((arg: Args<Of<'tickets'>>) => db.insertInto('tickets').values(rowOf(arg, tickets.columns))),
  deleteTicket: statement((arg: Args<Id>) => db.deleteFrom('tickets').where('id', '=', arg('id'))),
  deleteTickets: statement((arg: Args<{ now: number }>) =>
    db.deleteFrom('tickets').where('expiresAt', '<=', arg('now')),
  ),
})

const updateCommands = (db: Kysely<Tables>) => ({
  insertUpdate: statement((arg: Args<Of<'updates'>>) => db.insertInto('updates').values(rowOf(arg, updates.columns))),
  appendLate: statement((arg: Args<Of<'late'>>) => db.insertInto('late').values(rowOf(arg, without(late.columns)))),
  deleteFold: statement((arg: Args<{ updateId: string }>) =>
    db.deleteFrom('folds').where('updateId', '=', arg('updateId')),
  ),
  insertFold: statement((arg: Args<Of<'folds'>>) =>
    db.insertInto('folds').values(rowOf(arg, ['updateId', 'received', 'data'])),
  ),
})

const stateCommands = (db: Kysely<Tables>) => ({
  insertState: statement((arg: Args<Of<'states'>>) =>
    db.insertInto('states').values(rowOf(arg, [...states.columns, 'textKey'])),
  ),
  /** Every state refers to a text; states whose own text was removed refer to this one. */
  removeStateText: statement((arg: Args<Id & { at: number }>) =>
    db
      .updateTable('states')
      .set({ textKey: DROPPED_TEXT, textRemovedAt: arg('at') })
      .where('id', '=', arg('id')),
  ),
  insertText: statement((arg: Args<Of<'texts'>>) =>
    db.insertInto('texts').values(rowOf(arg, ['key', 'encoding', 'bytes'])),
  ),
  insertChunk: statement((arg: Args<Of<'textChunks'>>) =>
    db.insertInto('textChunks').values(rowOf(arg, ['key', 'n', 'data'])),
  ),
  deleteText: statement((arg: Args<Key>) => db.deleteFrom('texts').where('key', '=', arg('key'))),
  deleteChunks: statement((arg: Args<Key>) => db.deleteFrom('textChunks').where('key', '=', arg('key'))),
  insertWorking: statement((arg: Args<Of<'workings'>>) =>
    db.insertInto('workings').values(rowOf(arg, [...workings.columns, 'updateId', 'textKey'])),
  ),
  deleteWorking: statement((arg: Args<{ updateId: string }>) =>
    db.deleteFrom('workings').where('updateId', '=', arg('updateId')),
  ),
})

const logCommands = (db: Kysely<Tables>) => ({
  appendLeaseLog: statement((arg: Args<Of<'leaseLog'>>) =>
    db.insertInto('leaseLog').values(rowOf(arg, without(leaseLog.columns))),
  ),
  appendAudit: statement((arg: Args<Of<'audit'>>) => db.insertInto('audit').values(rowOf(arg, without(audit.columns)))),
})

/**
 * Locks rows that a writer has read until the end of its transaction; not needed in a database with a single writer.
 */
const createHolds = (db: Kysely<Tables>) => ({
  /** Locks an update by its stack, so that a stack has a single lock and deadlocks cannot occur. */
  update: statement((arg: Args<Id>) =>
    db
      .selectFrom('stacks')
      .select('id')
      .where('id', '=', (eb) => eb.selectFrom('updates').select('stackId').where('updates.id', '=', arg('id')))
      .forNoKeyUpdate(),
  ),
  session: statement((arg: Args<{ hash: string }>) =>
    db.selectFrom('sessions').select('hash').where('hash', '=', arg('hash')).forUpdate(),
  ),
  /** A shared lock: many callers may use a token at once, and a revocation waits for all of them. */
  token: statement((arg: Args<Id>) => db.selectFrom('tokens').select('id').where('id', '=', arg('id')).forShare()),
  /** A name that may not exist yet has no row to lock. */
  name: statement((arg: Args<{ name: string }>) =>
    raw(db, sql<{ held: string }>`select pg_advisory_xact_lock(hashtextextended(${arg('name')}, 0)) as "held"`),
  ),
})
