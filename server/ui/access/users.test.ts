import { describe, expect, it } from 'vitest'
import { AccessTokens, CreatedToken, Session } from '#contract/session.ts'
import { SignInLink, User, Users } from '#contract/users.ts'
import { createServiceApp } from '../../cli/routes.ts'
import { createHarness, type Harness, problemOf as problem } from '#testing/consoleHarness.ts'

const ORIGIN = { origin: 'http://localhost:3000' }
const DAY_S = 24 * 3600
const bearer = (value: string) => ({ headers: { authorization: `token ${value}` } })

const make = async (harness: Harness, body: object) =>
  User.parse(await (await harness.call('POST', '/users', { body: { login: 'ada', name: 'Ada', ...body } })).json())

const tokenFor = async (harness: Harness, user: User, body: object = {}) => {
  const response = await harness.call('POST', `/users/${user.id}/tokens`, { body: { name: 'hers', ...body } })
  return CreatedToken.parse(await response.json())
}

/** Returns the cookie of a session started with `proof`. */
const signIn = async (harness: Harness, proof: { code: string } | { token: string }) => {
  const response = await harness.call('POST', '/session', { headers: ORIGIN, body: proof })
  return { response, headers: { ...ORIGIN, cookie: response.headers.get('set-cookie')?.split(';')[0] ?? '' } }
}
const linkCode = async (harness: Harness, user: User) => {
  const link = SignInLink.parse(await (await harness.call('POST', `/users/${user.id}/sign-in-link`)).json())
  return { ...link, code: link.url.split('#code=')[1] ?? '' }
}
const statusOf = async (harness: Harness, headers: Record<string, string>) =>
  (await harness.call('GET', '/session', { headers })).status

