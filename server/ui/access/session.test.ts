import { describe, expect, it } from 'vitest'
import { api } from '#contract/api.ts'
import { AccessTokens, Connect, CreatedToken, Session } from '#contract/session.ts'
import { authenticate } from '../../http/auth.ts'
import { createCode } from '../../core/access/credentials.ts'
import { purgeSignIns } from '../../http/session.ts'
import { hashSecret } from '../../secretValue.ts'
import { PUBLIC } from '../handlers.ts'
import { createHarness, type Harness, problemOf as problem } from '#testing/consoleHarness.ts'

const ORIGIN = { origin: 'http://localhost:3000' }

/** Signs in with a code and returns the cookie that the browser would send. */
async function browser(harness: Harness) {
  const admin = await harness.deps.store.read((reader) => reader.userByLogin('admin'))
  const code = await createCode(harness.deps, admin?.id ?? '')
  const response = await harness.call('POST', '/session', { headers: ORIGIN, body: { code } })
  const setCookie = response.headers.get('set-cookie') ?? ''
  return { code, response, setCookie, cookie: setCookie.split(';')[0] ?? '' }
}

describe('signing in with the printed link', () => {
  it('works once', async () => {
    const harness = await createHarness()
    const { code, response } = await browser(harness)
    expect(Session.parse(await response.json())).toMatchObject({ login: 'admin', role: 'admin', via: 'cookie' })
    const again = await harness.call('POST', '/session', { headers: ORIGIN, body: { code } })
    expect(await problem(again)).toMatchObject({ status: 401, code: 'sign_in_failed' })
  })

  it('works for 15 minutes', async () => {
    const harness = await createHarness()
    const admin = await harness.deps.store.read((reader) => reader.userByLogin('admin'))
    const code = await createCode(harness.deps, admin?.id ?? '')
    await harness.wait(15 * 60)
    const late = await harness.call('POST', '/session', { headers: ORIGIN, body: { code } })
    expect((await problem(late)).code).toBe('sign_in_failed')
  })

  it('deletes the link when it was used or is too old', async () => {
    const harness = await createHarness()
    const { code: used } = await browser(harness)
    const admin = await harness.deps.store.read((reader) => reader.userByLogin('admin'))
    const old = await createCode(harness.deps, admin?.id ?? '')
    await harness.wait(14 * 60)
    const fresh = await createCode(harness.deps, admin?.id ?? '')
    await harness.wait(60)
    await purgeSignIns(harness.deps)
    const rows = await harness.deps.store.read((reader) =>
      Promise.all([used, old, fresh].map((code) => reader.codeByHash(hashSecret(code)))),
    )
    expect(rows.map((row) => row !== undefined)).toEqual([false, false, true])
  })

  it('sets a cookie that no script can read and no other site can send, and stores only its hash', async () => {
    const harness = await createHarness()
    const { setCookie, cookie } = await browser(harness)
    const value = cookie.split('=')[1] ?? ''
    expect(setCookie).toBe(`holdfast_session_8080=${value}; Max-Age=604800; Path=/; HttpOnly; SameSite=Lax`)
    expect(value).toMatch(/^[\w-]{43}$/)
    const stored = await harness.deps.store.read((reader) => reader.sessionByHash(hashSecret(value)))
    expect(JSON.stringify(stored)).not.toContain(value)
  })

  it('marks the cookie Secure when the public address is https', async () => {
    const harness = await createHarness({ publicUrl: 'https://pulumi.example', consoleUrls: ['http://localhost:3000'] })
    expect((await browser(harness)).setCookie).toMatch(/^__Host-holdfast_session=[\w-]{43}; .*Path=\/; .*; Secure;/)
  })

  it('gives the cookie no longer lifetime than browsers allow, however long a session may last', async () => {
    const harness = await createHarness({ sessionMaxMs: 1000 * 24 * 3600_000 })
    const { response, setCookie } = await browser(harness)
    expect(response.status).toBe(200)
    expect(setCookie).toContain(`; Max-Age=${400 * 24 * 3600};`)
  })

  it('accepts only a cookie of this exact host when the public address is https', async () => {
    const harness = await createHarness({ publicUrl: 'https://pulumi.example', consoleUrls: ['http://localhost:3000'] })
    const { cookie } = await browser(harness)
    const status = async (sent: string) => (await harness.call('GET', '/session', { headers: { cookie: sent } })).status
    expect(await status(cookie)).toBe(200)
    expect(await status(cookie.replace('__Host-', ''))).toBe(401)
  })

  it('accepts an access token as well', async () => {
    const harness = await createHarness()
    const response = await harness.call('POST', '/session', { headers: ORIGIN, body: { token: harness.token } })
    expect(response.status).toBe(200)
    expect(response.headers.get('set-cookie')).toContain('holdfast_session_8080=')
  })
})

