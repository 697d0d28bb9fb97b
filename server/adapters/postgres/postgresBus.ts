import { type Kysely, sql } from 'kysely'
import pg from 'pg'
import { LiveEvent } from '#contract/events.ts'
import type { Log } from '#server/deps.ts'
import { type LiveBus, type LiveNews, notifyListeners } from '#server/live.ts'
import { compileOnly } from './postgres.ts'
import { readTransaction, wasCommitted, writeTransaction } from './postgresConnection.ts'
import { createPool } from './postgresPool.ts'
import { type Args, rowOf } from '../sql/session.ts'
import { raw, statement } from '../sql/statement.ts'
import type { Tables } from '../sql/tables.ts'

const CHANNEL = 'holdfast_news'
/** Maximum delay of another process's events if their notification was lost; milliseconds. */
const POLL_MS = 2_000
const PATIENCE_MS = 5_000
const PAGE = 500
/** Rows kept for processes that lag behind; one that lags further sees a gap in the numbers and reloads everything. */
const KEPT = 5_000
/**
 * Maximum number of events that wait while the database is away. Beyond it, only their number is kept: a gap, with the
 * same effect.
 */
const MAX_WAITING = 1_000

/** Events that a running update sends many times a second; the delay of batching them is not noticeable. */
const GATHERED: ReadonlySet<LiveNews['type']> = new Set(['progress', 'log'])
const GATHER_MS = 50

type Options = {
  /** Address of a database that `openPostgresStore` has opened before. */
  url: string
  log: Pick<Log, 'warn' | 'error'>
  /** Polling interval in milliseconds; for tests. */
  pollMs?: number
}

/**
 * Opens the live bus of one of several processes on one database: events that any process publishes reach the listeners
 * of all, in one order and numbered without gaps. A notification is only a wake-up; events are read by number. No event
 * is delivered before it is numbered, so none while the database is away.
 */