describe('a user', () => {
  it('has a name without characters that no one sees, or that turn the text around', async () => {
    const harness = await createHarness()
    for (const name of ['Ada\u202egpj', 'A\u200bda', 'Ada\u0007']) {
      const made = await harness.call('POST', '/users', { body: { login: 'ada', name, role: 'reader' } })
      expect(made.status).toBe(400)
    }
  })

  it('is created by an administrator, with a token and a link that signs in once', async () => {
    const harness = await createHarness()
    const ada = await make(harness, { role: 'operator' })
    expect(ada).toMatchObject({ login: 'ada', name: 'Ada', role: 'operator', tokenCount: 0, isYou: false })
    const { value, token } = await tokenFor(harness, ada)
    expect(token.scope).toBe('operate')
    expect(await (await harness.call('GET', '/session', bearer(value))).json()).toMatchObject({ login: 'ada' })
    const link = await linkCode(harness, ada)
    expect(link.url).toMatch(/^http:\/\/localhost:3000\/login#code=[\w-]{43}$/)
    const { response } = await signIn(harness, link)
    expect(Session.parse(await response.json())).toMatchObject({ login: 'ada', role: 'operator', scope: 'operate' })
    expect((await signIn(harness, link)).response.status).toBe(401)
    const { users } = Users.parse(await harness.get('/users'))
    expect(users.map(({ login, isYou, tokenCount }) => [login, isYou, tokenCount])).toEqual([
      ['ada', false, 1],
      ['admin', true, 1],
    ])
  })

  it.each(['', 'Ada', 'a b', '-', 'holdfast', '../x'])('cannot be named %j', async (login) => {
    const harness = await createHarness()
    const response = await harness.call('POST', '/users', { body: { login, name: 'x', role: 'reader' } })
    expect((await problem(response)).code).toBe('bad_request')
  })

  it('is not created twice, and is restored after a removal without the former credentials', async () => {
    const harness = await createHarness()
    const ada = await make(harness, { role: 'admin' })
    const again = () => harness.call('POST', '/users', { body: { login: 'ada', name: 'Ada L.', role: 'reader' } })
    expect((await problem(await again())).code).toBe('conflict')
    const { value } = await tokenFor(harness, ada)
    const { code } = await linkCode(harness, ada)
    await harness.call('DELETE', `/users/${ada.id}`)
    const back = User.parse(await (await again()).json())
    expect(back).toMatchObject({ id: ada.id, name: 'Ada L.', role: 'reader', tokenCount: 0 })
    expect(await statusOf(harness, bearer(value).headers)).toBe(401)
    expect((await signIn(harness, { code })).response.status).toBe(401)
  })

  it('loses access at once when removed: tokens, sessions and links end', async () => {
    const harness = await createHarness()
    const ada = await make(harness, { role: 'admin' })
    const { value } = await tokenFor(harness, ada)
    const link = await linkCode(harness, ada)
    const { headers } = await signIn(harness, await linkCode(harness, ada))
    expect(await statusOf(harness, headers)).toBe(200)
    expect((await harness.call('DELETE', `/users/${ada.id}`)).status).toBe(200)
    expect(await statusOf(harness, headers)).toBe(401)
    expect(await statusOf(harness, bearer(value).headers)).toBe(401)
    expect((await signIn(harness, link)).response.status).toBe(401)
    expect(Users.parse(await harness.get('/users')).users.map(({ login }) => login)).toEqual(['admin'])
    expect((await harness.call('POST', `/users/${ada.id}/sign-in-link`)).status).toBe(404)
  })

  it('loses the rights of a former role at once', async () => {
    const harness = await createHarness()
    const ada = await make(harness, { role: 'admin' })
    const { value } = await tokenFor(harness, ada, { scope: 'admin' })
    expect((await harness.call('GET', '/users', bearer(value))).status).toBe(200)
    await harness.call('POST', `/users/${ada.id}`, { body: { role: 'reader' } })
    expect(await problem(await harness.call('GET', '/users', bearer(value)))).toMatchObject({
      status: 403,
      params: { needs: 'admin', has: 'reader' },
    })
  })

  it('has in each organization the role given there', async () => {
    const harness = await createHarness()
    const service = createServiceApp(harness.deps)
    await harness.cli.createStack('acme/shop/prod')
    await harness.cli.createStack('organization/shop/prod')
    const ada = await make(harness, { role: 'reader', roles: { acme: 'operator' } })
    const { value } = await tokenFor(harness, ada)
    const send = (method: string, path: string, body?: object) =>
      service.request(`/api/stacks/${path}`, {
        method,
        headers: { authorization: `token ${value}`, 'content-type': 'application/json' },
        ...(body && { body: JSON.stringify(body) }),
      })
    expect((await send('DELETE', 'organization/shop/prod')).status).toBe(403)
    const elsewhere = await send('POST', 'acme/shop/prod/transfer', { toOrg: 'organization' })
    expect(await elsewhere.json()).toMatchObject({
      code: 403,
      message: expect.stringContaining('ada has the role reader'),
    })
    expect((await send('DELETE', 'acme/shop/prod')).status).toBe(204)
  })
})

describe('the last administrator', () => {
  it('cannot be removed or given a lesser role until there is another one', async () => {
    const harness = await createHarness()
    const { users } = Users.parse(await harness.get('/users'))
    const admin = users[0]?.id ?? ''
    expect(await problem(await harness.call('DELETE', `/users/${admin}`))).toMatchObject({
      code: 'conflict',
      detail: 'admin is the last administrator and cannot be removed. Make another one first.',
    })
    const less = { body: { role: 'operator' } }
    expect((await problem(await harness.call('POST', `/users/${admin}`, less))).code).toBe('conflict')
    await make(harness, { role: 'admin' })
    expect((await harness.call('POST', `/users/${admin}`, less)).status).toBe(200)
  })

  it('remains when two remove each other at the same instant', async () => {
    const harness = await createHarness()
    const ada = await make(harness, { role: 'admin' })
    const admin = Users.parse(await harness.get('/users')).users.find(({ isYou }) => isYou)
    const hers = bearer((await tokenFor(harness, ada, { scope: 'admin' })).value)
    const both = await Promise.all([
      harness.call('DELETE', `/users/${ada.id}`),
      harness.call('DELETE', `/users/${admin?.id}`, hers),
    ])
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
  })
})

describe('a token', () => {
  const create = async (harness: Harness, body: object, by = harness.token) =>
    harness.call('POST', '/tokens', { ...bearer(by), body: { name: 't', ...body } })

  it('has the scope operate by default', async () => {
    const harness = await createHarness()
    const { token } = CreatedToken.parse(await (await create(harness, {})).json())
    expect(token).toMatchObject({ scope: 'operate', expiresAt: null })
  })

  it('is refused from the instant it expires, and so are its sessions', async () => {
    const harness = await createHarness()
    const { value, token } = CreatedToken.parse(await (await create(harness, { expiresInDays: 30 })).json())
    expect(token.expiresAt).toBe(harness.now() + 30 * DAY_S * 1000)
    await harness.wait(30 * DAY_S - 1)
    const { headers } = await signIn(harness, { token: value })
    expect(await statusOf(harness, bearer(value).headers)).toBe(200)
    expect(await statusOf(harness, headers)).toBe(200)
    await harness.wait(1)
    expect(await statusOf(harness, bearer(value).headers)).toBe(401)
    expect(await statusOf(harness, headers)).toBe(401)
    const service = createServiceApp(harness.deps)
    expect((await service.request('/api/user', bearer(value))).status).toBe(401)
  })

  it('created with a leaked token can do no more, and lasts no longer', async () => {
    const harness = await createHarness()
    const { value } = CreatedToken.parse(await (await create(harness, { scope: 'preview', expiresInDays: 30 })).json())
    expect(await problem(await create(harness, { scope: 'operate' }, value))).toMatchObject({
      code: 'forbidden',
      params: { needs: 'operate', has: 'preview' },
    })
    const more = { name: 'bred', expiresInDays: 365 }
    const bred = CreatedToken.parse(await (await create(harness, more, value)).json())
    expect(bred.token).toMatchObject({ scope: 'preview', expiresAt: harness.now() + 30 * DAY_S * 1000 })
    const { tokens } = AccessTokens.parse(await harness.get('/tokens'))
    const strong = tokens.find(({ scope }) => scope === 'admin')
    const theft = await harness.call('DELETE', `/tokens/${strong?.id}`, bearer(value))
    expect(await problem(theft)).toMatchObject({ code: 'forbidden', params: { needs: 'admin', has: 'preview' } })
  })

  it('limits the session started with it, which ends when it is revoked', async () => {
    const harness = await createHarness()
    const { value, token } = CreatedToken.parse(await (await create(harness, { scope: 'read' })).json())
    const { response, headers } = await signIn(harness, { token: value })
    expect(Session.parse(await response.json())).toMatchObject({ role: 'admin', scope: 'read' })
    expect(await problem(await harness.call('GET', '/users', { headers }))).toMatchObject({
      code: 'forbidden',
      params: { needs: 'admin', has: 'read' },
    })
    await harness.call('DELETE', `/tokens/${token.id}`)
    expect(await statusOf(harness, headers)).toBe(401)
  })
})

it('signing out everywhere ends all sessions of one user, and no tokens', async () => {
  const harness = await createHarness()
  const ada = await make(harness, { role: 'operator' })
  const { value } = await tokenFor(harness, ada)
  const [first, second] = [await signIn(harness, await linkCode(harness, ada)), await signIn(harness, { token: value })]
  const other = await signIn(harness, { token: harness.token })
  expect((await harness.call('DELETE', '/sessions', { headers: first.headers })).status).toBe(200)
  expect(await Promise.all([first, second, other].map(({ headers }) => statusOf(harness, headers)))).toEqual([
    401, 401, 200,
  ])
  expect(await statusOf(harness, bearer(value).headers)).toBe(200)
  const third = await signIn(harness, { token: value })
  await harness.call('DELETE', `/users/${ada.id}/sessions`)
  expect(await statusOf(harness, third.headers)).toBe(401)
})
