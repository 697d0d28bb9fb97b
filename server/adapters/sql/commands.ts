import { type Kysely, sql } from 'kysely'
import { each, once } from './queries.ts'
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

type Key = { key: string }
type Id = { id: string }
type Of<Table extends keyof Tables> = Tables[Table]

export type Commands = ReturnType<typeof createCommands>

const without = <T extends string>(columns: readonly (T | 'id')[]) =>
  columns.filter((column): column is Exclude<T, 'id'> => column !== 'id')

/** Every change that a store makes, compiled when it is made first. */
export function createCommands(db: Kysely<Tables>, { locksRows }: { locksRows: boolean }) {
  return {
    setMeta: once(() =>
      prepared(
        (row: Of<'meta'>) =>
          db
            .insertInto('meta')
            .values(row)
            .onConflict((conflict) => conflict.column('key').doUpdateSet({ value: row.value })),
        ['key', 'value'],
      ),
    ),
    insertUser: once(() => prepared((row: Of<'users'>) => db.insertInto('users').values(row), users.columns)),
    insertToken: once(() => prepared((row: Of<'tokens'>) => db.insertInto('tokens').values(row), tokens.columns)),
    insertSession: once(() =>
      prepared((row: Of<'sessions'>) => db.insertInto('sessions').values(row), sessions.columns),
    ),
    deleteSession: once(() =>
      prepared(({ hash }: { hash: string }) => db.deleteFrom('sessions').where('hash', '=', hash)),
    ),
    insertCode: once(() => prepared((row: Of<'codes'>) => db.insertInto('codes').values(row), codes.columns)),
    useCode: once(() =>
      prepared(({ hash, now }: { hash: string; now: number }) =>
        db
          .updateTable('codes')
          .set({ usedAt: now })
          .where('hash', '=', hash)
          .where('usedAt', 'is', null)
          .where('expiresAt', '>', now),
      ),
    ),

    lockStack: once(() =>
      prepared(({ id }: Id) =>
        db
          .selectFrom('stacks')
          .select(stacks.columns)
          .where('id', '=', id)
          .$if(locksRows, (query) => query.forUpdate()),
      ),
    ),
    insertStack: once(() => prepared((row: Of<'stacks'>) => db.insertInto('stacks').values(row), stacks.columns)),
    insertUpdate: once(() => prepared((row: Of<'updates'>) => db.insertInto('updates').values(row), updates.columns)),
    /** The columns that a patch sets; with their values an argument `id`. */
    patch: each((table: 'stacks' | 'updates' | 'tokens', ...columns: string[]) =>
      prepared((args: Record<string, string>) => ({
        compile: () =>
          sql`update ${sql.table(table)} set ${sql.join(
            columns.map((column) => sql`${sql.ref(column)} = ${args[column]}`),
          )} where ${sql.ref('id')} = ${args['id']}`.compile(db),
      })),
    ),

    insertState: once(() =>
      prepared((row: Of<'states'>) => db.insertInto('states').values(row), [...states.columns, 'textKey']),
    ),
    insertText: once(() =>
      prepared((row: Of<'texts'>) => db.insertInto('texts').values(row), ['key', 'encoding', 'bytes']),
    ),
    insertChunk: once(() =>
      prepared((row: Of<'textChunks'>) => db.insertInto('textChunks').values(row), ['key', 'n', 'data']),
    ),
    deleteText: once(() => prepared(({ key }: Key) => db.deleteFrom('texts').where('key', '=', key))),
    deleteChunks: once(() => prepared(({ key }: Key) => db.deleteFrom('textChunks').where('key', '=', key))),
    insertWorking: once(() =>
      prepared(
        (row: Of<'workings'>) => db.insertInto('workings').values(row),
        [...workings.columns, 'updateId', 'textKey'],
      ),
    ),
    deleteWorking: once(() =>
      prepared(({ updateId }: { updateId: string }) => db.deleteFrom('workings').where('updateId', '=', updateId)),
    ),

    appendJournal: once(() =>
      prepared(
        (row: Of<'journal'>) =>
          db
            .insertInto('journal')
            .values(row)
            .onConflict((conflict) => conflict.columns(['updateId', 'sequenceID']).doNothing()),
        ['updateId', ...journal.columns],
      ),
    ),
    appendEvent: once(() =>
      prepared(
        (row: Of<'events'>) =>
          db
            .insertInto('events')
            .values(row)
            .onConflict((conflict) => conflict.columns(['updateId', 'sequence']).doNothing()),
        ['updateId', ...events.columns],
      ),
    ),
    appendLate: once(() => prepared((row: Of<'late'>) => db.insertInto('late').values(row), without(late.columns))),
    appendLeaseLog: once(() =>
      prepared((row: Of<'leaseLog'>) => db.insertInto('leaseLog').values(row), without(leaseLog.columns)),
    ),
    appendAudit: once(() => prepared((row: Of<'audit'>) => db.insertInto('audit').values(row), without(audit.columns))),
  }
}