describe('a session', () => {
  it('belongs to the user who signed in', async () => {
    const harness = await createHarness()
    const { cookie } = await browser(harness)
    const response = await harness.call('GET', '/session', { headers: { cookie } })
    expect(Session.parse(await response.json()).login).toBe('admin')
    expect(response.headers.get('set-cookie')).toBeNull()
  })

  const statusOf = async (harness: Harness, cookie: string) =>
    (await harness.call('GET', '/session', { headers: { cookie } })).status

  it('is not ended by a sign-in to a server on another port of the same host', async () => {
    const [one, other] = await Promise.all([
      createHarness({ publicUrl: 'http://localhost:19300', consoleUrls: ['http://localhost:3000'] }),
      createHarness({ publicUrl: 'http://localhost:19310', consoleUrls: ['http://localhost:3000'] }),
    ])
    const jar = new Map<string, string>()
    for (const { cookie } of [await browser(one), await browser(other)]) {
      const [name = '', value = ''] = cookie.split('=')
      jar.set(name, value)
    }
    const cookies = [...jar].map((entry) => entry.join('=')).join('; ')
    expect([await statusOf(one, cookies), await statusOf(other, cookies)]).toEqual([200, 200])
  })

  it('that was started under the former name of the cookie is kept, and ends with a sign-out', async () => {
    const harness = await createHarness()
    const former = (await browser(harness)).cookie.replace('holdfast_session_8080', 'holdfast_session')
    expect(await statusOf(harness, former)).toBe(200)
    const both = `${former}; ${(await browser(harness)).cookie}`
    await harness.call('DELETE', '/session', { headers: { ...ORIGIN, cookie: both } })
    expect(await statusOf(harness, former)).toBe(401)
  })

  it('ends 12 hours after its last use', async () => {
    const harness = await createHarness()
    const { cookie } = await browser(harness)
    await harness.wait(12 * 3600 - 1)
    expect(await statusOf(harness, cookie)).toBe(200)
    await harness.wait(12 * 3600 - 1)
    expect(await statusOf(harness, cookie)).toBe(200)
    await harness.wait(12 * 3600)
    expect(await statusOf(harness, cookie)).toBe(401)
  })

  it('ends 7 days after it started, however much it is used, and is deleted', async () => {
    const harness = await createHarness()
    const { cookie } = await browser(harness)
    for (let hour = 0; hour < 7 * 24 - 1; hour += 6) {
      expect(await statusOf(harness, cookie)).toBe(200)
      await harness.wait(6 * 3600)
    }
    expect(await statusOf(harness, cookie)).toBe(401)
    const stored = () =>
      harness.deps.store.read((reader) => reader.sessionByHash(hashSecret(cookie.split('=')[1] ?? '')))
    expect(await stored()).toBeDefined()
    await purgeSignIns(harness.deps)
    expect(await stored()).toBeUndefined()
  })

  it('ends as the settings say', async () => {
    const harness = await createHarness({ sessionIdleMs: 3600_000, sessionMaxMs: 2 * 3600_000 })
    const { cookie, setCookie } = await browser(harness)
    expect(setCookie).toContain('Max-Age=7200;')
    await harness.wait(3600)
    expect(await statusOf(harness, cookie)).toBe(401)
  })

  it('is not kept alive by the event stream', async () => {
    const harness = await createHarness()
    const { cookie } = await browser(harness)
    await harness.wait(11 * 3600)
    const request = new Request('http://localhost:3000/', { headers: { cookie } })
    expect(await authenticate(harness.deps, request, { isUse: false })).toBeDefined()
    await harness.wait(3600)
    expect(await statusOf(harness, cookie)).toBe(401)
  })

  it('is replaced by another user’s link only after confirmation, which leaves the link valid', async () => {
    const harness = await createHarness()
    await harness.addUser('ada', 'reader')
    const { cookie } = await browser(harness)
    const ada = await harness.deps.store.read((reader) => reader.userByLogin('ada'))
    const code = await createCode(harness.deps, ada?.id ?? '')
    const open = (body: object, more: object = { cookie }) =>
      harness.call('POST', '/session', { headers: { ...ORIGIN, ...more }, body })
    expect(await problem(await open({ code }))).toMatchObject({
      code: 'conflict',
      params: { signedInAs: 'admin', signsIn: 'ada' },
    })
    expect(await statusOf(harness, cookie)).toBe(200)
    expect(Session.parse(await (await open({ code, changeUser: true })).json()).login).toBe('ada')
    expect(await problem(await open({ code, changeUser: true }))).toMatchObject({ code: 'sign_in_failed' })
  })

  it('ends when the user signs out', async () => {
    const harness = await createHarness()
    const { cookie } = await browser(harness)
    const out = await harness.call('DELETE', '/session', { headers: { cookie, ...ORIGIN } })
    expect(out.headers.get('set-cookie')).toContain('Max-Age=0')
    expect((await harness.call('GET', '/session', { headers: { cookie } })).status).toBe(401)
  })

  it.each([
    ['a foreign page', { origin: 'http://evil.example' }],
    ['another port of this machine', { origin: 'http://localhost:5000' }],
    ['a sandboxed frame', { origin: 'null' }],
    ['a client that sends no origin', {}],
  ])('refuses writes from %s', async (_, headers) => {
    const harness = await createHarness()
    const { cookie } = await browser(harness)
    const response = await harness.call('POST', '/tokens', { headers: { cookie, ...headers }, body: { name: 'x' } })
    expect(await problem(response)).toMatchObject({ status: 403, code: 'wrong_origin' })
    expect(AccessTokens.parse(await harness.get('/tokens')).tokens).toHaveLength(1)
  })

  it('refuses writes from a form', async () => {
    const harness = await createHarness()
    const { cookie } = await browser(harness)
    const headers = { cookie, ...ORIGIN, 'content-type': 'text/plain' }
    const response = await harness.ui.request('/api/ui/tokens', { method: 'POST', headers, body: '{"name":"x"}' })
    expect((await problem(response)).code).toBe('wrong_origin')
  })

  it.each(['http://localhost:8080', 'http://localhost:3000'])(
    'allows writes from the console’s own page at %s',
    async (origin) => {
      const harness = await createHarness()
      const { cookie } = await browser(harness)
      const response = await harness.call('POST', '/tokens', { headers: { cookie, origin }, body: { name: 'x' } })
      expect(response.status).toBe(200)
    },
  )

  it('is not created for a foreign page', async () => {
    const harness = await createHarness()
    const headers = { origin: 'http://evil.example' }
    const response = await harness.call('POST', '/session', { headers, body: { token: harness.token } })
    expect((await problem(response)).code).toBe('wrong_origin')
    expect(response.headers.get('set-cookie')).toBeNull()
  })

  it('is not used for a request with a wrong token', async () => {
    const harness = await createHarness()
    const { cookie } = await browser(harness)
    const headers = { cookie, authorization: 'token hf_wrong' }
    expect((await harness.call('GET', '/session', { headers })).status).toBe(401)
  })
})

