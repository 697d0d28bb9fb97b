import { expect, it } from 'vitest'
import { AuditPage } from '#contract/audit.ts'
import { StackMoved } from '#contract/stackSettings.ts'
import { StackDetail } from '#contract/stacks.ts'
import { createHarness } from '#testing/consoleHarness.ts'
import { haveOrganization } from '#testing/haveOrganization.ts'

const SHOP = 'organization/shop/prod'
const root = { urn: 'urn:pulumi:prod::shop::pulumi:pulumi:Stack::shop-prod', type: 'pulumi:pulumi:Stack' }

async function arranged() {
  const harness = await createHarness()
  await harness.cli.createStack(SHOP, { team: 'web' })
  await harness.cli.import(SHOP, { resources: [root] })
  const post = (path: string, body: unknown) => harness.call('POST', `/stacks/${SHOP}${path}`, { body })
  const view = async (name: string) => harness.call('GET', `/stacks/${name}`)
  return { ...harness, post, view }
}

it('the tags of a stack can be replaced', async () => {
  const { post, view } = await arranged()
  expect((await post('/tags', { tags: { env: 'prod' } })).status).toBe(200)
  const { tags } = StackDetail.parse(await (await view(SHOP)).json())
  expect(tags).toEqual({ env: 'prod' })
})

it('a stack is renamed with its state, and the new address is announced', async () => {
  const { post, view, get } = await arranged()
  const moved = StackMoved.parse(await (await post('/rename', { stack: 'live', project: 'store' })).json())
  expect(moved.ref).toEqual({ org: 'organization', project: 'store', stack: 'live' })
  expect((await view('organization/store/live')).status).toBe(200)
  expect((await view(SHOP)).status).toBe(404)
  const { entries } = AuditPage.parse(await get('/audit?action=stack.rename'))
  expect(entries[0]?.detail).toBe('to organization/store/live')
})

it('a stack moves to another organization', async () => {
  const { post, view, deps } = await arranged()
  await haveOrganization(deps, 'acme')
  expect((await post('/transfer', { org: 'acme' })).status).toBe(200)
  expect((await view('acme/shop/prod')).status).toBe(200)
})

it('a stack is not renamed to a name that is taken, nor during an update', async () => {
  const { post, cli } = await arranged()
  await cli.createStack('organization/shop/dev')
  expect((await post('/rename', { stack: 'dev', project: 'shop' })).status).toBe(409)
  await cli.start(SHOP)
  expect((await post('/rename', { stack: 'live', project: 'shop' })).status).toBe(409)
})

it('a stack is removed only with its name typed, and with resources only by force', async () => {
  const { post, view } = await arranged()
  expect((await post('/remove', { confirm: 'organization/shop/pro', force: true })).status).toBe(400)
  expect((await post('/remove', { confirm: SHOP })).status).toBe(400)
  expect((await view(SHOP)).status).toBe(200)
  expect((await post('/remove', { confirm: SHOP, force: true })).status).toBe(200)
  expect((await view(SHOP)).status).toBe(404)
})

it('readers cannot change anything', async () => {
  const { addUser, call } = await arranged()
  const headers = { authorization: `token ${await addUser('eve', 'reader')}` }
  for (const [path, body] of [
    ['/tags', { tags: {} }],
    ['/rename', { stack: 'a', project: 'b' }],
    ['/transfer', { org: 'acme' }],
    ['/remove', { confirm: SHOP, force: true }],
  ] as const)
    expect((await call('POST', `/stacks/${SHOP}${path}`, { body, headers })).status).toBe(403)
})
