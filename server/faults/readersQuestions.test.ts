import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { Run } from '#mocks/cli.ts'
import { peakMB } from '#testing/processReadings.ts'
import { readersToken } from '#testing/servers/readersToken.ts'
import { type ServerProcess, startServerProcess } from '#testing/servers/serverProcess.ts'
import { bigState, bucketUrn } from '#testing/states/bigState.ts'

/**
 * What readers ask of a large state against an operator's update. Numbers of answers and their order are compared, and
 * memory with that of one question in the same run: no times, which depend on the machine.
 */
vi.setConfig({ testTimeout: 120_000 })

const BIG = { org: 'organization', project: 'shop', stack: 'big' }
const AT = '/api/ui/stacks/organization/shop/big'
/** Of 1 kB each: enough for the thread. */
const RESOURCES = 10_000
const STATE = bigState(RESOURCES)

let server: ServerProcess
let reader: string
let run: Run

beforeAll(async () => {
  server = await startServerProcess()
  reader = await readersToken(server)
  const cli = server.cli()
  await cli.initStack(BIG)
  await cli.importState(BIG, STATE)
  const saved = { ...BIG, stack: 'saved' }
  await cli.initStack(saved)
  run = await cli.start(saved, { journal: false })
})
afterAll(() => server.remove())

const ask = (path: string, { body, signal }: { body?: unknown; signal?: AbortSignal } = {}) =>
  fetch(`${server.url}${AT}${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { authorization: `token ${reader}`, 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    ...(signal && { signal }),
  })
/** A question of its own for each number. */
const question = (number: number) => ask(`/resource?urn=${encodeURIComponent(`none-${number}`)}`)

describe.skipIf(process.platform !== 'linux')('the questions of a reader about a large state', () => {
  it('take the memory of a few however many are sent, and are refused beyond the share', async () => {
    await question(-1)
    await question(-2)
    const before = peakMB(server.pid() ?? 0)
    const answers = await Promise.all(Array.from({ length: 120 }, (_, number) => question(number)))
    const refused = answers.filter(({ status }) => status === 429)
    expect(refused.length).toBeGreaterThan(20)
    expect(refused.length).toBeLessThan(120)
    expect(answers.filter(({ status }) => status !== 429 && status !== 404)).toEqual([])
    for (const { headers } of refused) expect(headers.get('retry-after')).toBe('5')
    const texts = (peakMB(server.pid() ?? 0) - before) / (RESOURCES / 1_000)
    expect(texts).toBeLessThan(12)
  })

  it('are all answered when they are the same, however many', async () => {
    const answers = await Promise.all(Array.from({ length: 120 }, () => ask('/graph')))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
  })

  it('do not keep an update waiting, and end with their caller', async () => {
    const hash = createHash('sha256').update(JSON.stringify(STATE)).digest('hex')
    const leaving = new AbortController()
    const full = Promise.withResolvers<void>()
    let answered = 0
    const plan = async (number: number) => {
      const targets = Array.from({ length: 4_000 }, (_, at) => ({ urn: bucketUrn(number + at) }))
      const operation = { do: 'delete', targets, withDependents: true }
      const body = { basis: { version: 1, hash }, operation }
      const { status } = await ask('/edits/plan', { body, signal: leaving.signal })
      if (status === 429) full.resolve()
      else answered += 1
    }
    const plans = Promise.allSettled(Array.from({ length: 24 }, (_, number) => plan(number)))
    await full.promise
    await run.saveFull(STATE)
    expect(answered).toBeLessThan(12)
    leaving.abort()
    await plans
    await expect.poll(async () => (await question(1_000)).status).toBe(404) // the server learns of it a moment later
  })
})