export async function openPostgresBus({
  url,
  log,
  pollMs = POLL_MS,
}: Options): Promise<LiveBus & { close(): Promise<void> }> {
  const statements = createStatements(compileOnly())
  const pool = createPool({ url, max: 2, patienceMs: PATIENCE_MS })
  const listeners = new Set<(event: LiveEvent) => void>()
  const outbox = createOutbox()
  const inbox = await openInbox(pool, statements, {
    deliver: (event) => notifyListeners(listeners, event, log),
    // No client may mistake a new event for one it already knows.
    onReset: (by) => outbox.skip(by + 1),
  })
  const rounds = createRounds(async () => {
    await outbox.send((batch, gap) => numberEvents(pool, statements, batch, gap))
    await inbox.receive()
    return !outbox.isEmpty()
  }, log)
  const ear = createEar(url, (last) => {
    if (last > inbox.position()) rounds.start()
  })
  await ear.listen()
  const timer = setInterval(() => {
    if (ear.isOpen()) rounds.start()
    else void ear.listen().then(rounds.start)
  }, pollMs).unref()
  let closing: Promise<void> | undefined

  return {
    publish(news) {
      const text = JSON.stringify(news)
      const isGathered = GATHERED.has(news.type)
      if (isGathered && outbox.has(text)) return // one pending message is enough to mark data stale
      outbox.add(text)
      if (isGathered) rounds.startSoon()
      else rounds.start()
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    seq: inbox.position,
    listeners: () => listeners.size,
    /** Sends the waiting events, if possible. */
    close: () =>
      (closing ??= (async () => {
        clearInterval(timer)
        await rounds.end({ once: !outbox.isEmpty() })
        await ear.close()
        await pool.end()
      })()),
  }
}

/** Events that wait for their numbers, and the size of the gap to leave before them. */
function createOutbox() {
  let waiting: string[] = []
  let skipped = 0
  return {
    isEmpty: () => waiting.length === 0,
    has: (text: string) => waiting.includes(text),
    add(text: string): void {
      if (waiting.length >= MAX_WAITING) {
        waiting.shift()
        skipped += 1
      }
      waiting.push(text)
    },
    skip: (count: number) => void (skipped = count),
    /** Takes the next events, and keeps them if they cannot be numbered. */
    async send(number: (batch: readonly string[], gap: number) => Promise<void>): Promise<void> {
      const batch = waiting.splice(0, PAGE)
      const gap = skipped
      if (batch.length + gap === 0) return
      skipped = 0
      try {
        await number(batch, gap)
      } catch (error) {
        waiting = [...batch, ...waiting]
        skipped += gap
        throw error
      }
    },
  }
}

type InboxEvents = {
  deliver(event: LiveEvent): void
  /** The counter was set back by so much, by a crash or a restored backup. */
  onReset(by: number): void
}

/** Receives the events of all processes in the order of their numbers. */
async function openInbox(pool: pg.Pool, statements: Statements, { deliver, onReset }: InboxEvents) {
  const lookUp = (after: number) =>
    readTransaction(pool, (session) =>
      Promise.all([session.rows(statements.counter(), {}), session.rows(statements.after(), { after, limit: PAGE })]),
    )
  /** Number of the last event delivered here. */
  let position = (await lookUp(Number.MAX_SAFE_INTEGER))[0][0]?.seq ?? 0
  return {
    position: () => position,
    /** Delivers the events numbered since. */
    async receive(): Promise<void> {
      for (;;) {
        const [counter, rows] = await lookUp(position)
        const last = counter[0]?.seq ?? 0
        if (last < position) onReset(position - last)
        for (const { seq, text } of rows) {
          position = seq
          const event = LiveEvent.safeParse({ ...(JSON.parse(text) as object), seq })
          if (event.success) deliver(event.data) // otherwise sent by a newer process: a gap
        }
        if (rows.length < PAGE) return
      }
    },
  }
}

/** Numbers events. The counter's row stays locked until the commit, so numbers become visible in order. */
const numberEvents = (pool: pg.Pool, statements: Statements, batch: readonly string[], gap: number): Promise<void> =>
  writeTransaction(
    pool,
    async (session) => {
      const [, raised] = await Promise.all([
        session.rows(RELAXED, {}),
        session.rows(statements.raise(), { count: batch.length + gap }),
      ])
      const last = raised[0]?.seq ?? 0
      const first = last - batch.length + 1
      await Promise.all([
        session.runEach(
          statements.insert(),
          batch.map((text, index) => ({ seq: first + index, text })),
        ),
        session.run(statements.prune(), { upTo: last - KEPT }),
        session.rows(statements.notify(), { last: String(last) }),
      ])
    },
    (id) => wasCommitted(pool, id),
  )

/** Runs one round at a time; a start during a round makes another one follow. A round returns whether more is to be done. */
function createRounds(round: () => Promise<boolean>, log: Options['log']) {
  let isAsked = false
  let running: Promise<void> | undefined
  let isAway = false
  let gathering: NodeJS.Timeout | undefined

  function start(): void {
    isAsked = true
    running ??= run().finally(() => {
      running = undefined
      if (isAsked && !isAway) start()
    })
  }
  async function run(): Promise<void> {
    try {
      while (isAsked) {
        isAsked = false
        if (await round()) isAsked = true
      }
      isAway = false
    } catch (error) {
      if (!isAway) log.warn({ error: String(error) }, 'live news waits for the database')
      isAway = true // the next poll retries
    }
  }

  return {
    start,
    startSoon(): void {
      gathering ??= setTimeout(() => {
        gathering = undefined
        start()
      }, GATHER_MS).unref()
    },
    /** Waits for the current round; `once`: for one more, unless the database is away. */
    async end({ once }: { once: boolean }): Promise<void> {
      clearTimeout(gathering)
      if (once && !isAway) start()
      await running
    },
  }
}

/** A connection on which other processes say the number of their last event. */
function createEar(url: string, onNumber: (last: number) => void) {
  let ear: pg.Client | undefined
  return {
    isOpen: () => ear !== undefined,
    async listen(): Promise<void> {
      const client = new pg.Client({ connectionString: url, application_name: 'holdfast news', keepAlive: true })
      const forget = () => {
        if (ear === client) ear = undefined
      }
      ear = client
      client.on('error', forget)
      client.on('end', forget)
      client.on('notification', ({ payload }) => onNumber(Number(payload)))
      try {
        await client.connect()
        await client.query(`listen ${CHANNEL}`)
      } catch {
        forget()
        await client.end().catch(() => undefined)
      }
    },
    async close(): Promise<void> {
      await ear?.end().catch(() => undefined)
    },
  }
}

/** Events do not wait for the disk: if a crash of the database loses some, the jump in the numbers reveals it. */
const RELAXED = { sql: `select set_config('synchronous_commit', 'off', true)`, values: () => [] }

type Statements = ReturnType<typeof createStatements>
const createStatements = (db: Kysely<Tables>) => ({
  counter: statement(() => db.selectFrom('newsCounter').select('seq')),
  raise: statement((arg: Args<{ count: number }>) =>
    db
      .updateTable('newsCounter')
      .set((eb) => ({ seq: eb('seq', '+', arg('count')) }))
      .returning('seq'),
  ),
  insert: statement((arg: Args<Tables['news']>) => db.insertInto('news').values(rowOf(arg, ['seq', 'text']))),
  after: statement((arg: Args<{ after: number; limit: number }>) =>
    db.selectFrom('news').select(['seq', 'text']).where('seq', '>', arg('after')).orderBy('seq').limit(arg('limit')),
  ),
  prune: statement((arg: Args<{ upTo: number }>) => db.deleteFrom('news').where('seq', '<=', arg('upTo'))),
  notify: statement((arg: Args<{ last: string }>) =>
    raw(db, sql<{ sent: string }>`select pg_notify(${sql.lit(CHANNEL)}, ${arg('last')}) as "sent"`),
  ),
})
