import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { STACK, testService } from '#testing/service.ts'
import { type PostgresServer, startPostgres } from '#testing/servers/postgresServer.ts'
import type { Store } from '#server/store/port.ts'
import type { Run } from '#mocks/cli.ts'
import { entriesByRun } from '#server/ui/access/auditRuns.ts'
import { openPostgresStore } from './postgres.ts'

let server: PostgresServer
let store: Store
let run: Run
beforeAll(async () => {
  server = await startPostgres()
  store = await openPostgresStore({ url: await server.createDatabase() })
  const cli = (await testService({ store })).cli()
  await cli.initStack(STACK)
  run = await cli.start(STACK)
})
afterAll(async () => {
  await store.close()
  await server.stop()
})

/**
 * How often a call waits for the database, at the most: statements that are sent while others are on their way count
 * once. Each time, the call waits for a turn of the serving thread, and the update's other calls wait for its stack.
 */
async function waitsOf(call: () => Promise<unknown>): Promise<number> {
  let [waits, onTheirWay] = [0, 0]
  await watching(call, async (send) => {
    if (onTheirWay++ === 0) waits += 1
    try {
      return await send()
    } finally {
      onTheirWay -= 1
    }
  })
  return waits
}

/** Runs a call while each statement that it sends goes through `pass`. */
async function watching(
  call: () => Promise<unknown>,
  pass: (send: () => Promise<unknown>, text: string) => Promise<unknown>,
): Promise<void> {
  const send = Object.getOwnPropertyDescriptor(pg.Client.prototype, 'query')?.value as (
    this: pg.Client,
    ...args: unknown[]
  ) => Promise<unknown>
  const counted: typeof send = async function (...args) {
    // The clock is read once a second, on behalf of all calls.
    if (String(args[0]).includes('clock_timestamp')) return send.apply(this, args)
    return pass(() => send.apply(this, args), JSON.stringify(args[0]))
  }
  const spy = vi.spyOn(pg.Client.prototype as unknown as { query: typeof send }, 'query').mockImplementation(counted)
  await call()
  spy.mockRestore()
}

describe('waits for PostgreSQL of a call of a running update', () => {
  it.each<[string, number, () => Promise<unknown>]>([
    ['a renewal', 7, () => run.renew()],
    ['journal entries', 4, () => run.createsMany([{ type: 'aws:s3/bucket:Bucket', name: 'logs' }])],
    ['events', 5, () => run.says('working')],
  ])('%s: at most %i times', async (_, times, call) => {
    await call() // connections are opened
    expect(await waitsOf(call)).toBeLessThanOrEqual(times)
  })
})

it('who was refused is asked once for a page, however many stacks are held', async () => {
  const cli = (await testService({ store })).cli()
  for (const stack of ['one', 'two', 'three']) {
    await cli.initStack({ ...STACK, stack })
    await cli.start({ ...STACK, stack })
  }
  let asked = 0
  await watching(
    async () => {
      const listings = await store.read((reader) => reader.stacks({ project: STACK.project }))
      const listed = await store.read((reader) => reader.listedStacks(listings.map(({ id }) => id)))
      expect(listed.filter(({ holderId }) => holderId !== null).length).toBeGreaterThanOrEqual(3)
    },
    (send, text) => {
      if (text.includes('leaseLog') && text.includes('refused')) asked += 1
      return send()
    },
  )
  expect(asked).toBe(1)
})

it('a page of the audit log asks once for the starts, and once for the ends, that are on other pages', async () => {
  const STACKS = 4
  await store.write(async (writer) => {
    const row = { login: 'ada', tokenName: null, address: null, requestId: '', at: 1, stack: null }
    const about = ([action, detail]: readonly [string, string]) =>
      Promise.all(
        Array.from({ length: STACKS }, (_, n) =>
          writer.appendAudit({ ...row, action, detail, stackId: `audited-${n}` }),
        ),
      )
    for (const entry of [
      ['update.start', 'update 1'],
      ['update.start', 'update 2'],
      ['update.end', 'update 1: succeeded'],
      ['update.end', 'update 2: succeeded'],
    ] as const)
      await about(entry)
  })
  let asked = 0
  let actions: string[] = []
  await watching(
    async () => {
      // The ends of the second update alone; then the starts of both, whose ends are on newer pages.
      const newest = await store.read((reader) =>
        entriesByRun(reader, { login: 'ada' }, { before: undefined, limit: STACKS }),
      )
      const before = newest.at(-1)?.id ?? 0
      const older = await store.read((reader) => entriesByRun(reader, { login: 'ada' }, { before, limit: STACKS * 4 }))
      actions = [...newest, ...older].map(({ action, started }) => `${action} ${started?.detail}`)
    },
    (send, text) => {
      if (/from \\"audit\\"/.test(text)) asked += 1
      return send()
    },
  )
  expect(actions).toEqual([2, 1].flatMap((n) => Array(STACKS).fill(`update.end update ${n}`)))
  expect(asked).toBeLessThanOrEqual(4)
})
