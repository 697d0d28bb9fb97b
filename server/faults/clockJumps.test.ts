import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { CliRefusal } from '#mocks/cliCalls.ts'
import { type ServerProcess, startServerProcess } from '#testing/servers/serverProcess.ts'

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

const HOUR_MS = 3_600_000
const BUCKET = 'aws:s3/bucket:Bucket'
const refOf = (stack: string) => ({ org: 'organization', project: 'shop', stack })

let server: ServerProcess
beforeAll(async () => {
  server = await startServerProcess()
})
afterAll(() => server.remove())

it.each([
  ['forward', HOUR_MS],
  ['back', -HOUR_MS],
])('a clock set %s by an hour costs no running client its lease, and the history stays in order', async (way, ms) => {
  const cli = server.cli()
  const stack = refOf(way)
  await cli.initStack(stack)
  const before = await cli.start(stack)
  await before.complete()
  const run = await cli.start(stack)
  const open = await run.begin('creating', { type: BUCKET, name: 'across' })

  await server.jump(ms)
  // The first request, before any timer runs: a start by another client would close an expired update.
  await expect(cli.start(stack)).rejects.toMatchObject({ status: 409 })
  await run.renew()
  await open.succeeds()
  await run.complete()

  const { updates } = await cli.call<{ updates: { version: number; result: string }[] }>(
    'GET',
    `${cli.path(stack)}/updates?page=1&pageSize=10`,
  )
  expect(updates.map(({ version, result }) => `${version} ${result}`)).toEqual(['2 succeeded', '1 succeeded'])
})

it.each([
  ['forward', HOUR_MS],
  ['back', -HOUR_MS],
])('after the clock was set %s, a dead client still loses its lease five minutes later', async (way, ms) => {
  const cli = server.cli()
  const stack = refOf(`dead-${way}`)
  await cli.initStack(stack)
  const run = await cli.start(stack)
  await run.begin('creating', { type: BUCKET, name: 'begun' })
  await server.jump(ms)
  await expect(cli.start(stack)).rejects.toMatchObject({ status: 409 })

  await server.advance(301_000)
  const next = await cli.start(stack)
  expect(next.base.deployment.pending_operations).toMatchObject([{ type: 'creating' }])
  await expect(run.renew()).rejects.toBeInstanceOf(CliRefusal)
  await next.complete()
})
