import { expect, it } from 'vitest'
import { createApp } from '../app.ts'
import { createToken } from '../core/access/credentials.ts'
import type { TokenScope } from '../store/port/access.ts'
import { createHarness } from '#testing/consoleHarness.ts'

type Token = { id: string; name: string; expires: number; lastUsed: number; admin: boolean }
type Tokens = { tokens: Token[]; continuationToken: string | null }
type Created = { id: string; tokenValue: string }

async function ready() {
  const harness = await createHarness()
  const { deps, token: admins } = harness
  const app = createApp(deps)
  const send = async (
    method: string,
    path: string,
    { token = admins, body }: { token?: string; body?: unknown } = {},
  ) =>
    app.fetch(
      new Request(`http://localhost:8080${path}`, {
        method,
        headers: { authorization: `token ${token}`, 'content-type': 'application/json' },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      }),
    )
  const list = async (query = '', token = admins) =>
    (await (await send('GET', `/api/user/tokens${query}`, { token })).json()) as Tokens
  const create = async (body: unknown, token = admins) => {
    const response = await send('POST', '/api/user/tokens', { token, body })
    expect(response.status).toBe(200)
    return (await response.json()) as Created
  }
  const status = async (token: string) => (await send('GET', '/api/user', { token })).status
  const tokenOf = (login: string, scope: TokenScope, expiresAt: number | null = null) =>
    deps.store.write(async (writer) => {
      const user = await writer.userByLogin(login)
      const facts = { userId: user?.id ?? '', name: `${login} ${scope}`, scope, expiresAt, source: 'terminal' } as const
      return (await createToken(deps, writer, facts)).value
    })
  return { ...harness, send, list, create, status, tokenOf }
}

it('creates, lists and deletes tokens as in the published API', async () => {
  const { send, list, create, status, now, wait } = await ready()
  const before = await list()
  const expires = now() / 1000 + 3600
  const { id, tokenValue } = await create({ description: 'deploys of shop', expires })
  expect(tokenValue).toMatch(/^hf_/)
  expect(await list()).toEqual({
    tokens: [
      {
        id,
        name: 'deploys of shop',
        description: 'deploys of shop',
        created: new Date(now()).toISOString(),
        lastUsed: 0,
        expires,
        admin: false,
        createdBy: 'admin',
        type: 'personal',
      },
      ...before.tokens,
    ],
    continuationToken: null,
  })
  expect(await status(tokenValue)).toBe(200)
  expect((await list()).tokens[0]).toMatchObject({ id, lastUsed: now() / 1000 })
  expect((await send('DELETE', `/api/user/tokens/${id}`)).status).toBe(204)
  expect(await status(tokenValue)).toBe(401)
  expect(await list()).toMatchObject(before)
  const gone = await send('DELETE', `/api/user/tokens/${id}`)
  expect([gone.status, await gone.json()]).toEqual([404, { code: 404, message: expect.stringMatching(/^Not Found: /) }])

  const endless = await create({ description: 'endless', expires: 0 })
  await wait(3600 * 24 * 400)
  expect((await list()).tokens.map(({ id: each }) => each)).toContain(endless.id)
})

it('a token created with another one has no more rights, expires no later, and is revoked with it', async () => {
  const { list, create, send, status, tokenOf, now, wait } = await ready()
  const end = now() + 3_600_000
  const reading = await tokenOf('admin', 'read', end)
  const made = await create({ description: 'made', expires: 0 }, reading)
  expect((await list('', reading)).tokens.find(({ id }) => id === made.id)).toMatchObject({ expires: end / 1000 })
  const stack = { stackName: 'prod' }
  const denied = await send('POST', '/api/stacks/organization/shop', { token: made.tokenValue, body: stack })
  expect([denied.status, await denied.json()]).toMatchObject([403, { message: expect.stringContaining('scope read') }])
  const child = await create({ description: 'grandchild', expires: now() / 1000 + 60 }, made.tokenValue)
  expect((await send('DELETE', `/api/user/tokens/${made.id}`)).status).toBe(204)
  expect([await status(made.tokenValue), await status(child.tokenValue), await status(reading)]).toEqual([
    401, 401, 200,
  ])
  await wait(3600)
  expect(await status(reading)).toBe(401)
})

it('a token of a smaller scope cannot delete one of a larger scope, nor a token of another user', async () => {
  const { send, create, addUser, tokenOf, list } = await ready()
  const { id } = await create({ description: 'operates', expires: 0 })
  const refused = await send('DELETE', `/api/user/tokens/${id}`, { token: await tokenOf('admin', 'read') })
  expect([refused.status, await refused.json()]).toEqual([
    403,
    { code: 403, message: expect.stringMatching(/^Forbidden: .*scope operate/) },
  ])
  const bob = await addUser('bob', 'admin')
  expect((await send('DELETE', `/api/user/tokens/${id}`, { token: bob })).status).toBe(404)
  expect((await list('', bob)).tokens.map(({ name }) => name)).toEqual(["bob's token"])
})

it('lists active tokens, expired ones or all, in pages', async () => {
  const { list, create, send, wait, now } = await ready()
  await create({ description: 'short', expires: now() / 1000 + 60 })
  await wait(1)
  await create({ description: 'long', expires: 0 })
  await wait(60)
  const names = async (query: string) => (await list(query)).tokens.map(({ name }) => name)
  const mine = "admin's token"
  expect(await names('')).toEqual(['long', mine])
  expect(await names('?filter=expired')).toEqual(['short'])
  expect(await names('?filter=all')).toEqual(['long', 'short', mine])
  const seen: string[] = []
  let query = '?filter=all&maxResults=2'
  for (const isLast of [false, true]) {
    const { tokens, continuationToken } = await list(query)
    seen.push(...tokens.map(({ name }) => name))
    expect(continuationToken === null).toBe(isLast)
    query = `?filter=all&maxResults=2&continuationToken=${continuationToken}`
  }
  expect(seen).toEqual(['long', 'short', mine])
  for (const wrong of ['filter=some', 'maxResults=0', 'maxResults=1001', 'maxResults=x', 'continuationToken=x'])
    expect([wrong, (await send('GET', `/api/user/tokens?${wrong}`)).status]).toEqual([wrong, 400])
})

it('a second token with the same description gets a unique name, because names identify lease holders', async () => {
  const { create, list } = await ready()
  await create({ description: 'ci', expires: 0 })
  await create({ description: 'ci', expires: 0 })
  const names = (await list()).tokens.map(({ name }) => name)
  expect(new Set(names).size).toBe(names.length)
})

it.each([
  { description: '', expires: 0 },
  { description: 'x'.repeat(201), expires: 0 },
  { description: 'past', expires: 1 },
  { description: 'negative', expires: -1 },
  { description: 'fraction', expires: 1.5 },
  { expires: 0 },
])('an invalid request is refused: %j', async (body) => {
  const { send, list } = await ready()
  expect((await send('POST', '/api/user/tokens', { body })).status).toBe(400)
  expect((await list()).tokens).toHaveLength(1)
})
