import { expect, it } from 'vitest'
import { LeaseBoard } from '#contract/leases.ts'
import { LeaseLog } from '#contract/locks.ts'
import { createHarness } from '#testing/consoleHarness.ts'

const SHOP = 'organization/shop/prod'
const boardOf = async ({ get }: Awaited<ReturnType<typeof createHarness>>) =>
  LeaseBoard.parse(await get('/lease-board'))

it('lists leases that ended within a day, the newest first', async () => {
  const harness = await createHarness()
  const { cli, wait } = harness
  await cli.createStack(SHOP)
  await (await cli.start(SHOP)).complete('succeeded')
  await wait(25 * 3600)
  const failed = await cli.start(SHOP)
  await wait(40)
  await failed.complete('failed')
  await cli.start(SHOP)
  await wait(301)
  const running = await cli.start(SHOP)
  const { spans } = await boardOf(harness)
  expect(spans.map(({ version, status, from, to }) => [version, status, to - from])).toEqual([
    [3, 'expired', 301_000],
    [2, 'failed', 40_000],
  ])
  expect(spans.some(({ updateId }) => updateId === running.id)).toBe(false)
})

it('lists maintenance locks that ended within a day, with their holder, their reason and how they ended', async () => {
  const harness = await createHarness()
  const { cli, wait, call } = harness
  await cli.createStack(SHOP)
  const bob = { authorization: `token ${await harness.addUser('bob', 'operator')}` }
  const post = async (path: string, body?: unknown, headers?: Record<string, string>) => {
    const reply = await call('POST', `/stacks/${SHOP}/${path}`, { body, ...(headers && { headers }) })
    expect(reply.status).toBe(200)
  }
  const take = (reason: string) => post('lock', { reason, durationS: 600 })
  await take('long ago')
  await post('lock/release')
  await wait(25 * 3600)
  await take('Moving the ledger: part 1')
  await wait(60)
  await post('lock/release')
  await wait(60)
  await take('Moving the ledger: part 2')
  await wait(120)
  await post('lock/break', { reason: 'Production is down', confirm: SHOP }, bob)
  await take('Moving the ledger: part 3')
  await wait(3600)
  await take('still there')
  expect(
    (await boardOf(harness)).locks.map(({ reason, end, from, to, holder }) => [reason, end, to - from, holder.login]),
  ).toEqual([
    ['Moving the ledger: part 3', 'expired', 600_000, 'admin'],
    ['Moving the ledger: part 2', 'broken', 120_000, 'admin'],
    ['Moving the ledger: part 1', 'released', 60_000, 'admin'],
  ])
})

it('names the CI job of a run, in its span, its collisions and the log of the lease', async () => {
  const harness = await createHarness()
  const { cli, wait, get } = harness
  await cli.createStack(SHOP)
  const environment = { 'ci.system': 'GitHub Actions', 'ci.build.number': '137' }
  const run = await cli.start(SHOP, { metadata: { message: '', environment } })
  await cli.start(SHOP).catch(() => undefined)
  await wait(60)
  await run.complete('succeeded')
  const ci = { system: 'GitHub Actions', build: '137' }
  const { spans, collisions } = await boardOf(harness)
  expect([spans, collisions].map(([one]) => one?.ci)).toEqual([ci, ci])
  const { entries } = LeaseLog.parse(await get(`/stacks/${SHOP}/lease/log`))
  expect(entries.map((entry) => [entry.what, entry.ci])).toEqual([
    ['completed', ci],
    ['refused', null],
    ['granted', ci],
  ])
})

it('lists who was refused by whom, how often, and for how long the holder blocked them', async () => {
  const harness = await createHarness()
  const { cli, wait } = harness
  await cli.createStack(SHOP)
  const holder = await cli.start(SHOP)
  const refused = () => cli.start(SHOP).catch(() => undefined)
  await refused()
  await wait(60)
  await refused()
  expect((await boardOf(harness)).collisions).toMatchObject([
    { refused: { login: 'admin' }, holder: { login: 'admin' }, version: 1, kind: 'update', times: 2, until: null },
  ])
  await wait(30)
  await holder.complete('succeeded')
  const [collision] = (await boardOf(harness)).collisions
  expect((collision?.until ?? 0) - (collision?.first ?? 0)).toBe(90_000)
  await wait(8 * 24 * 3600)
  expect((await boardOf(harness)).collisions).toEqual([])
})

it('names the holder of a maintenance lock that refused someone, who is blocked for as long as it holds', async () => {
  const harness = await createHarness()
  const { cli, wait, call } = harness
  await cli.createStack(SHOP)
  const post = async (path: string, body?: unknown) =>
    expect((await call('POST', `/stacks/${SHOP}/${path}`, { body })).status).toBe(200)
  await post('lock', { reason: 'By hand', durationS: 3600 })
  await wait(10)
  await cli.start(SHOP).catch(() => undefined)
  await wait(60)
  const lock = { holder: { login: 'admin' }, version: null, kind: null }
  expect((await boardOf(harness)).collisions).toMatchObject([{ ...lock, until: null }])
  await post('lock/release')
  await wait(60)
  const again = { reason: 'Once more', durationS: 600 }
  await post('lock', again)
  const [collision] = (await boardOf(harness)).collisions
  expect(collision).toMatchObject(lock)
  expect((collision?.until ?? 0) - (collision?.first ?? 0)).toBe(60_000)
})
