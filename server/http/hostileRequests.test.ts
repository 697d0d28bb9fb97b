import { describe, expect, it } from 'vitest'
import { AccessTokens, CreatedToken } from '#contract/session.ts'
import { User } from '#contract/users.ts'
import { createServiceApp } from '../cli/routes.ts'
import { createHarness, type Harness } from '#testing/consoleHarness.ts'

const ORIGIN = { origin: 'http://localhost:3000' }
const bearer = (value: string) => ({ authorization: `token ${value}` })
const json = { 'content-type': 'application/json' }

const cookieOf = (response: Response) => response.headers.get('set-cookie')?.split(';')[0] ?? ''
const signIn = (harness: Harness, headers: Record<string, string> = {}) =>
  harness.call('POST', '/session', { headers: { ...ORIGIN, ...headers }, body: { token: harness.token } })

describe('a session', () => {
  it('is new at each sign-in, so that a value planted in the browser before is useless', async () => {
    const harness = await createHarness()
    const planted = `${cookieOf(await signIn(harness)).split('=')[0]}=${'A'.repeat(43)}`
    const own = cookieOf(await signIn(harness, { cookie: planted }))
    expect(own).not.toBe(planted)
    expect((await harness.call('GET', '/session', { headers: { cookie: own } })).status).toBe(200)
    expect((await harness.call('GET', '/session', { headers: { cookie: planted } })).status).toBe(401)
  })

  it('is read only from its header, and so is a token, never from an address', async () => {
    const harness = await createHarness()
    const value = cookieOf(await signIn(harness)).split('=')[1] ?? ''
    const service = createServiceApp(harness.deps)
    for (const name of ['token', 'access_token', 'accessToken', 'authorization', 'holdfast_session', 'session']) {
      for (const secret of [harness.token, `token ${harness.token}`, value]) {
        const query = new URLSearchParams({ [name]: secret }).toString()
        expect((await harness.call('GET', `/session?${query}`, { headers: {} })).status).toBe(401)
        expect((await service.request(`/api/user?${query}`)).status).toBe(401)
      }
    }
  })

  it('is one cookie, and no other cookie is set', async () => {
    const response = await signIn(await createHarness())
    expect(response.headers.getSetCookie()).toHaveLength(1)
  })
})

describe('unknown fields', () => {
  it('are dropped: a token cannot be given another owner, or a chosen hash', async () => {
    const harness = await createHarness()
    const rita = await harness.addUser('rita', 'reader')
    const admin = await harness.deps.store.read((reader) => reader.userByLogin('admin'))
    const body = { name: 'x', userId: admin?.id, hash: 'a'.repeat(64), source: 'environment', id: 'mine', createdAt: 1 }
    const made = await harness.call('POST', '/tokens', { headers: bearer(rita), body })
    const { token, value } = CreatedToken.parse(await made.json())
    expect(token).toMatchObject({ name: 'x', scope: 'read', source: 'console', createdAt: harness.now() })
    expect(token.id).not.toBe('mine')
    expect(await (await harness.call('GET', '/session', { headers: bearer(value) })).json()).toMatchObject({
      login: 'rita',
    })
    expect(AccessTokens.parse(await harness.get('/tokens')).tokens.map(({ name }) => name)).not.toContain('x')
  })

  it('are dropped: changing a user changes their role and nothing else', async () => {
    const harness = await createHarness()
    const make = await harness.call('POST', '/users', {
      body: { login: 'ada', name: 'Ada', role: 'reader', id: 'mine' },
    })
    const ada = User.parse(await make.json())
    expect(ada.id).not.toBe('mine')
    await harness.call('POST', `/users/${ada.id}`, {
      body: { name: 'Ada L.', login: 'admin', createdAt: 1, removedAt: 1 },
    })
    const stored = await harness.deps.store.read((reader) => reader.userById(ada.id))
    expect(stored).toMatchObject({ login: 'ada', name: 'Ada L.', role: 'reader', removedAt: null })
    expect(stored?.createdAt).not.toBe(1)
  })

  it('cannot change the prototype of another object', async () => {
    const harness = await createHarness()
    const rita = await harness.addUser('rita', 'reader')
    const service = createServiceApp(harness.deps)
    const hostile =
      '{"name":"x","__proto__":{"role":"admin","scope":"admin"},"constructor":{"prototype":{"role":"admin"}}}'
    await harness.call('POST', '/tokens', { headers: bearer(rita), body: hostile })
    await harness.call('GET', '/stacks?__proto__[role]=admin&constructor=x', { headers: bearer(rita) })
    const roles = { login: 'eve', name: 'Eve', role: 'reader', roles: JSON.parse('{"__proto__":"admin"}') as object }
    expect((await harness.call('POST', '/users', { body: roles })).status).not.toBe(500)
    const request = (path: string, method: string) =>
      service.request(path, {
        method,
        headers: { ...json, ...bearer(rita) },
        ...(method === 'POST' && { body: hostile }),
      })
    for (const org of ['__proto__', 'constructor', 'toString']) {
      expect((await request(`/api/stacks/${org}/shop`, 'POST')).status).toBe(403)
      expect((await request(`/api/stacks/${org}/shop/prod`, 'DELETE')).status).toBe(403)
    }
    expect(({} as Record<string, unknown>)['role']).toBeUndefined()
    expect(({} as Record<string, unknown>)['scope']).toBeUndefined()
  })
})
