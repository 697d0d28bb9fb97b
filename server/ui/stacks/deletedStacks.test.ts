import { describe, expect, it } from 'vitest'
import { DeletedStacks } from '#contract/deletedStacks.ts'
import type { LiveEvent } from '#contract/events.ts'
import { ProblemDetails } from '#contract/problem.ts'
import { createServiceApp } from '../../cli/routes.ts'
import { createHarness, type Harness } from '#testing/consoleHarness.ts'

const NAME = 'organization/shop/prod'
const DAY_S = 24 * 3600
const SECRET = { '4dabf18193072939515e22adb298388d': '1b47061264138c4ac30d75fd1eb44270' }

/** A stack with a secret, three versions and a tag, and the CLI's requests about it. */
async function world() {
  const harness = await createHarness()
  const service = createServiceApp(harness.deps)
  const ask = async (method: string, path: string, body?: unknown) =>
    service.request(`/api/stacks/${path}`, {
      method,
      headers: { authorization: `token ${harness.token}`, 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
  const exported = async (path = NAME) => (await ask('GET', `${path}/export`)).text()
  await harness.cli.createStack(NAME, { team: 'shop' })
  const plaintext = btoa('"correct horse"')
  const { ciphertext } = await harness.cli.send(`${NAME}/encrypt`, { plaintext })
  for (const name of ['a', 'b', 'c']) {
    await harness.cli.import(NAME, {
      manifest: {},
      secrets_providers: { type: 'service', state: { owner: 'organization', project: 'shop', stack: 'prod' } },
      resources: [
        { urn: 'urn:pulumi:prod::shop::pulumi:pulumi:Stack::shop-prod', type: 'pulumi:pulumi:Stack', custom: false },
        { urn: `urn:pulumi:prod::shop::x:y:Z::${name}`, type: 'x:y:Z', inputs: { key: { ...SECRET, ciphertext } } },
      ],
    })
  }
  const decrypted = async (path = NAME) => (await harness.cli.send(`${path}/decrypt`, { ciphertext }))['plaintext']
  /** `pulumi stack rm --force`. */
  const remove = async (path = NAME) => (await ask('DELETE', `${path}?force=true`)).status
  return { harness, ask, exported, decrypted, remove, plaintext }
}

const deleted = async ({ get }: Harness, search = '') =>
  DeletedStacks.parse(await get(`/orgs/organization/deleted-stacks?search=${search}`))
const restore = (harness: Harness, id: string, body: object = {}) =>
  harness.call('POST', `/orgs/organization/deleted-stacks/${id}/restore`, { body })

describe('a deleted stack', () => {
  it('is listed with who deleted it, when, and what a restore includes', async () => {
    const { harness, remove } = await world()
    expect((await deleted(harness)).stacks).toEqual([])
    await harness.wait(60)
    const at = harness.now()
    expect(await remove()).toBe(204)
    await harness.wait(DAY_S)
    const { stacks, total } = await deleted(harness)
    expect(total).toBe(1)
    expect(stacks).toMatchObject([
      {
        ref: { org: 'organization', project: 'shop', stack: 'prod' },
        deletedAt: at,
        deletedBy: 'admin',
        keptUntil: at + 30 * DAY_S * 1000,
        resourceCount: 2,
        version: 3,
        lastUpdateAt: at - 60_000,
        isNameTaken: false,
      },
    ])
    expect((await deleted(harness, 'SHOP/pr')).total).toBe(1)
    expect((await deleted(harness, 'website')).total).toBe(0)
  })

  it('is restored with the same bytes, its history, tags and secrets, and everyone is notified', async () => {
    const { harness, ask, exported, decrypted, remove, plaintext } = await world()
    const before = await exported()
    const first = await (await ask('GET', `${NAME}/export/1`)).text()
    await remove()
    expect((await ask('GET', NAME)).status).toBe(404)
    await harness.wait(29 * DAY_S)
    const news: LiveEvent[] = []
    harness.deps.bus.subscribe((event) => news.push(event))
    const [stack] = (await deleted(harness)).stacks
    const response = await restore(harness, stack?.id ?? '')
    const ref = { org: 'organization', project: 'shop', stack: 'prod' }
    expect(await response.json()).toEqual({ ref })
    expect(news).toMatchObject([{ type: 'stack', stack: ref, what: 'created' }])

    expect(await exported()).toBe(before)
    expect(await (await ask('GET', `${NAME}/export/1`)).text()).toBe(first)
    expect(await decrypted()).toBe(plaintext)
    expect(await (await ask('GET', NAME)).json()).toMatchObject({ version: 3, tags: { team: 'shop' } })
    expect(await harness.get(`/stacks/${NAME}/updates`)).toMatchObject({ total: 3 })
    expect((await deleted(harness)).total).toBe(0)
    expect((await harness.cli.start(NAME)).id).not.toBe('') // and it can be updated
  })

  it('can be restored after the 30 days too: nothing is deleted automatically', async () => {
    const { harness, exported, remove } = await world()
    const before = await exported()
    await remove()
    await harness.wait(400 * DAY_S)
    const [stack] = (await deleted(harness)).stacks
    expect((await restore(harness, stack?.id ?? '')).status).toBe(200)
    expect(await exported()).toBe(before)
  })

  it('is restored under another name when its own is taken, with rewritten URNs and readable secrets', async () => {
    const { harness, exported, decrypted, remove, plaintext } = await world()
    await remove()
    await harness.cli.createStack(NAME)
    const [stack] = (await deleted(harness)).stacks
    expect(stack?.isNameTaken).toBe(true)
    const taken = await restore(harness, stack?.id ?? '')
    expect(ProblemDetails.parse(await taken.json())).toMatchObject({
      code: 'conflict',
      detail: `There is now a stack ${NAME}: restore it under another name.`,
    })
    const illegal = await restore(harness, stack?.id ?? '', { name: 'a/b' })
    expect(illegal.status).toBe(400)
    expect((await deleted(harness)).total).toBe(1) // a refusal changes nothing

    expect(await (await restore(harness, stack?.id ?? '', { name: 'old' })).json()).toMatchObject({
      ref: { stack: 'old' },
    })
    const old = await exported('organization/shop/old')
    expect(old).toContain('urn:pulumi:old::shop::x:y:Z::c')
    expect(old).not.toContain('urn:pulumi:prod')
    expect(await decrypted('organization/shop/old')).toBe(plaintext)
    expect(await exported()).not.toContain('x:y:Z') // the new stack has a state of its own
  })

  it('is restored once, in its own organization, and this is logged', async () => {
    const { harness, remove } = await world()
    await remove()
    const [stack] = (await deleted(harness)).stacks
    const elsewhere = await harness.call('POST', `/orgs/umbrella/deleted-stacks/${stack?.id}/restore`, { body: {} })
    expect(elsewhere.status).toBe(404)
    expect((await restore(harness, stack?.id ?? '')).status).toBe(200)
    expect((await restore(harness, stack?.id ?? '')).status).toBe(409)
    expect((await restore(harness, 'unknown')).status).toBe(404)
    const { entries } = (await harness.get('/audit?action=stack.restore')) as { entries: object[] }
    expect(entries).toMatchObject([{ login: 'admin', stack: NAME }])
  })

  it('is shown to administrators of its organization, and to no others', async () => {
    const { harness } = await world()
    const operator = await harness.addUser('olga', 'operator')
    const headers = { authorization: `token ${operator}` }
    const list = () => harness.call('GET', '/orgs/organization/deleted-stacks', { headers })
    expect((await list()).status).toBe(403)
    await harness.deps.store.write(async (writer) => {
      const olga = await writer.userByLogin('olga')
      await writer.patchUser(olga?.id ?? '', { roles: { organization: 'admin' } })
    })
    expect((await list()).status).toBe(200)
    expect((await harness.call('GET', '/orgs/umbrella/deleted-stacks', { headers })).status).toBe(403)
  })
})
