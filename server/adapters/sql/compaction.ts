import { type Kysely, sql } from 'kysely'
import { compressed, PLAIN } from './batch.ts'
import { EVENT_BATCH, type EventBatchRow, joinEvents, MOST_PACKED } from './events.ts'
import { JOURNAL_BATCH, type JournalBatchRow, joinJournal } from './journal.ts'
import type { Queries } from './queries.ts'
import type { Prepared, Session } from './session.ts'
import { statement } from './statement.ts'
import type { Tables } from './tables.ts'

/** How many batches one step reads, and how many bytes it joins, so that no writer waits long for it. */
const BATCHES = 200
const MOST_BYTES = 512 * 1024
/** How often to look, in milliseconds, and how many steps to make then. */
const EVERY_MS = 200
const STEPS = 4
/** So long after the last write nobody waits for a step; a store that is never quiet makes one step in `BUSY_MS`. */
const QUIET_MS = 400
const BUSY_MS = 3000

type Transactions = {
  read<T>(work: (session: Session) => Promise<T>): Promise<T>
  write<T>(work: (session: Session) => Promise<T>): Promise<T>
}
type ByUpdate = { updateId: string }

/** One of the tables that hold batches. */
type Table<Row> = {
  /** The first batches of an update that are stored as they came. */
  plain: Prepared<ByUpdate, Row>
  drop: Prepared<Row, unknown>
  insert: Prepared<Row, unknown>
  join(rows: readonly [Row, ...Row[]]): Row
  sizeOf(row: Row): number
  mayJoin(row: Row, next: Row): boolean
}

/**
 * Joins and compresses the batches of ended updates, about ten to one. Each step is a transaction, and what is not
 * compressed can be read as well, so a process may die at any point.
 */
export function createCompaction(
  db: Kysely<Tables>,
  queries: Pick<Queries, 'journal' | 'events'>,
  { read, write }: Transactions,
) {
  const { journal, events, next, done } = createStatements(db, queries)

  /** Returns whether there was anything to join. */
  async function compact<Row extends { data: Uint8Array }>(table: Table<Row>, { updateId }: ByUpdate) {
    const [first, ...rest] = await read((session) => session.rows(table.plain, { updateId }))
    if (first === undefined) return false
    const rows = startOf(table, first, rest)
    const joined = table.join(rows)
    const data = await compressed(joined.data)
    await write(async (session) => {
      const dropped = await session.runEach(table.drop, rows)
      if (dropped !== rows.length) throw new AlreadyCompactedError()
      await session.run(table.insert, { ...joined, data })
    }).catch((error: unknown) => {
      if (!(error instanceof AlreadyCompactedError)) throw error
    })
    return true
  }

  /** Returns whether there may be more to do. */
  async function step(): Promise<boolean> {
    const [update] = await read((session) => session.rows(next, {}))
    if (update === undefined) return false
    const isFound = (await compact(journal, update)) || (await compact(events, update))
    if (!isFound) await write((session) => session.run(done, update))
    return true
  }

  let mayHaveWork = true
  let isStopped = false
  let working: Promise<void> | undefined
  let writtenAt = 0
  let workedAt = 0
  const isQuiet = () => performance.now() - writtenAt >= QUIET_MS

  async function work(): Promise<void> {
    mayHaveWork = false // a write meanwhile says otherwise
    workedAt = performance.now()
    for (let steps = 0; steps < STEPS && !isStopped; steps++) {
      if (!(await step())) return
      if (!isQuiet()) break
    }
    mayHaveWork = true
  }

  const timer = setInterval(() => {
    if (!mayHaveWork || working !== undefined) return
    if (!isQuiet() && performance.now() - workedAt < BUSY_MS) return
    working = work()
      .catch(() => undefined) // a disk that is full, or a database that is away: again after the next write
      .finally(() => (working = undefined))
  }, EVERY_MS).unref()

  return {
    /** To be called at each write: an update may end with it. */
    wake(): void {
      mayHaveWork = true
      writtenAt = performance.now()
    },
    /** Resolves when nothing is under way any more. */
    async stop(): Promise<void> {
      isStopped = true
      clearInterval(timer)
      await working
    },
  }
}

/** Another process compacted the same batches first. */
class AlreadyCompactedError extends Error {}

/** As many of the first rows as one batch should hold: whoever reads one of its rows decompresses all of it. */
function startOf<Row extends { data: Uint8Array }>(
  { sizeOf, mayJoin }: Pick<Table<Row>, 'sizeOf' | 'mayJoin'>,
  first: Row,
  rest: readonly Row[],
): [Row, ...Row[]] {
  const taken: [Row, ...Row[]] = [first]
  let previous = first
  let [bytes, size] = [first.data.length, sizeOf(first)]
  for (const row of rest) {
    bytes += row.data.length
    size += sizeOf(row)
    if (bytes > MOST_BYTES || size > MOST_PACKED || !mayJoin(previous, row)) break
    taken.push(row)
    previous = row
  }
  return taken
}

function createStatements(db: Kysely<Tables>, queries: Pick<Queries, 'journal' | 'events'>) {
  const isPlain = sql<boolean>`substr("data", 1, 1) = ${PLAIN}`
  const journal: Table<JournalBatchRow> = {
    plain: statement(({ updateId }: ByUpdate) =>
      db
        .selectFrom('journalBatches')
        .select(JOURNAL_BATCH)
        .where('updateId', '=', updateId)
        .where(isPlain)
        .orderBy('last')
        .limit(BATCHES),
    )(),
    drop: statement(({ updateId, last }: JournalBatchRow) =>
      db.deleteFrom('journalBatches').where('updateId', '=', updateId).where('last', '=', last),
    )(),
    insert: queries.journal.insert(),
    join: joinJournal,
    sizeOf: ({ entries }) => entries,
    mayJoin: () => true,
  }
  const events: Table<EventBatchRow> = {
    plain: statement(({ updateId }: ByUpdate) =>
      db
        .selectFrom('eventBatches')
        .select(EVENT_BATCH)
        .where('updateId', '=', updateId)
        .where(isPlain)
        .orderBy('lastReceived')
        .limit(BATCHES),
    )(),
    drop: statement(({ updateId, lastReceived }: EventBatchRow) =>
      db.deleteFrom('eventBatches').where('updateId', '=', updateId).where('lastReceived', '=', lastReceived),
    )(),
    insert: queries.events.insert(),
    join: joinEvents,
    sizeOf: ({ firstReceived, lastReceived }) => lastReceived - firstReceived + 1,
    mayJoin: (row, { firstReceived }) => firstReceived === row.lastReceived + 1,
  }
  return {
    journal,
    events,
    next: statement(() =>
      db
        .selectFrom('updates')
        .select('id as updateId')
        .where('endedAt', 'is not', null)
        .where('compactedAt', 'is', null)
        .limit(1),
    )(),
    /** Unless late events came meanwhile. */
    done: statement(({ updateId }: ByUpdate) =>
      db
        .updateTable('updates')
        .set((eb) => ({ compactedAt: eb.ref('endedAt') }))
        .where('id', '=', updateId)
        .where(({ not, exists, selectFrom }) =>
          not(exists(selectFrom('eventBatches').select('updateId').where('updateId', '=', updateId).where(isPlain))),
        ),
    )(),
  }
}