describe('failed sign-ins', () => {
  const from = (address: string) => ({ incoming: { socket: { remoteAddress: address } } })
  const attempt = ({ ui }: Harness, address: string, token = 'hf_wrong') => {
    const headers = { ...ORIGIN, 'content-type': 'application/json' }
    return ui.request('/api/ui/session', { method: 'POST', headers, body: JSON.stringify({ token }) }, from(address))
  }

  it('are blocked after ten from one address within a minute, and then no longer logged', async () => {
    const harness = await createHarness()
    for (let i = 0; i < 10; i++) expect((await attempt(harness, '10.0.0.1')).status).toBe(401)
    const refused = await attempt(harness, '10.0.0.1')
    expect(refused.headers.get('retry-after')).toBe('60')
    expect(await problem(refused)).toMatchObject({ status: 429, code: 'too_many_requests' })
    expect((await attempt(harness, '10.0.0.2')).status).toBe(401)
    const { entries } = (await harness.get('/audit?action=signin.failed')) as { entries: unknown[] }
    expect(entries).toHaveLength(11)
    await harness.wait(60)
    expect((await attempt(harness, '10.0.0.1')).status).toBe(401)
  })

  it('do not block others at the same address, such as everyone behind a proxy', async () => {
    const harness = await createHarness()
    for (let i = 0; i < 12; i++) await attempt(harness, '10.0.0.1')
    expect((await attempt(harness, '10.0.0.1', harness.token)).status).toBe(200)
  })

  it('leave no secret in the answer or the log', async () => {
    const harness = await createHarness()
    const response = await attempt(harness, '10.0.0.1', 'hf_my-secret-typo')
    expect((await response.text()) + harness.logged.join()).not.toContain('my-secret-typo')
  })
})

