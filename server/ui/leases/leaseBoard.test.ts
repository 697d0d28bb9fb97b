import { expect, it } from 'vitest'
import { LeaseBoard } from '#contract/leases.ts'
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
