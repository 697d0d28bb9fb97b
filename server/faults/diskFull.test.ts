import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { CliError } from '#server/cli/cliError.ts'
import { waitForStore } from '#server/cli/waiting.ts'
import { StoreUnavailableError } from '#server/store/port.ts'
import { isLong, onlyLong } from '#testing/servers/faults.ts'
import { ALL_SPACE, limitFiles, NO_SPACE } from '#testing/servers/limitFiles.ts'
import { type ServerProcess, startServerProcess } from '#testing/servers/serverProcess.ts'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 })

const PROD = { org: 'organization', project: 'shop', stack: 'prod' }
const BUCKET = 'aws:s3/bucket:Bucket'

let server: ServerProcess
beforeAll(async () => {
  server = await startServerProcess()
})
afterAll(() => server.remove())

// Only Linux can limit the file size of a running process.
describe.runIf(process.platform === 'linux')('a full disk', () => {
  it('makes a running update wait, refuses other calls with a sentence, stores nothing partial, and recovers by itself', async () => {
    const cli = server.cli()
    await cli.initStack(PROD)
    const run = await cli.start(PROD)
    await run.does('creating', { type: BUCKET, name: 'before' })
    const open = await run.begin('creating', { type: BUCKET, name: 'meanwhile' })
    const held = await cli.exportState(PROD)

    await limitFiles(server.pid(), NO_SPACE)
    let isAnswered = false
    const ends = open.succeeds().finally(() => (isAnswered = true))
    await expect(cli.initStack({ ...PROD, stack: 'other' })).rejects.toMatchObject({
      status: 503,
      body: { message: expect.stringContaining('cannot be reached or written right now. Nothing was lost') as string },
    })
    await expect(cli.importState(PROD, held)).rejects.toBeDefined()
    expect(await cli.exportState(PROD)).toEqual(held) // reads are served
    await wait(500)
    expect(isAnswered).toBe(false)

    await limitFiles(server.pid(), ALL_SPACE)
    await ends
    await run.complete()
    await cli.initStack({ ...PROD, stack: 'other' })
    const { deployment } = await cli.exportState(PROD)
    expect(deployment.resources?.map(({ urn }) => urn.split('::').at(-1))).toEqual(['before', 'meanwhile'])
    expect(deployment.pending_operations ?? []).toEqual([])
  })

  it('loses nothing, even with a kill -9 at the same time', async () => {
    const stack = { ...PROD, stack: 'killed' }
    const outage: { end?: Promise<unknown> } = {} // the client's patience is not tested here
    const cli = server.cli({ pause: async (ms) => void (await (outage.end ?? wait(ms))) })
    await cli.initStack(stack)
    const run = await cli.start(stack)
    const open = await run.begin('creating', { type: BUCKET, name: 'open' })
    await limitFiles(server.pid(), NO_SPACE)
    const ends = open.succeeds()
    await wait(300)
    outage.end = server.kill().then(() => server.start()) // the limit ended with the process
    await Promise.all([outage.end, ends])
    await run.complete()
    const { deployment } = await cli.exportState(stack)
    expect(deployment.resources?.map(({ urn }) => urn.split('::').at(-1))).toEqual(['open'])
  })

  it.runIf(isLong)(
    'is answered with "retry in 5 s" when it lasts longer than a call waits, and the client continues',
    onlyLong,
    async () => {
      const stack = { ...PROD, stack: 'patient' }
      const pauses: number[] = []
      const cli = server.cli({
        async pause(ms) {
          pauses.push(ms)
          await limitFiles(server.pid(), ALL_SPACE)
          await wait(ms)
        },
      })
      await cli.initStack(stack)
      const run = await cli.start(stack)
      await limitFiles(server.pid(), NO_SPACE)
      await run.does('creating', { type: BUCKET, name: 'late' })
      await run.complete()
      expect(pauses).toEqual([5_000])
      expect((await cli.exportState(stack)).deployment.resources).toHaveLength(1)
    },
  )
})

it('a store that is down for longer than 30 s is reported with the one answer whose pause the CLI respects', async () => {
  let waited = 0
  const away = waitForStore(
    () => Promise.reject(new StoreUnavailableError('The disk is full.')),
    async (ms) => void (waited += ms),
  )
  await expect(away).rejects.toMatchObject({ status: 429, headers: { 'Retry-After': '5' } })
  await expect(away).rejects.toBeInstanceOf(CliError)
  expect(waited).toBe(30_000)
})
