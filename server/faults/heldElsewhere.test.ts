import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { HOLD, REFUSE } from '#testing/approvals/world.ts'
import { addApprover, decideOn, heldOn, heldRun, setRules, waitingOf } from '#testing/servers/heldStep.ts'
import { createOutageProxy } from '#testing/servers/outageProxy.ts'
import { type PostgresServer, startPostgres } from '#testing/servers/postgresServer.ts'
import { type ServerProcess, startServerProcess } from '#testing/servers/serverProcess.ts'

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

const OUTAGE_MS = 1_500
/** A decision that was made in another process is known here within a second; what it takes on a busy machine besides. */
const SOON_MS = 3_000

let postgres: PostgresServer
let way: Awaited<ReturnType<typeof createOutageProxy>>
/** Two processes on one database, the first of them through a proxy. */
let here: ServerProcess
let there: ServerProcess
let ada = ''
let bob = ''
beforeAll(async () => {
  postgres = await startPostgres()
  const url = new URL(await postgres.createDatabase())
  way = await createOutageProxy({ host: url.hostname, port: Number(url.port) })
  const settings = { HOLDFAST_MASTER_KEY: '5'.repeat(64), HOLDFAST_PUBLIC_URL: 'http://localhost:8080' }
  there = await startServerProcess({ ...settings, HOLDFAST_DATABASE_URL: url.href })
  url.hostname = '127.0.0.1'
  url.port = String(way.port)
  here = await startServerProcess({ ...settings, HOLDFAST_DATABASE_URL: url.href })
  ada = await addApprover(there, 'ada')
  bob = await addApprover(here, 'bob')
  await setRules(there, [HOLD])
})
afterAll(async () => {
  await Promise.all([here.remove(), there.remove()])
  await way.close()
  await postgres.stop()
})

describe('a step that is held by one process', () => {
  it('goes on as soon as it is allowed through another one', async () => {
    const { begun, run, pending } = await heldRun(here, 'elsewhere')
    const id = await heldOn(there, 'elsewhere')
    const since = performance.now()
    await decideOn(there, 'elsewhere', id, ada)
    expect(await begun).toBe('stored')
    expect(performance.now() - since).toBeLessThan(SOON_MS)
    expect(await pending()).toBe(1)
    await run.complete('failed')
  })

  it('is decided once, though two users decide at once through two processes', async () => {
    const { begun, run } = await heldRun(here, 'twice')
    const id = await heldOn(there, 'twice')
    const answers = await Promise.allSettled([
      decideOn(there, 'twice', id, ada, true),
      decideOn(here, 'twice', id, bob, false),
    ])
    expect(answers.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    expect(await begun).toMatch(answers[0]?.status === 'fulfilled' ? /^stored/ : /bob refused deleting data/)
    expect(await waitingOf(there, 'twice')).toEqual([])
    await run.complete('failed')
  })

  it('waits through an outage of the database, and finds the decision', async () => {
    const { begun, run, pending } = await heldRun(here, 'outage')
    const id = await heldOn(there, 'outage')
    await way.close()
    await decideOn(there, 'outage', id, ada)
    await wait(OUTAGE_MS)
    await way.open()
    expect(await begun).toBe('stored')
    expect(await pending()).toBe(1)
    await run.complete('failed')
  })

  it('is refused as soon as a rule refuses it that was saved through another one', async () => {
    const { begun, run } = await heldRun(here, 'stricter')
    await heldOn(there, 'stricter')
    await setRules(there, [REFUSE])
    expect(await begun).toContain('does not allow deleting data')
    await run.complete('failed')
  })
})

it('rules that are saved through one process hold in another one within five seconds', async () => {
  await setRules(there, [])
  let runs = 0
  const told = async () => {
    const { begun, run } = await heldRun(here, `free-${(runs += 1)}`)
    const answer = await begun // refused by the rule of the test before, as long as it is known here
    await run.complete('failed')
    return answer
  }
  await expect.poll(told, { timeout: 6_000 }).toBe('stored')
})