describe('access tokens', () => {
  it('return their value once, and are stored as a hash', async () => {
    const harness = await createHarness()
    const { token, value } = CreatedToken.parse(
      await (await harness.call('POST', '/tokens', { body: { name: ' laptop ' } })).json(),
    )
    expect(value).toMatch(/^hf_[\w-]{43}$/)
    expect(token).toMatchObject({ name: 'laptop', hint: value.slice(0, 7), source: 'console', lastUsedAt: null })
    const list = await (await harness.call('GET', '/tokens')).text()
    expect(list).toContain('laptop')
    expect(list).not.toContain(value)
    const row = await harness.deps.store.read((reader) => reader.tokenByHash(hashSecret(value)))
    expect(row?.id).toBe(token.id)
    expect(JSON.stringify(row)).not.toContain(value)
  })

  it('note their last use, at most once a minute', async () => {
    const harness = await createHarness()
    const lastUse = async () => AccessTokens.parse(await harness.get('/tokens')).tokens[0]?.lastUsedAt
    const first = await lastUse()
    expect(first).toBe(harness.now())
    await harness.wait(59)
    expect(await lastUse()).toBe(first)
    await harness.wait(1)
    expect(await lastUse()).toBe(harness.now())
  })

  it('stop working when they are revoked', async () => {
    const harness = await createHarness()
    const created = CreatedToken.parse(await (await harness.call('POST', '/tokens', { body: { name: 'ci' } })).json())
    const headers = { authorization: `token ${created.value}` }
    expect((await harness.call('GET', '/session', { headers })).status).toBe(200)
    expect((await harness.call('DELETE', `/tokens/${created.token.id}`)).status).toBe(200)
    expect((await harness.call('GET', '/session', { headers })).status).toBe(401)
  })

  it('of another user cannot be revoked', async () => {
    const harness = await createHarness()
    const headers = { authorization: `token ${await harness.addUser('rita', 'reader')}` }
    const [mine] = AccessTokens.parse(await harness.get('/tokens')).tokens
    const response = await harness.call('DELETE', `/tokens/${mine?.id}`, { headers })
    expect((await problem(response)).code).toBe('not_found')
    expect((await harness.call('GET', '/session')).status).toBe(200)
  })

  it('are created for `pulumi login` under the name it sends', async () => {
    const harness = await createHarness()
    const body = { description: 'Generated by pulumi login on laptop at now' }
    const created = CreatedToken.parse(await (await harness.call('POST', '/cli-login', { body })).json())
    expect(created.token).toMatchObject({ name: body.description, source: 'cli-login', scope: 'operate' })
    const chosen = await harness.call('POST', '/cli-login', { body: { ...body, scope: 'admin' } })
    expect(CreatedToken.parse(await chosen.json()).token.scope).toBe('admin')
    const headers = { authorization: `token ${await harness.addUser('rita', 'reader')}` }
    const tooWide = await harness.call('POST', '/cli-login', { body: { ...body, scope: 'operate' }, headers })
    expect((await problem(tooWide)).code).toBe('forbidden')
  })

  it('are logged with who created and revoked them, without their values', async () => {
    const harness = await createHarness()
    const created = CreatedToken.parse(await (await harness.call('POST', '/tokens', { body: { name: 'ci' } })).json())
    await harness.call('DELETE', `/tokens/${created.token.id}`)
    const audit = await harness.deps.store.read((reader) => reader.audit({ limit: 10 }))
    expect(audit.map((row) => row.action).toSorted()).toEqual(['token.create', 'token.revoke'])
    expect(JSON.stringify(audit)).not.toContain(created.value)
  })
})

describe('connecting a CLI', () => {
  it.each([
    ['http://localhost:8080', ['http://localhost:3000'], 'pulumi login http://localhost:8080'],
    ['http://localhost:8080', [], 'export PULUMI_CONSOLE_DOMAIN=localhost:8080 && pulumi login http://localhost:8080'],
    ['http://localhost:9000', [], 'export PULUMI_CONSOLE_DOMAIN=localhost:9000 && pulumi login http://localhost:9000'],
    ['https://api.example.org', ['https://app.example.org'], 'pulumi login https://api.example.org'],
  ])('to %s with the console at %j needs: %s', async (publicUrl, consoleUrls, command) => {
    const harness = await createHarness({ publicUrl, consoleUrls })
    expect(Connect.parse(await harness.get('/connect')).loginCommand).toBe(command)
  })

  it('shows the directory of the data to administrators only', async () => {
    const harness = await createHarness({ dataPath: '/var/lib/holdfast' })
    const headers = { authorization: `token ${await harness.addUser('rita', 'reader')}` }
    expect(Connect.parse(await harness.get('/connect')).dataPath).toBe('/var/lib/holdfast')
    const seen: unknown = await (await harness.call('GET', '/connect', { headers })).json()
    expect(Connect.parse(seen).dataPath).toBeNull()
  })
})

it('the public endpoints are exactly those that the contract calls public', () => {
  const names = Object.entries(api).filter(([, endpoint]) => endpoint.access === 'public')
  expect(names.map(([name]) => name)).toEqual([...PUBLIC])
})
