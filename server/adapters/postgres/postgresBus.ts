import { type Kysely, sql } from 'kysely'
import pg from 'pg'
import { LiveEvent } from '#contract/events.ts'
import type { Log } from '#server/deps.ts'
import { type LiveBus, type LiveNews, notifyListeners } from '#server/live.ts'
import { compileOnly } from './postgres.ts'
import { readTransaction, wasCommitted, writeTransaction } from './postgresConnection.ts'
import { createPool } from './postgresPool.ts'
import { type Args, rowOf } from '../sql/session.ts'
import { statement } from '../sql/statement.ts'
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
  const lookUp = (after: number) =>
    readTransaction(pool, (session) =>
      Promise.all([session.rows(statements.counter(), {}), session.rows(statements.after(), { after, limit: PAGE })]),
    )
  /** Number of the last event delivered here. */
  let position = (await lookUp(Number.MAX_SAFE_INTEGER))[0][0]?.seq ?? 0
  let waiting: string[] = []
  let skipped = 0

  /**
   * Numbers the waiting events. The counter's row stays locked until the commit, so numbers become visible in order.
   */
  async function send(): Promise<void> {
    const batch = waiting.splice(0, PAGE)
    const gap = skipped
    if (batch.length + gap === 0) return
    skipped = 0
    try {
      await writeTransaction(
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
    } catch (error) {
      waiting = [...batch, ...waiting]
      skipped += gap
      throw error
    }
  }

  /** Delivers the events numbered since. */
  async function receive(): Promise<void> {
    for (;;) {
      const [counter, rows] = await lookUp(position)
      const last = counter[0]?.seq ?? 0
      // The counter was reset by a crash or a restored backup: no client may mistake a new event for one it already
      // knows.
      if (last < position) skipped = position - last + 1
      for (const { seq, text } of rows) {
        position = seq
        const event = LiveEvent.safeParse({ ...(JSON.parse(text) as object), seq })
        if (event.success) notifyListeners(listeners, event.data, log) // otherwise sent by a newer process: a gap
      }
      if (rows.length < PAGE) return
    }
  }

  let isAsked = false
  let working: Promise<void> | undefined
  let isAway = false

  /** One run at a time; a call during a run makes it run once more. */
  function wake(): void {
    isAsked = true
    working ??= work().finally(() => {
      working = undefined
      if (isAsked && !isAway) wake()
    })
  }
  async function work(): Promise<void> {
    try {
      while (isAsked) {
        isAsked = false
        await send()
        await receive()
        if (waiting.length > 0) isAsked = true
      }
      isAway = false
    } catch (error) {
      if (!isAway) log.warn({ error: String(error) }, 'live news waits for the database')
      isAway = true // the next poll retries
    }
  }

  let gathering: NodeJS.Timeout | undefined
  function wakeSoon(): void {
    gathering ??= setTimeout(() => {
      gathering = undefined
      wake()
    }, GATHER_MS).unref()
  }

  let ear: pg.Client | undefined
  async function listen(): Promise<void> {
    const client = new pg.Client({ connectionString: url, application_name: 'holdfast news', keepAlive: true })
    const forget = () => {
      if (ear === client) ear = undefined
    }
    ear = client
    client.on('error', forget)
    client.on('end', forget)
    client.on('notification', ({ payload }) => {
      if (Number(payload) > position) wake()
    })
    try {
      await client.connect()
      await client.query(`listen ${CHANNEL}`)
    } catch {
      forget()
      await client.end().catch(() => undefined)
    }
  }

  await listen()
  const timer = setInterval(() => {
    if (ear === undefined) void listen().then(wake)
    else wake()
  }, pollMs).unref()
  let closing: Promise<void> | undefined

  return {
    publish(news) {
      const text = JSON.stringify(news)
      const isGathered = GATHERED.has(news.type)
      if (isGathered && waiting.includes(text)) return // one pending message is enough to mark data stale
      if (waiting.length >= MAX_WAITING) {
        waiting.shift()
        skipped += 1
      }
      waiting.push(text)
      if (isGathered) wakeSoon()
      else wake()
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    seq: () => position,
    listeners: () => listeners.size,
    /** Sends the waiting events, if possible. */
    close: () =>
      (closing ??= (async () => {
        clearInterval(timer)
        clearTimeout(gathering)
        if (waiting.length > 0 && !isAway) wake()
        await working
        await ear?.end().catch(() => undefined)
        await pool.end()
      })()),
  }
}

/** Events do not wait for the disk: if a crash of the database loses some, the jump in the numbers reveals it. */
const RELAXED = { sql: `select set_config('synchronous_commit', 'off', true)`, values: () => [] }

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
  notify: statement((arg: Args<{ last: string }>) => ({
    compile: () => sql<{ sent: string }>`select pg_notify(${sql.lit(CHANNEL)}, ${arg('last')}) as "sent"`.compile(db),
  })),
})
