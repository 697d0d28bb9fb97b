import { type Kysely, sql } from 'kysely'
import type { JournalReader, JournalRow, JournalWriter } from '#server/store/port/journal.ts'
import { firstOfEach, packed, unpacked } from './batch.ts'
import { type Args, rowOf, type Session } from './session.ts'
import { raw, statement } from './statement.ts'
import type { JournalBatchRow, Tables } from './tables.ts'

type ByUpdate = { updateId: string }
type Span = ByUpdate & { first: number; last: number }
type Entry = Omit<JournalRow, 'receivedAt'>

export type JournalStatements = ReturnType<typeof createJournalStatements>

export function createJournalStatements(db: Kysely<Tables>) {
  const batches = db.selectFrom('journalBatches')
  return {
    /** Does nothing if another batch contains entries with these numbers: then the caller has to compare them. */
    append: statement((row: Args<JournalBatchRow>) =>
      raw(
        db,
        sql`insert into "journalBatches" ("updateId", "first", "last", "entries", "kinds", "receivedAt", "data")
          select ${row('updateId')}, ${row('first')}, ${row('last')}, ${row('entries')}, ${row('kinds')}, ${row('receivedAt')}, ${row('data')}
          where not exists (select 1 from "journalBatches"
            where "updateId" = ${row('updateId')} and "last" >= ${row('first')} and "first" <= ${row('last')})`,
      ),
    ),
    insert: statement((arg: Args<JournalBatchRow>) =>
      db
        .insertInto('journalBatches')
        .values(rowOf(arg, ['updateId', 'first', 'last', 'entries', 'kinds', 'receivedAt', 'data'])),
    ),
    overlapping: statement((arg: Args<Span>) =>
      batches
        .select('data')
        .where('updateId', '=', arg('updateId'))
        .where('last', '>=', arg('first'))
        .where('first', '<=', arg('last')),
    ),
    journal: statement((arg: Args<ByUpdate>) =>
      batches.select(['data', 'receivedAt']).where('updateId', '=', arg('updateId')).orderBy('last'),
    ),
    journalAfter: statement((arg: Args<ByUpdate & { after: number }>) =>
      batches
        .select(['data', 'receivedAt'])
        .where('updateId', '=', arg('updateId'))
        .where('last', '>', arg('after'))
        .orderBy('last'),
    ),
    kinds: statement((arg: Args<ByUpdate>) => batches.select('kinds').where('updateId', '=', arg('updateId'))),
    span: statement((arg: Args<ByUpdate>) =>
      batches
        .select((eb) => [eb.fn.sum<number>('entries').as('entries'), eb.fn.min('receivedAt').as('firstAt')])
        .where('updateId', '=', arg('updateId')),
    ),
  }
}

export const sqlJournalReader = (session: Session, statements: JournalStatements): JournalReader => ({
  async journal(updateId, after) {
    const batches =
      after === undefined
        ? await session.rows(statements.journal(), { updateId })
        : await session.rows(statements.journalAfter(), { updateId, after })
    const rows = batches.flatMap(({ data, receivedAt }) => entriesOf(data).map((entry) => ({ ...entry, receivedAt })))
    const wanted = after === undefined ? rows : rows.filter(({ sequenceID }) => sequenceID > after)
    return wanted.sort((a, b) => a.sequenceID - b.sequenceID)
  },
  async journalKinds(updateId) {
    const counts = new Map<number, number>()
    for (const { kinds } of await session.rows(statements.kinds(), { updateId })) {
      for (const [kind, count] of Object.entries(JSON.parse(kinds) as Record<string, number>))
        counts.set(Number(kind), (counts.get(Number(kind)) ?? 0) + count)
    }
    return [...counts].map(([kind, count]) => ({ kind, count })).sort((a, b) => a.kind - b.kind)
  },
  async journalSpan(updateId) {
    const span = (await session.rows(statements.span(), { updateId }))[0]
    return { entries: Number(span?.entries ?? 0), firstAt: span?.firstAt ?? null }
  },
})

/**
 * `hold` is given if writers run concurrently: it locks the update against further entries until the end of the
 * transaction.
 */
export const sqlJournalWriter = (
  session: Session,
  statements: JournalStatements,
  hold?: (updateId: string) => Promise<unknown>,
): JournalWriter => ({
  async appendJournal(updateId, rows, receivedAt) {
    if (rows.length === 0) return 0
    const entries = firstOfEach(rows, ({ sequenceID }) => sequenceID)
    const batch = batchOf(updateId, entries, receivedAt)
    // Sent without waiting for the lock; the second statement sees what was committed while the first waited.
    const [, inserted] = await Promise.all([hold?.(updateId), session.run(statements.append(), batch)])
    if (inserted === 1) return batch.entries
    const { first, last } = batch
    const others = await session.rows(statements.overlapping(), { updateId, first, last })
    const known = new Set(others.flatMap(({ data }) => entriesOf(data).map(({ sequenceID }) => sequenceID)))
    const added = entries.filter(({ sequenceID }) => !known.has(sequenceID))
    if (added.length > 0) await session.run(statements.insert(), batchOf(updateId, added, receivedAt))
    return added.length
  },
})

const NUMBERS = ['sequenceID', 'operationID', 'kind'] as const
const entriesOf = (data: Uint8Array): Entry[] => unpacked<(typeof NUMBERS)[number]>(data)

function batchOf(updateId: string, rows: readonly Entry[], receivedAt: number): JournalBatchRow {
  let [first, last] = [Infinity, -Infinity]
  const kinds: Record<number, number> = {}
  for (const { sequenceID, kind } of rows) {
    first = Math.min(first, sequenceID)
    last = Math.max(last, sequenceID)
    kinds[kind] = (kinds[kind] ?? 0) + 1
  }
  const data = packed(NUMBERS, rows)
  return { updateId, first, last, entries: rows.length, kinds: JSON.stringify(kinds), receivedAt, data }
}
