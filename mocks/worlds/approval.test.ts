import { expect, it, vi } from 'vitest'
import { Approvals, RunApprovals } from '#contract/approvals.ts'
import { StackDetail } from '#contract/stacks.ts'
import { UpdatePage } from '#contract/updates.ts'
import type { World } from '../story.ts'
import { approval } from './approval.ts'

const SHOP = '/stacks/organization/shop/prod'

const ask = async (world: World, path: string, body?: object): Promise<unknown> => {
  const response = await world.app.fetch(
    new Request(`http://localhost/api/ui${path}`, {
      method: body ? 'POST' : 'GET',
      headers: {
        authorization: `token ${world.token}`,
        origin: 'http://localhost',
        'content-type': 'application/json',
      },
      ...(body && { body: JSON.stringify(body) }),
    }),
  )
  expect(response.status).toBe(200)
  return response.json()
}

const waitingIn = async (world: World, project: string) =>
  Approvals.parse(await ask(world, '/approvals')).approvals.filter(({ stack }) => stack.project === project)

/** Lets time pass until the last update of the shop has ended. */
const ended = (world: World) =>
  vi.waitFor(async () => {
    world.clock.advance(2_000)
    await world.tick()
    const { lastUpdate } = StackDetail.parse(await ask(world, SHOP))
    expect(lastUpdate?.status).not.toBe('running')
    return lastUpdate?.status
  })

it.each([
  [true, 'succeeded'],
  [false, 'failed'],
] as const)('the update of an agent goes on once its delete is decided: %s, %s', async (allow, status) => {
  const world = await approval()
  const [held] = await waitingIn(world, 'shop')
  expect(held).toMatchObject({ name: 'orders-db', agent: 'claude-code', whyNotAllow: null })
  await world.tick()
  expect(StackDetail.parse(await ask(world, SHOP)).health).toBe('awaitingApproval')
  await ask(world, `${SHOP}/approvals/decide`, { ids: [held?.id], allow, reason: 'Checked.' })
  expect(await ended(world)).toBe(status)
})

it('a destroy waits for a second person, a delete was refused, and a preview says what would wait', async () => {
  const world = await approval()
  const books = await waitingIn(world, 'ledger')
  expect(books.map(({ persons, decisions }) => [persons, decisions.length])).toEqual(books.map(() => [2, 1]))
  expect(books.length).toBeGreaterThan(1)
  const website = '/stacks/organization/website/prod'
  const sites = UpdatePage.parse(await ask(world, `${website}/updates`)).updates
  const site = await Promise.all(
    sites.map(async ({ id }) => RunApprovals.parse(await ask(world, `${website}/runs/${id}/approvals`)).approvals),
  )
  expect(site.flat().map(({ name, isRefusal }) => [name, isRefusal])).toEqual([['sale', true]])
  const { updates } = UpdatePage.parse(await ask(world, `${SHOP}/updates?previews=true`))
  const preview = updates.find(({ dryRun }) => dryRun)
  const { forecast } = RunApprovals.parse(await ask(world, `${SHOP}/runs/${preview?.id}/approvals`))
  expect(forecast.map(({ action }) => action)).toEqual(['hold', 'hold'])
})
