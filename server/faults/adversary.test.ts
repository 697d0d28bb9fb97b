import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { clockWithoutQueue, peakMB } from '#testing/processReadings.ts'
import type { Orders } from '#testing/servers/adversary.ts'
import { type PostgresServer, startPostgres } from '#testing/servers/postgresServer.ts'
import { type ServerProcess, startServerProcess } from '#testing/servers/serverProcess.ts'
import { STACK, target, underAttack } from '#testing/servers/underAttack.ts'
import { bigState } from '#testing/states/bigState.ts'
import type { Run } from '#mocks/cli.ts'

/** `npm run test:adversary -- --seconds 300 --seed 7 --state 84 --postgres`; every test run uses the short form. */
const env = process.env
const isLong = env['HOLDFAST_ADVERSARY'] === 'long'
const SECONDS = Number(env['HOLDFAST_ADVERSARY_SECONDS'] ?? (isLong ? 180 : 8))
const SEED = Number(env['HOLDFAST_ADVERSARY_SEED'] ?? (isLong ? Date.now() % 1_000_000 : 20_261_124))
/** Parsed on the serving thread instead of beside it, such a state stops an update for about a second. */
const STATE_MB = Number(env['HOLDFAST_ADVERSARY_STATE_MB'] ?? 25)
const isPostgres = env['HOLDFAST_ADVERSARY_POSTGRES'] === 'on'

vi.setConfig({ testTimeout: 120_000 + SECONDS * 2_000, hookTimeout: 180_000 })

/** Maximum memory of the server process with such a state, in MB. */
const MAX_RSS_MB = STATE_MB > 30 ? 900 : 600
/** Maximum time for a call of the update and for a health check, on a quiet machine. Only the long form has one. */
const MAX_MS = 250
/**
 * On a busy one, twice as much, or this many times the slowest of the same calls without an adversary. Either alone is no
 * limit: on a quiet machine the calls without an adversary take a few ms, on a busy one each call may take longer.
 */
const MAX_RATIO = 15

const TYPE = 'aws:s3/bucket:Bucket'
const KB = 1000

let data: string
let server: ServerProcess
let postgres: PostgresServer | undefined
let run: Run
let orders: Omit<Orders, 'seed'>

beforeAll(async () => {
  data = await mkdtemp(path.join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'holdfast-adversary-'))
  if (isPostgres) postgres = await startPostgres()
  server = await startServerProcess({
    HOLDFAST_DATA: data,
    ...(postgres && { HOLDFAST_DATABASE_URL: await postgres.createDatabase(), HOLDFAST_MASTER_KEY: '5'.repeat(64) }),
  })
  const attacked = await target(server, STATE_MB * KB)
  run = attacked.run
  orders = attacked.orders
})
afterAll(async () => {
  await server.remove()
  await postgres?.stop()
  await rm(data, { recursive: true, force: true })
})

type Times = Record<'renewal' | 'journal' | 'events' | 'checkpoint' | 'health', number[]>

/** The update of an operator works for a while, and times each of its calls. None may be refused. */
async function work(ms: number, made: string[]): Promise<Times> {
  const times: Times = { renewal: [], journal: [], events: [], checkpoint: [], health: [] }
  const timed = async (kind: keyof Times, call: () => Promise<unknown>) => {
    const took = clockWithoutQueue(server.pid() ?? 0)
    await call()
    times[kind].push(took())
  }
  const full = await saver()
  const until = performance.now() + ms
  const each = async (everyMs: number, once: () => Promise<unknown>) => {
    while (performance.now() < until) {
      await once()
      await pause(everyMs)
    }
  }
  await Promise.all([
    each(200, () => timed('renewal', () => run.renew())),
    each(20, async () => {
      const name = `made-${made.length}`
      await timed('journal', () => run.createsMany([{ type: TYPE, name }]))
      made.push(name)
    }),
    each(100, () => timed('events', () => run.says('working'))),
    each(300, () => timed('checkpoint', full)),
    each(50, () => timed('health', async () => (await fetch(`${server.url}/healthz`)).text())),
  ])
  return times
}

/** An update of another stack that saves its state of 300 kB in full. */
async function saver(): Promise<() => Promise<unknown>> {
  const ref = { ...STACK, stack: `saved-${saves++}` }
  const cli = server.cli()
  await cli.initStack(ref)
  const saving = await cli.start(ref, { journal: false })
  const state = bigState(300)
  return () => saving.saveFull(state)
}
let saves = 0

const most = (times: number[]) => Math.round(Math.max(...times))

describe.skipIf(process.platform !== 'linux')('a reader who sends, holds, repeats and abandons at random', () => {
  it(`cannot stop an update (seed ${SEED}, ${SECONDS} s, ${STATE_MB} MB, ${isPostgres ? 'PostgreSQL' : 'SQLite'})`, async () => {
    const made: string[] = []
    const control = await work(Math.min(SECONDS * 250, 20_000), made)
    const { value: attacked, deeds } = await underAttack({ ...orders, seed: SEED }, () => work(SECONDS * 1000, made))
    const peak = Math.round(peakMB(server.pid() ?? 0))

    const kinds = Object.keys(attacked) as (keyof Times)[]
    const summary = kinds.map((kind) => `${kind} ${most(control[kind])} → ${most(attacked[kind])} ms`).join(', ')
    const report = `seed ${SEED}: ${summary}; peak ${peak} MB; ${JSON.stringify(deeds)}`
    if (isLong) process.stdout.write(`${report}\n`)
    expect(Object.keys(deeds.acts).length, report).toBeGreaterThan(2)
    for (const kind of kinds) {
      const allowed = isLong ? MAX_MS : Math.max(2 * MAX_MS, MAX_RATIO * most(control[kind]))
      expect(most(attacked[kind]), `${kind}; ${report}`).toBeLessThan(allowed)
    }
    expect(peak, report).toBeLessThan(MAX_RSS_MB)
    expect(deeds.answers['500'] ?? 0, report).toBe(0)

    await run.complete()
    const { deployment } = await server.cli().exportState(STACK)
    const kept = (deployment.resources ?? []).map(({ urn }) => urn.split('::').at(-1))
    expect(kept).toHaveLength(made.length)
    expect(new Set(kept)).toEqual(new Set(made))
  })
})
