import { type Kysely, sql } from 'kysely'
import { DROPPED_TEXT } from './migrations.ts'
import { each, statement } from './statement.ts'
import { prepared } from './session.ts'
import { audit, codes, late, leaseLog, sessions, stacks, states, type Tables, tokens } from './tables.ts'
import { updates, users, waiters, workings } from './tables.ts'

type Key = { key: string }
type Id = { id: string }
type Of<Table extends keyof Tables> = Tables[Table]

export type Commands = ReturnType<typeof createCommands>

const without = <T extends string>(columns: readonly (T | 'id')[]) =>
  columns.filter((column): column is Exclude<T, 'id'> => column !== 'id')

/**
 * Every change that a store makes, compiled when it is made first. `locksRows`: writers run side by side, so that what
 * one of them decides by has to be held.
 */
export function createCommands(db: Kysely<Tables>, { locksRows }: { locksRows: boolean }) {
  return {
    holds: locksRows ? createHolds(db) : undefined,
    setMeta: statement(
      (row: Of<'meta'>) =>
        db
          .insertInto('meta')
          .values(row)
          .onConflict((conflict) => conflict.column('key').doUpdateSet({ value: row.value })),
      ['key', 'value'],
    ),
    insertUser: statement((row: Of<'users'>) => db.insertInto('users').values(row), users.columns),
    insertToken: statement((row: Of<'tokens'>) => db.insertInto('tokens').values(row), tokens.columns),
    insertSession: statement((row: Of<'sessions'>) => db.insertInto('sessions').values(row), sessions.columns),
    deleteSessionsOfUser: statement(({ userId }: { userId: string }) =>
      db.deleteFrom('sessions').where('userId', '=', userId),
    ),
    deleteSessionsOfToken: statement(({ tokenId }: { tokenId: string }) =>
      db.deleteFrom('sessions').where('tokenId', '=', tokenId),
    ),
    useSession: statement(({ hash, lastUsedAt }: { hash: string; lastUsedAt: number }) =>
      db.updateTable('sessions').set({ lastUsedAt }).where('hash', '=', hash),
    ),
    dropSessions: statement(({ begunBy, usedBy }: { begunBy: number; usedBy: number }) =>
      db.deleteFrom('sessions').where((eb) => eb.or([eb('createdAt', '<=', begunBy), eb('lastUsedAt', '<=', usedBy)])),
    ),
    dropCodes: statement(({ now }: { now: number }) =>
      db.deleteFrom('codes').where((eb) => eb.or([eb('usedAt', 'is not', null), eb('expiresAt', '<=', now)])),
    ),
    deleteSession: statement(({ hash }: { hash: string }) => db.deleteFrom('sessions').where('hash', '=', hash)),
    deleteCodes: statement(({ userId }: { userId: string }) => db.deleteFrom('codes').where('userId', '=', userId)),
    insertCode: statement((row: Of<'codes'>) => db.insertInto('codes').values(row), codes.columns),
    useCode: statement(({ hash, now }: { hash: string; now: number }) =>
      db
        .updateTable('codes')
        .set({ usedAt: now })
        .where('hash', '=', hash)
        .where('usedAt', 'is', null)
        .where('expiresAt', '>', now),
    ),

    lockStack: statement(
      ({ id }: Id) =>
        db
          .selectFrom('stacks')
          .select(stacks.columns)
          .where('id', '=', id)
          .$if(locksRows, (query) => query.forNoKeyUpdate()), // new rows that refer to it need not wait
    ),
    lockStackOf: statement(({ updateId }: { updateId: string }) =>
      db
        .selectFrom('stacks')
        .select(stacks.columns)
        .where('id', '=', (eb) => eb.selectFrom('updates').select('stackId').where('updates.id', '=', updateId))
        .$if(locksRows, (query) => query.forNoKeyUpdate()),
    ),
    insertStack: statement((row: Of<'stacks'>) => db.insertInto('stacks').values(row), stacks.columns),
    insertWaiter: statement((row: Of<'waiters'>) => db.insertInto('waiters').values(row), waiters.columns),
    deleteWaiter: statement(({ id }: Id) => db.deleteFrom('waiters').where('id', '=', id)),
    deleteWaiters: statement(({ now }: { now: number }) => db.deleteFrom('waiters').where('expiresAt', '<=', now)),
    insertUpdate: statement((row: Of<'updates'>) => db.insertInto('updates').values(row), updates.columns),
    /** The columns that a patch sets; with their values an argument `id`. */
    patch: each((table: 'stacks' | 'updates' | 'tokens' | 'users', ...columns: string[]) =>
      prepared((args: Record<string, string>) => ({
        compile: () =>
          sql`update ${sql.table(table)} set ${sql.join(
            columns.map((column) => sql`${sql.ref(column)} = ${args[column]}`),
          )} where ${sql.ref('id')} = ${args['id']}`.compile(db),
      })),
    ),

    insertState: statement((row: Of<'states'>) => db.insertInto('states').values(row), [...states.columns, 'textKey']),
    /** Every state has a text to refer to; those whose own was removed have this one. */
    removeStateText: statement(({ id, at }: Id & { at: number }) =>
      db.updateTable('states').set({ textKey: DROPPED_TEXT, textRemovedAt: at }).where('id', '=', id),
    ),
    insertText: statement((row: Of<'texts'>) => db.insertInto('texts').values(row), ['key', 'encoding', 'bytes']),
    insertChunk: statement((row: Of<'textChunks'>) => db.insertInto('textChunks').values(row), ['key', 'n', 'data']),
    deleteText: statement(({ key }: Key) => db.deleteFrom('texts').where('key', '=', key)),
    deleteChunks: statement(({ key }: Key) => db.deleteFrom('textChunks').where('key', '=', key)),
    insertWorking: statement(
      (row: Of<'workings'>) => db.insertInto('workings').values(row),
      [...workings.columns, 'updateId', 'textKey'],
    ),
    deleteWorking: statement(({ updateId }: { updateId: string }) =>
      db.deleteFrom('workings').where('updateId', '=', updateId),
    ),

    appendLate: statement((row: Of<'late'>) => db.insertInto('late').values(row), without(late.columns)),
    appendLeaseLog: statement(
      (row: Of<'leaseLog'>) => db.insertInto('leaseLog').values(row),
      without(leaseLog.columns),
    ),
    appendAudit: statement((row: Of<'audit'>) => db.insertInto('audit').values(row), without(audit.columns)),
  }
}

/** What a writer reads stays as it read it, to the end of its transaction; on one writer's database that is so anyway. */
const createHolds = (db: Kysely<Tables>) => ({
  /** An update by its stack, so that all locks of a stack are one, and nobody waits in a circle. */
  update: statement(({ id }: Id) =>
    db
      .selectFrom('stacks')
      .select('id')
      .where('id', '=', (eb) => eb.selectFrom('updates').select('stackId').where('updates.id', '=', id))
      .forNoKeyUpdate(),
  ),
  session: statement(({ hash }: { hash: string }) =>
    db.selectFrom('sessions').select('hash').where('hash', '=', hash).forUpdate(),
  ),
  /** Shared: many may use a token at once, and whoever revokes it waits for all of them. */
  token: statement(({ id }: Id) => db.selectFrom('tokens').select('id').where('id', '=', id).forShare()),
  /** What may not be there yet has no row to lock. */
  name: statement(({ name }: { name: string }) => ({
    compile: () =>
      sql<{ held: string }>`select pg_advisory_xact_lock(hashtextextended(${name}, 0)) as "held"`.compile(db),
  })),
})
