import { type Kysely, sql } from 'kysely'
import type { EventReader, EventRow, EventWriter, InSequence } from '#server/store/port/events.ts'
import { firstOfEach, packed, unpacked } from './batch.ts'
import { type Args, rowOf, type Session } from './session.ts'
import { each, raw, statement } from './statement.ts'
import type { EventBatchRow, Tables } from './tables.ts'

type ByUpdate = { updateId: string }
type After = ByUpdate & { after: number; limit: number }
type Batch = Pick<EventBatchRow, 'firstReceived' | 'receivedAt' | 'late' | 'highest' | 'data'>
type Sent = { sequence: number; text: string; isLine?: boolean }
/** The numbering of events: by receipt, or as a line of the log. */
type By = 'received' | 'line'

const COLUMNS = [
  'updateId',
  'firstReceived',
  'lastReceived',
  'lowest',
  'highest',
  'lines',
  'lastLine',
  'receivedAt',
  'late',
  'data',
] as const
const READ = ['firstReceived', 'receivedAt', 'late', 'highest', 'data'] as const

/**
 * Maximum number of events in a batch, so that reading one event unpacks no more than these, however many a client
 * sends together.
 */
const MAX_PACKED = 200
/** Number of batches read at once, until a page is full. */
const BATCHES = 16

export type EventStatements = ReturnType<typeof createEventStatements>

export const createEventStatements = (db: Kysely<Tables>) => ({ ...appendStatements(db), ...pageStatements(db) })

function appendStatements(db: Kysely<Tables>) {
  const batches = db.selectFrom('eventBatches')
  return {
    /**
     * Does nothing if another batch contains events with these sequence numbers: then the caller has to compare them.
     */
    append: statement((row: Args<EventBatchRow>) =>
      raw(
        db,
        sql`insert into "eventBatches" (${sql.join(COLUMNS.map((column) => sql.ref(column)))})
          select ${sql.join(COLUMNS.map((column) => row(column)))}
          where not exists (select 1 from "eventBatches" where "updateId" = ${row('updateId')}
            and "highest" >= ${row('lowest')} and "lowest" <= ${row('highest')})`,
      ),
    ),
    insert: statement((arg: Args<EventBatchRow>) => db.insertInto('eventBatches').values(rowOf(arg, COLUMNS))),
    overlapping: statement((arg: Args<Pick<EventBatchRow, 'updateId' | 'lowest' | 'highest'>>) =>
      batches
        .select(READ)
        .where('updateId', '=', arg('updateId'))
        .where('highest', '>=', arg('lowest'))
        .where('lowest', '<=', arg('highest')),
    ),
    last: statement((arg: Args<ByUpdate>) =>
      batches
        .select(['lastReceived', 'lastLine'])
        .where('updateId', '=', arg('updateId'))
        .orderBy('lastReceived', 'desc')
        .limit(1),
    ),
  }
}

function pageStatements(db: Kysely<Tables>) {
  const batches = db.selectFrom('eventBatches')
  return {
    /** The lines in batches that have only lower sequence numbers. */
    linesBelow: statement((arg: Args<ByUpdate & { sequence: number }>) =>
      batches
        .select((eb) => eb.fn.sum<number>('lines').as('lines'))
        .where('updateId', '=', arg('updateId'))
        .where('highest', '<', arg('sequence')),
    ),
    byReceipt: statement((arg: Args<After>) =>
      batches
        .select(READ)
        .select('lastReceived as end')
        .where('updateId', '=', arg('updateId'))
        .where('lastReceived', '>', arg('after'))
        .orderBy('lastReceived')
        .limit(arg('limit')),
    ),
    byLine: statement((arg: Args<After>) =>
      batches
        .select(READ)
        .select('lastLine as end')
        .where('updateId', '=', arg('updateId'))
        .where('lastLine', '>', arg('after'))
        .where('lines', '>', (eb) => eb.lit(0)) // a literal, not a parameter: the partial index has this condition
        .orderBy('lastLine')
        .limit(arg('limit')),
    ),
    /** Batches with numbers after `from` up to `upTo`, by their highest sequence number. */
    bySequence: each((by: By) =>
      statement((arg: Args<ByUpdate & InSequence>) =>
        batches
          .select(READ)
          .where('updateId', '=', arg('updateId'))
          .where('highest', '>', arg('after'))
          .$if(by === 'received', (query) =>
            query.where('lastReceived', '>', arg('from')).where('firstReceived', '<=', arg('upTo')),
          )
          .$if(by === 'line', (query) =>
            query
              .where('lastLine', '>', arg('from'))
              .where((eb) => eb(eb('lastLine', '-', eb.ref('lines')), '<', arg('upTo'))),
          )
          .orderBy('highest')
          .limit(arg('limit')),
      )(),
    ),
  }
}

