import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { BUCKET, sampleEntries } from '#testing/samples/sampleEntries.ts'
import { verify } from '#domain/state/integrity.ts'
import { releaseRequest } from '#testing/releaseRequest.ts'
import { isLong } from '#testing/servers/faults.ts'
import { seeded } from '#testing/states/randomState.ts'
import { type ServerProcess, startServerProcess } from '#testing/servers/serverProcess.ts'
import { consoleOf } from '#testing/acceptance/console.ts'

// Each kill restarts Node, which is slow on a busy machine.
vi.setConfig({ testTimeout: isLong ? 900_000 : 60_000, hookTimeout: 60_000 })

const KILLS = isLong ? 60 : 4
/**
 * If a kill came too early because the machine got busier, the following kills come later by this factor, and there are
 * more of them.
 */
const LATER = 1.5
const MAX_ROUNDS = 4 * KILLS
const SHOP = { org: 'organization', project: 'shop', stack: 'prod' }
const { urn, entry: bucket } = sampleEntries()
/** Large enough for a kill to hit any part of the write. */
const OTHERS = Array.from({ length: 400 }, (_, index) =>
  bucket(`other-${index}`, { inputs: { text: 'x'.repeat(2000) } }),
)

let server: ServerProcess
beforeAll(async () => {
  server = await startServerProcess()
})
afterAll(() => server.remove())

it(`kill -9 of the server during ${KILLS} repairs and undos: each is written completely or not at all, and can be repeated`, async () => {
  const random = seeded(20_260_106)
  const cli = server.cli()
  await cli.initStack(SHOP)
  await cli.importState(SHOP, {
    version: 3,
    deployment: {
      manifest: { time: '2026-01-05T00:00:00Z', magic: '', version: '' },
      resources: [...OTHERS, bucket('web', { dependencies: [urn('lost')] })],
    },
  })
  const console = consoleOf({ fetch: (request) => fetch(request), token: server.token, url: server.url }, SHOP)
  const now = async () => {
    const { version } = await cli.getStack(SHOP)
    const { deployment } = await cli.exportState(SHOP)
    return { version, deployment, isMended: verify(deployment).length === 0 }
  }
  const repair = async () =>
    console.call(
      'POST',
      '/recoveries',
      await console.request('fix-references', [{ problem: `dangling:${urn('lost')}`, option: 'drop' }]),
    )
  const undo = (id: string) => console.call('POST', `/recoveries/${id}/undo`, { reason: 'A mistake.' })
  const records = async () =>
    ((await (await console.call('GET', '/recoveries')).json()) as { recoveries: { id: string }[] }).recoveries

  // Measures the duration on a freshly started server, like all following ones: the kills come within twice that time.
  await server.kill()
  await server.start()
  const begun = performance.now()
  await repair()
  await undo((await records())[0]?.id ?? '')
  let usual = Math.ceil((performance.now() - begun) / 2)

  let written = 0
  for (let round = 0; round < KILLS || (written === 0 && round < MAX_ROUNDS); round++) {
    const before = await now()
    const last = (await records())[0]
    const click = before.isMended ? undo(last?.id ?? '') : repair()
    const answered = click.then(
      (response) => response.ok,
      () => undefined, // interrupted: written or not
    )
    await wait(random(2 * usual))
    await server.kill()
    await server.start()
    const after = await now()
    const acknowledged = await answered
    const isWritten = after.version === before.version + 1
    if (isWritten) written += 1
    else usual *= LATER
    // A write answered with success exists; an existing write is complete, and has its record.
    expect({ round, lost: acknowledged === true && !isWritten }).toEqual({ round, lost: false })
    expect(after.isMended).toBe(isWritten ? !before.isMended : before.isMended)
    expect(after.deployment.resources).toHaveLength(OTHERS.length + 1)
    expect((await records())[0]?.id === last?.id).toBe(!isWritten)
  }
  expect(written).toBeGreaterThan(0)
})

it(`kill -9 of the server during ${KILLS} releases of a lease: the update is still running, or has ended with the statement`, async () => {
  const random = seeded(20_260_107)
  const cli = server.cli()
  const stack = { ...SHOP, stack: 'held' }
  await cli.initStack(stack)
  await cli.importState(stack, {
    version: 3,
    deployment: { manifest: { time: '2026-01-05T00:00:00Z', magic: '', version: '' }, resources: OTHERS },
  })
  const { call } = consoleOf({ fetch: (request) => fetch(request), token: server.token, url: server.url }, stack)
  const confirm = `${stack.org}/${stack.project}/${stack.stack}`
  type Read = { basis: { version: number; hash: string } | null }
  const release = async (updateId: string, statement: string) => {
    const { basis } = (await (await call('GET', '/recover')).json()) as Read
    const why = { reason: 'Its machine is gone.', confirm, statement }
    return call('POST', '/recoveries', releaseRequest({ basis, updateId }, why))
  }

  let usual = 0
  let released = 0
  // The first round is not interrupted: the kills come within twice its duration.
  for (let round = 0; round <= KILLS || (released < 2 && round < MAX_ROUNDS); round++) {
    const update = await cli.start(stack)
    await update.begin('creating', { type: BUCKET, name: `new-${round}` })
    const statement = `Asked in round ${round}.`
    const begun = performance.now()
    const answered = release(update.id, statement).then(
      (response) => response.ok,
      () => undefined, // interrupted: ended or not
    )
    if (round === 0) {
      await answered
      usual = Math.ceil(performance.now() - begun)
    } else {
      await wait(random(2 * usual))
      await server.kill()
      await server.start()
    }
    const { lease } = (await (await call('GET', '')).json()) as { lease: { updateId: string } | null }
    const isRunning = lease?.updateId === update.id
    const record = await call('GET', `/recoveries/release:${update.id}`)
    const stated = record.ok ? ((await record.json()) as { statements: { statement: string }[] }).statements : []
    expect({ round, isRunning, stated: stated.map((each) => each.statement) }).toEqual({
      round,
      isRunning,
      stated: isRunning ? [] : [statement],
    })
    expect({ round, lost: isRunning && (await answered) === true }).toEqual({ round, lost: false })
    if (isRunning) {
      await release(update.id, statement) // or the next update would not start
      usual *= LATER
    } else released += 1
  }
  expect(released).toBeGreaterThan(1)
})
