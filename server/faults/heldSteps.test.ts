import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { answerOf } from '#testing/approvals/answers.ts'
import { approvalWorld, database, HOLD } from '#testing/approvals/world.ts'
import { isLong } from '#testing/servers/faults.ts'
import { addApprover, decideOn, heldOn, heldRun, setRules, waitingOf } from '#testing/servers/heldStep.ts'
import { type ServerProcess, startServerProcess } from '#testing/servers/serverProcess.ts'

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

const HOUR_MS = 3_600_000
/** For many runs, on a busy machine. */
const LONG_MS = isLong ? 600_000 : 120_000

let server: ServerProcess
let ada = ''
beforeAll(async () => {
  server = await startServerProcess()
  ada = await addApprover(server, 'ada')
  await setRules(server, [HOLD])
})
afterAll(() => server.remove())

describe('a step that is held', () => {
  it('while the server is killed and started again finds its decision when the client asks again', async () => {
    let outage: Promise<unknown> = Promise.resolve()
    const { begun, run, pending } = await heldRun(server, 'killed', { pause: async () => void (await outage) })
    const id = await heldOn(server, 'killed')
    outage = server
      .kill()
      .then(() => server.start())
      .then(() => decideOn(server, 'killed', id, ada))
    await outage
    expect(await begun).toBe('stored')
    expect(await pending()).toBe(1)
    await run.complete('failed')
  })

  it('is answered with 503 at once by a server that stops, and goes on at the next one', async () => {
    const { begun, send, run, pending } = await heldRun(server, 'stopped')
    const id = await heldOn(server, 'stopped')
    await server.kill('SIGTERM')
    expect(await begun).toMatch(/^\W*503/)
    await server.start()
    expect(await pending()).toBe(0)
    const again = send()
    await decideOn(server, 'stopped', id, ada)
    expect(await again).toBe('stored')
    expect(await pending()).toBe(1)
    await run.complete('failed')
  })

  it.each([
    ['forward', HOUR_MS],
    ['back', -HOUR_MS],
  ])('still waits when the clock is set %s by an hour, and goes on', async (way, ms) => {
    const { begun, run } = await heldRun(server, way)
    const id = await heldOn(server, way)
    await server.jump(ms)
    await run.renew()
    expect(await waitingOf(server, way)).toMatchObject([{ id, status: 'waiting' }])
    await decideOn(server, way, id, ada)
    expect(await begun).toBe('stored')
    await run.complete('failed')
  })

  it('ends with its lease, and did not run', async () => {
    const { begun, pending } = await heldRun(server, 'expired')
    await heldOn(server, 'expired')
    await server.advance(301_000)
    expect(await begun).toMatch(/^\W*403/)
    expect(await pending()).toBe(0)
    expect(await waitingOf(server, 'expired')).toEqual([])
  })
})

describe('many steps held at once', () => {
  const RUNS = isLong ? 1_000 : 200

  it(
    `of ${RUNS} stacks leave other stacks free, and each goes on with its decision`,
    async () => {
      const world = await approvalWorld([HOLD])
      const { cli, ada, deleting, waiting } = world
      const resources = [database('orders')]
      const manifest = { time: '2026-01-01T00:00:00Z', magic: '', version: '' }
      const calls: Promise<string>[] = []
      for (let index = 0; index < RUNS; index += 1) {
        const ref = `acme/shop/s${index}`
        await cli.createStack(ref)
        await cli.import(ref, { manifest, resources })
        const run = await cli.start(ref)
        calls.push(answerOf(run.journal({ ...deleting('orders'), sequenceID: 1 })))
      }
      await world.heldSteps(RUNS)
      await world.run.journal(world.creating('other', 9, { type: 'a:b:C', urn: 'urn:pulumi:prod::shop::a:b:C::other' }))
      const { approvals } = await waiting()
      for (const { id, stack } of approvals)
        await world.call('POST', `/stacks/acme/shop/${stack.stack}/approvals/decide`, {
          body: { ids: [id], allow: true },
          headers: { authorization: `token ${ada}` },
        })
      expect(new Set(await Promise.all(calls))).toEqual(new Set(['stored']))
      expect((await waiting()).approvals).toEqual([])
      expect(world.deps.bus.listeners()).toBe(0)
    },
    LONG_MS,
  )
})
