import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { Run } from '#mocks/cli.ts'
import { CliRefusal } from '#mocks/cliCalls.ts'
import type { Orders } from '#testing/servers/adversary.ts'
import { isLong } from '#testing/servers/faults.ts'
import { ALL_SPACE, limitFiles, NO_SPACE } from '#testing/servers/limitFiles.ts'
import { type ServerProcess, startServerProcess } from '#testing/servers/serverProcess.ts'
import { STACK, target, underAttack } from '#testing/servers/underAttack.ts'

vi.setConfig({ testTimeout: 240_000, hookTimeout: 60_000 })

const ROUNDS = isLong ? 20 : 2
const HOUR_MS = 3_600_000
const TYPE = 'aws:s3/bucket:Bucket'

let server: ServerProcess
let run: Run
let orders: Omit<Orders, 'seed'>
const made: string[] = []

beforeAll(async () => {
  server = await startServerProcess()
  const attacked = await target(server, 2_000)
  run = attacked.run
  orders = attacked.orders
})
afterAll(() => server.remove())

async function makesOne(): Promise<void> {
  const name = `made-${made.length}`
  await run.does('creating', { type: TYPE, name })
  made.push(name)
}

/** A create that is reported while the disk is full, which it is until another write was refused. */
async function worksOnFullDisk(): Promise<void> {
  const name = `made-${made.length}`
  const open = await run.begin('creating', { type: TYPE, name })
  await limitFiles(server.pid(), NO_SPACE)
  let isAnswered = false
  const ends = open.succeeds().finally(() => (isAnswered = true))
  const refused = server.cli().initStack({ ...STACK, stack: `refused-${made.length}` })
  await expect(refused).rejects.toMatchObject({ status: 503 })
  expect(isAnswered).toBe(false)
  await limitFiles(server.pid(), ALL_SPACE)
  await ends
  made.push(name)
}

/** No one else gets the lease when the clock jumps, and its holder goes on. */
async function worksAcrossJump(ms: number): Promise<void> {
  await server.jump(ms)
  await expect(server.cli().start(STACK)).rejects.toBeInstanceOf(CliRefusal)
  await run.renew()
  await makesOne()
}

// Only Linux can limit the file size of a running process.
describe.runIf(process.platform === 'linux')('a reader who attacks while the server is in trouble', () => {
  it.each(Array.from({ length: ROUNDS }, (_, round) => 20_261_124 + round))(
    'costs no update a step or its lease: full disk, clock an hour ahead and back (seed %i)',
    async (seed) => {
      const { deeds } = await underAttack({ ...orders, seed }, async () => {
        await makesOne()
        await worksOnFullDisk()
        await worksAcrossJump(HOUR_MS)
        await worksOnFullDisk()
        await worksAcrossJump(-HOUR_MS)
        await makesOne()
      })
      expect(Object.keys(deeds.acts).length, JSON.stringify(deeds)).toBeGreaterThan(2)
      expect(deeds.answers['500'] ?? 0, JSON.stringify(deeds)).toBe(0)
    },
  )

  it('leaves the state with everything that was reported, once', async () => {
    await run.complete()
    const { deployment } = await server.cli().exportState(STACK)
    expect(deployment.resources?.map(({ urn }) => urn.split('::').at(-1))).toEqual(made)
    expect(deployment.pending_operations ?? []).toEqual([])
  })
})
