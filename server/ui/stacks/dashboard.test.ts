import { expect, it } from 'vitest'
import { Dashboard } from '#contract/stacks.ts'
import { createHarness } from '#testing/consoleHarness.ts'

const SHOP = 'organization/shop/prod'
const creating = (name: string) => ({
  type: 'creating',
  resource: {
    urn: `urn:pulumi:prod::shop::random:index/randomId:RandomId::${name}`,
    type: 'random:index/randomId:RandomId',
    custom: true,
  },
})

it('the dashboard returns zeros for an empty server', async () => {
  const { get } = await createHarness()
  expect(Dashboard.parse(await get('/dashboard'))).toMatchObject({
    healthCounts: [],
    unresolved: 0,
    started: { total: 0, failed: 0, interrupted: 0 },
    stacks: [],
    recent: [],
  })
})

it('the dashboard counts stacks by health, and the runs started and failed within a day', async () => {
  const { cli, get, wait } = await createHarness()
  for (const name of [SHOP, 'organization/shop/dev']) await cli.createStack(name)
  await (await cli.start(SHOP)).complete('succeeded')
  await wait(23 * 3600)
  await (await cli.start(SHOP)).complete('failed')
  await wait(2 * 3600)
  const board = Dashboard.parse(await get('/dashboard'))
  expect(board.started).toEqual({ total: 1, failed: 1, interrupted: 0 })
  expect(board.healthCounts).toEqual([
    { health: 'failed', count: 1 },
    { health: 'empty', count: 1 },
  ])
  expect(board.recent.map(({ update }) => update.status)).toEqual(['failed', 'succeeded'])
})

it('the dashboard lists the runs of the last two weeks, with duration and result', async () => {
  const { cli, get, wait } = await createHarness()
  await cli.createStack(SHOP)
  const runs = async (seconds: number, status: 'succeeded' | 'failed') => {
    const run = await cli.start(SHOP)
    await wait(seconds)
    await run.complete(status)
  }
  await runs(40, 'succeeded')
  await wait(13 * 24 * 3600)
  await runs(50, 'failed')
  await wait(2 * 24 * 3600)
  await cli.start(SHOP)
  const { stacks, since, now } = Dashboard.parse(await get('/dashboard'))
  expect(stacks[0]?.runs.map(({ version, status, tookMs }) => [version, status, tookMs])).toEqual([
    [2, 'failed', 50_000],
    [3, 'running', null],
  ])
  expect(stacks[0]?.runs.every(({ at }) => at >= since && at <= now)).toBe(true)
})

it('the dashboard counts every resource with an unknown outcome', async () => {
  const { cli, get, wait } = await createHarness()
  await cli.createStack(SHOP)
  const cut = await cli.start(SHOP)
  await cut.journal({ kind: 0, sequenceID: 1, operationID: 1, operation: creating('a') })
  await wait(301)
  expect(Dashboard.parse(await get('/dashboard')).unresolved).toBe(1)
})
