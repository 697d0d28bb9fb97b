import { expect, it } from 'vitest'
import { Attention, StackDetail, StackPage } from '#contract/stacks.ts'
import { worldNamed, worlds, type WorldName } from './worlds.ts'

const get = async (world: Awaited<ReturnType<(typeof worlds)['empty']>>, path: string): Promise<unknown> => {
  const response = await world.app.fetch(
    new Request(`http://localhost${path}`, { headers: { authorization: `token ${world.token}` } }),
  )
  expect(response.status).toBe(200)
  return response.json()
}
const SHOP = '/api/ui/stacks/organization/shop/prod'

it.each([
  ['healthy', 'ok', null],
  ['midUpdate', 'running', 'alive'],
  ['stuckLease', 'suspect', 'suspect'],
  ['pendingCreates', 'orphaned', 'orphaned'],
  ['refused', 'running', 'alive'],
] as const)('in the world %s the shop is %s', async (name, health, verdict) => {
  const world = await worlds[name]()
  const shop = StackDetail.parse(await get(world, SHOP))
  expect(shop.health).toBe(health)
  expect(shop.leaseCard?.verdict ?? null).toBe(verdict)
})

it.each(Object.keys(worlds))('the world %s holds only what the contract can say', async (name) => {
  const world = await worldNamed(name)()
  Attention.parse(await get(world, '/api/ui/attention'))
  const { total } = StackPage.parse(await get(world, '/api/ui/stacks'))
  expect(total > 0).toBe(name !== ('empty' satisfies WorldName))
})

it('puts a runner that went silent under what needs attention before its lease runs out', async () => {
  const { needs } = Attention.parse(await get(await worlds.stuckLease(), '/api/ui/attention'))
  expect(needs.map(({ ref, health }) => [ref.project, health])).toEqual([['shop', 'suspect']])
})

it('shows who was refused', async () => {
  const shop = StackDetail.parse(await get(await worlds.refused(), SHOP))
  expect(shop.leaseCard?.refused.map(({ actor }) => actor.tokenName)).toEqual(
    expect.arrayContaining(['ada-laptop', 'grace-laptop', 'nightly']),
  )
})

it('fails for a name that is none', () => {
  expect(() => worldNamed('helthy')).toThrow('There is no world called "helthy"')
})