export function sqlEventReader(session: Session, statements: EventStatements): EventReader {
  const last = async (updateId: string) => (await session.rows(statements.last(), { updateId }))[0]

  const page =
    (by: By) =>
    async (updateId: string, { after, limit }: { after: number; limit: number }) => {
      const query = by === 'received' ? statements.byReceipt() : statements.byLine()
      const rows: EventRow[] = []
      for (let end = after; rows.length < limit;) {
        const batches = await session.rows(query, { updateId, after: end, limit: BATCHES })
        rows.push(...batches.flatMap(eventsIn).filter((row) => numberOf(row, by) > after))
        end = batches.at(-1)?.end ?? end
        if (batches.length < BATCHES) break
      }
      return rows.slice(0, limit)
    }

  const pageBySequence = (by: By) => async (updateId: string, asked: InSequence) => {
    const { from, upTo, after, limit } = asked
    const isAsked = (row: EventRow) => row.sequence > after && numberOf(row, by) > from && numberOf(row, by) <= upTo
    const rows: EventRow[] = []
    const query = statements.bySequence(by)
    let seen = after
    for (let isAll = false; rows.length < limit && !isAll;) {
      const batches = await session.rows(query, { updateId, from, upTo, after: seen, limit: BATCHES })
      rows.push(...batches.flatMap(eventsIn).filter(isAsked))
      seen = batches.at(-1)?.highest ?? seen
      isAll = batches.length < BATCHES
    }
    const found = rows.sort(bySequence).slice(0, limit)
    const end = found.at(-1)
    if (end === undefined || end.sequence >= seen) return found
    // Batches whose highest number is beyond those read so far may start before the end of the page.
    const span = { updateId, lowest: seen + 1, highest: end.sequence }
    const others = (await session.rows(statements.overlapping(), span)).flatMap(eventsIn).filter(isAsked)
    return others.length === 0 ? found : [...found, ...others].sort(bySequence).slice(0, limit)
  }

  return {
    events: page('received'),
    logLines: page('line'),
    eventsBySequence: pageBySequence('received'),
    logLinesBySequence: pageBySequence('line'),
    lastReceived: async (updateId) => (await last(updateId))?.lastReceived ?? 0,
    logLineCount: async (updateId) => (await last(updateId))?.lastLine ?? 0,
    logLinesUpTo: async (updateId, sequence) => {
      const [below] = await session.rows(statements.linesBelow(), { updateId, sequence })
      const across = await session.rows(statements.overlapping(), { updateId, lowest: sequence, highest: sequence })
      const lines = across.flatMap(eventsIn).filter((row) => row.line !== null && row.sequence <= sequence)
      return Number(below?.lines ?? 0) + lines.length
    },
  }
}

/**
 * `hold` is given if writers run concurrently: it locks the update against further events until the end of the
 * transaction.
 */
export const sqlEventWriter = (
  session: Session,
  statements: EventStatements,
  hold?: (updateId: string) => Promise<unknown>,
): EventWriter => ({
  async appendEvents(updateId, rows, receivedAt, late) {
    // Sent without waiting for the lock; the second statement sees what was committed while the first waited.
    const [, [tail]] = await Promise.all([hold?.(updateId), session.rows(statements.last(), { updateId })])
    let last = tail ?? { lastReceived: 0, lastLine: 0 }
    let added = 0
    const about = { updateId, receivedAt, late: Number(late) }
    for (const part of parts(firstOfEach(rows, ({ sequence }) => sequence))) {
      let batch = batchOf(part, last, about)
      if ((await session.run(statements.append(), batch)) === 0) {
        const others = (await session.rows(statements.overlapping(), batch)).flatMap(eventsIn)
        const known = new Set(others.map(({ sequence }) => sequence))
        const missing = part.filter(({ sequence }) => !known.has(sequence))
        if (missing.length === 0) continue
        batch = batchOf(missing, last, about)
        await session.run(statements.insert(), batch)
      }
      added += batch.lastReceived - last.lastReceived
      last = batch
    }
    return added
  },
})

const numberOf = (row: EventRow, by: By): number => (by === 'received' ? row.received : (row.line ?? 0))
const bySequence = (a: EventRow, b: EventRow) => a.sequence - b.sequence

const parts = <T>(rows: T[]): T[][] =>
  Array.from({ length: Math.ceil(rows.length / MAX_PACKED) }, (_, index) =>
    rows.slice(index * MAX_PACKED, (index + 1) * MAX_PACKED),
  )

const NUMBERS = ['sequence', 'line'] as const

function batchOf(
  events: readonly Sent[],
  { lastReceived, lastLine }: Pick<EventBatchRow, 'lastReceived' | 'lastLine'>,
  about: Pick<EventBatchRow, 'updateId' | 'receivedAt' | 'late'>,
): EventBatchRow {
  let line = lastLine
  const rows = events.map(({ sequence, text, isLine }) => ({ sequence, text, line: isLine ? ++line : 0 }))
  const sequences = events.map(({ sequence }) => sequence)
  return {
    ...about,
    firstReceived: lastReceived + 1,
    lastReceived: lastReceived + events.length,
    lowest: Math.min(...sequences),
    highest: Math.max(...sequences),
    lines: line - lastLine,
    lastLine: line,
    data: packed(NUMBERS, rows),
  }
}

const eventsIn = ({ firstReceived, receivedAt, late, data }: Batch): EventRow[] =>
  unpacked<(typeof NUMBERS)[number]>(data).map(({ sequence, line, text }, index) => ({
    received: firstReceived + index,
    sequence,
    line: line === 0 ? null : line,
    text,
    receivedAt,
    late: late !== 0,
  }))
