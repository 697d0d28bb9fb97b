import { describe, expect, it } from 'vitest'
import { AccessTokens, BrowserSessions, CreatedToken, RevocationEffect } from '#contract/session.ts'
import { SignInLink, User, Users } from '#contract/users.ts'
import { createServiceApp } from '../../cli/routes.ts'
import { makeToken, MAX_TOKENS } from '../../core/access/accessTokens.ts'
import { createHarness, type Harness, problemOf as problem } from '#testing/consoleHarness.ts'

const ORIGIN = { origin: 'http://localhost:3000' }
const DAY_S = 24 * 3600
const bearer = (value: string) => ({ authorization: `token ${value}` })
type Headers = Record<string, string>

const made = async (harness: Harness, headers: Headers, body: object, path = '/tokens') =>
  CreatedToken.parse(await (await harness.call('POST', path, { headers, body })).json())
const cookieOf = async (harness: Harness, body: object, more: Headers = {}): Promise<Headers> => {
  const response = await harness.call('POST', '/session', { headers: { ...ORIGIN, ...more }, body })
  return { ...ORIGIN, cookie: response.headers.get('set-cookie')?.split(';')[0] ?? '' }
}
const works = async (harness: Harness, headers: Headers) =>
  (await harness.call('GET', '/session', { headers })).status === 200
const workingOf = async (harness: Harness, callers: Record<string, Headers>): Promise<string[]> => {
  const tried = await Promise.all(
    Object.entries(callers).map(async ([name, headers]) => ((await works(harness, headers)) ? [name] : [])),
  )
  return tried.flat()
}

/**
 * Everything created from a leaked token: a token, one created in a session started with it, one of `pulumi login`, one
 * for another user, and a session started with a sign-in link.
 */
async function grown(harness: Harness) {
  const admin = bearer(harness.token)
  const { value, token: root } = await made(harness, admin, { name: 'leaked', scope: 'admin', expiresInDays: 30 })
  const leaked = bearer(value)
  const child = await made(harness, leaked, { name: 'child' })
  const session = await cookieOf(harness, { token: child.value })
  const grandchild = await made(harness, session, { name: 'grandchild' })
  const byCli = await made(harness, session, { description: 'pulumi login on laptop' }, '/cli-login')
  const body = { login: 'ada', name: 'Ada', role: 'operator' }
  const ada = User.parse(await (await harness.call('POST', '/users', { body })).json())
  const hers = await made(harness, leaked, { name: 'hers' }, `/users/${ada.id}/tokens`)
  const link = SignInLink.parse(
    await (await harness.call('POST', `/users/${ada.id}/sign-in-link`, { headers: leaked })).json(),
  )
  const linked = await cookieOf(harness, { code: link.url.split('#code=')[1] ?? '' })
  const callers = {
    leaked,
    session,
    linked,
    child: bearer(child.value),
    grandchild: bearer(grandchild.value),
    byCli: bearer(byCli.value),
    hers: bearer(hers.value),
  }
  return { root, ada, tokens: { child, grandchild, byCli, hers }, callers }
}

const firstUserId = async (harness: Harness) => Users.parse(await harness.get('/users')).users[0]?.id ?? ''

describe('revoking a token', () => {
  it('ends everything created with it, and nothing else', async () => {
    const harness = await createHarness()
    const { root, callers } = await grown(harness)
    const other = await made(harness, bearer(harness.token), { name: 'other' })
    expect(await workingOf(harness, callers)).toEqual(Object.keys(callers))
    await harness.call('DELETE', `/tokens/${root.id}`)
    expect(await workingOf(harness, callers)).toEqual([])
    const sessions = await harness.deps.store.read(async (reader) => {
      const users = await reader.users()
      return (await Promise.all(users.map(({ id }) => reader.sessions({ userId: id })))).flat()
    })
    expect(sessions).toEqual([]) // not only refused, but deleted
    expect(await works(harness, bearer(other.value))).toBe(true)
    expect(await works(harness, bearer(harness.token))).toBe(true)
  })

  it('shows in advance how much that is, and records it in the audit log', async () => {
    const harness = await createHarness()
    const { root } = await grown(harness)
    await harness.cli.createStack('organization/shop/prod')
    const effect = RevocationEffect.parse(await harness.get(`/tokens/${root.id}/revocation`))
    expect(effect).toMatchObject({ sessions: 2, endsThisSession: false, updates: [] })
    expect(effect.tokens.map(({ name, login }) => `${name} of ${login}`).toSorted()).toEqual([
      'child of admin',
      'grandchild of admin',
      'hers of ada',
      'pulumi login on laptop of admin',
    ])
    await harness.call('DELETE', `/tokens/${root.id}`)
    const { entries } = (await harness.get('/audit?action=token.revoke')) as { entries: { detail: string }[] }
    expect(entries[0]?.detail).toMatch(/^leaked .*; also ended 4 tokens, 2 sessions$/)
  })

  it('says so when it ends the current session', async () => {
    const harness = await createHarness()
    const { value, token } = await made(harness, bearer(harness.token), { name: 'mine', scope: 'admin' })
    const session = await cookieOf(harness, { token: value })
    const response = await harness.call('GET', `/tokens/${token.id}/revocation`, { headers: session })
    expect(RevocationEffect.parse(await response.json())).toMatchObject({ sessions: 1, endsThisSession: true })
  })

  it('does not affect the parent of a token in the middle of the tree', async () => {
    const harness = await createHarness()
    const { tokens, callers } = await grown(harness)
    await harness.call('DELETE', `/tokens/${tokens.child.token.id}`)
    expect(await works(harness, callers.grandchild)).toBe(false)
    expect(await works(harness, callers.leaked)).toBe(true)
    expect(await works(harness, callers.hers)).toBe(true)
  })

  it('is done for all tokens of a user who is removed', async () => {
    const harness = await createHarness()
    const { ada, callers } = await grown(harness)
    const bred = await made(harness, callers.hers, { name: 'bred' })
    const effect = RevocationEffect.parse(await harness.get(`/users/${ada.id}/removal`))
    expect(effect).toMatchObject({ sessions: 1, endsThisSession: false, updates: [] }) // started with a sign-in link
    expect(effect.tokens.map(({ name }) => name).toSorted()).toEqual(['bred', 'hers'])
    await harness.call('POST', `/users/${ada.id}`, { body: { role: 'admin' } })
    const body = { name: 'strong', scope: 'admin' }
    const strong = bearer((await made(harness, bearer(harness.token), body, `/users/${ada.id}/tokens`)).value)
    const given = await made(harness, strong, { name: 'given' }, `/users/${await firstUserId(harness)}/tokens`)
    await harness.call('DELETE', `/users/${ada.id}`)
    expect(await works(harness, bearer(given.value))).toBe(false)
    // Nor are they restored with the user.
    await harness.call('POST', '/users', { body: { login: 'ada', name: 'Ada', role: 'admin' } })
    for (const headers of [bearer(bred.value), strong]) expect(await works(harness, headers)).toBe(false)
    await harness.call('DELETE', `/users/${ada.id}`)
    expect(Users.parse(await harness.get('/users')).users).toHaveLength(1)
  })
})

describe('what is created with a token', () => {
  it('expires no later than it, including a session from a sign-in link', async () => {
    const harness = await createHarness()
    const { tokens, root } = await grown(harness)
    for (const { token } of Object.values(tokens)) expect(token.expiresAt).toBe(root.expiresAt)
    await harness.wait(30 * DAY_S - 3600)
    const id = await firstUserId(harness)
    const leaked = await made(harness, bearer(harness.token), { name: 'short', scope: 'admin', expiresInDays: 30 })
    const link = await harness.call('POST', `/users/${id}/sign-in-link`, { headers: bearer(leaked.value) })
    const { url, expiresAt } = SignInLink.parse(await link.json())
    expect(expiresAt).toBe(harness.now() + 15 * 60_000)
    const session = await cookieOf(harness, { code: url.split('#code=')[1] ?? '' })
    expect(await works(harness, session)).toBe(true)
    await harness.call('DELETE', `/tokens/${leaked.token.id}`)
    expect(await works(harness, session)).toBe(false)
  })

  it('cannot be created once it is revoked, not even from an earlier link', async () => {
    const harness = await createHarness()
    const { value, token } = await made(harness, bearer(harness.token), { name: 'leaked', scope: 'admin' })
    const id = await firstUserId(harness)
    const link = await harness.call('POST', `/users/${id}/sign-in-link`, { headers: bearer(value) })
    const code = SignInLink.parse(await link.json()).url.split('#code=')[1] ?? ''
    await harness.call('DELETE', `/tokens/${token.id}`)
    expect(await works(harness, await cookieOf(harness, { code }))).toBe(false)
  })

  it('shows the name of that token', async () => {
    const harness = await createHarness()
    await grown(harness)
    const { tokens } = AccessTokens.parse(await harness.get('/tokens'))
    const names = Object.fromEntries(tokens.map(({ name, madeWith }) => [name, madeWith?.name ?? null]))
    expect(names).toMatchObject({ child: 'leaked', grandchild: 'child', 'pulumi login on laptop': 'child' })
    const own = bearer((await made(harness, bearer(harness.token), { name: 'session of mine' })).value)
    const session = await cookieOf(harness, { token: own.authorization.slice('token '.length) })
    await harness.call('POST', '/tokens', { headers: session, body: { name: 'made in it' } })
    const { entries } = (await harness.get('/audit?action=token.create')) as { entries: { tokenName: string }[] }
    expect(entries[0]?.tokenName).toBe('session of mine')
  })
})

describe('the name of a token', () => {
  it('is unique among the working tokens of a user', async () => {
    const harness = await createHarness()
    const admin = bearer(harness.token)
    const { token } = await made(harness, admin, { name: 'ci', expiresInDays: 30 })
    const again = () => harness.call('POST', '/tokens', { headers: admin, body: { name: 'ci' } })
    expect(await problem(again())).toMatchObject({
      code: 'conflict',
      detail: 'You have an access token called “ci” already: choose another name.',
    })
    await harness.wait(30 * DAY_S)
    expect((await again()).status).toBe(200)
    await harness.call('DELETE', `/tokens/${token.id}`)
  })

  it('is numbered when it comes from a command line', async () => {
    const harness = await createHarness()
    const login = () => made(harness, bearer(harness.token), { description: 'pulumi login on laptop' }, '/cli-login')
    expect((await login()).token.name).toBe('pulumi login on laptop')
    expect((await login()).token.name).toBe('pulumi login on laptop (2)')
  })
})

describe('browser sessions', () => {
  const listed = async (harness: Harness, headers: Headers) =>
    BrowserSessions.parse(await (await harness.call('GET', '/sessions', { headers })).json())

  it('are listed with how they were started, from where, when they were used, and when they end', async () => {
    const harness = await createHarness()
    const { value } = await made(harness, bearer(harness.token), { name: 'laptop', scope: 'admin' })
    const old = await cookieOf(harness, { token: value }, { 'user-agent': 'Firefox' })
    await harness.wait(3600)
    const own = await cookieOf(harness, { token: harness.token }, { 'user-agent': 'Chrome' })
    await made(harness, own, { name: 'made here' })
    const { sessions, idleH, maxH } = await listed(harness, own)
    expect([idleH, maxH]).toEqual([12, 168])
    expect(sessions).toMatchObject([
      { userAgent: 'Chrome', isThis: true, tokenName: "admin's token", tokens: ['made here'] },
      { userAgent: 'Firefox', isThis: false, tokenName: 'laptop', tokens: [], endsAt: harness.now() + 11 * 3600_000 },
    ])
    expect(JSON.stringify(sessions)).not.toContain(old['cookie']?.split('=')[1])
    await harness.wait(11 * 3600)
    expect((await listed(harness, own)).sessions).toHaveLength(1)
  })

  it('end one by one, with the tokens created in them on request', async () => {
    const harness = await createHarness()
    const lost = await cookieOf(harness, { token: harness.token })
    const kept = await made(harness, lost, { name: 'kept' })
    const gone = await cookieOf(harness, { token: harness.token })
    const revoked = await made(harness, gone, { name: 'revoked' })
    const own = await cookieOf(harness, { token: harness.token })
    const idOf = async (name: string) =>
      (await listed(harness, own)).sessions.find(({ tokens }) => tokens.includes(name))?.id ?? ''
    await harness.call('DELETE', `/sessions/${await idOf('kept')}`, { headers: own })
    expect([await works(harness, lost), await works(harness, bearer(kept.value))]).toEqual([false, true])
    await harness.call('DELETE', `/sessions/${await idOf('revoked')}?tokens=revoke`, { headers: own })
    expect([await works(harness, gone), await works(harness, bearer(revoked.value))]).toEqual([false, false])
    expect(await works(harness, own)).toBe(true)
  })

  it('all end except the current one', async () => {
    const harness = await createHarness()
    const [one, two] = [
      await cookieOf(harness, { token: harness.token }),
      await cookieOf(harness, { token: harness.token }),
    ]
    await harness.call('DELETE', '/sessions?keep=this', { headers: one })
    expect([await works(harness, one), await works(harness, two)]).toEqual([true, false])
  })

  it('cannot be found by other users', async () => {
    const harness = await createHarness()
    const own = await cookieOf(harness, { token: harness.token })
    const [session] = (await listed(harness, own)).sessions
    const other = bearer(await harness.addUser('ada', 'admin'))
    expect(await problem(harness.call('DELETE', `/sessions/${session?.id}`, { headers: other }))).toMatchObject({
      code: 'not_found',
    })
    expect((await listed(harness, other)).sessions).toEqual([])
    expect(await works(harness, own)).toBe(true)
  })

  it('cannot be ended by a user who could not have granted them, nor can their tokens', async () => {
    const harness = await createHarness()
    const session = await cookieOf(harness, { token: harness.token })
    await made(harness, session, { name: 'strong', scope: 'admin' })
    const weak = bearer((await made(harness, bearer(harness.token), { name: 'weak', scope: 'preview' })).value)
    const { sessions } = await listed(harness, weak)
    const end = harness.call('DELETE', `/sessions/${sessions[0]?.id}?tokens=revoke`, { headers: weak })
    expect(await problem(end)).toMatchObject({ code: 'forbidden', params: { needs: 'admin', has: 'preview' } })
    expect(await works(harness, session)).toBe(true)
  })

  it('are neither ended nor located by a token that may only read', async () => {
    const harness = await createHarness()
    const own = await cookieOf(harness, { token: harness.token })
    const leaked = bearer((await made(harness, own, { name: 'ci', scope: 'read' })).value)
    const stronger = bearer((await made(harness, own, { name: 'preview', scope: 'preview' })).value)
    const { sessions } = await listed(harness, leaked)
    expect(sessions).toMatchObject([{ address: null, userAgent: '' }])
    for (const path of [`/sessions/${sessions[0]?.id}`, '/sessions', '/sessions?keep=this']) {
      const ended = await problem(harness.call('DELETE', path, { headers: leaked }))
      expect(ended).toMatchObject({ code: 'forbidden', params: { needs: 'preview', has: 'read' } })
    }
    expect(await works(harness, own)).toBe(true)
    await harness.call('DELETE', `/sessions/${sessions[0]?.id}`, { headers: stronger })
    expect(await works(harness, own)).toBe(false)
  })
})

describe('the number of access tokens', () => {
  it('of one user has a maximum, which revoked tokens do not count for', async () => {
    const harness = await createHarness()
    const names = Array.from({ length: MAX_TOKENS - 1 }, (_, n) => `t${n}`)
    const tokens = []
    for (const name of names) tokens.push(await made(harness, bearer(harness.token), { name }))
    const more = () => harness.call('POST', '/tokens', { body: { name: 'one more' } })
    expect(await problem(more())).toMatchObject({ code: 'conflict', detail: expect.stringContaining('maximum') })
    await harness.call('DELETE', `/tokens/${tokens[0]?.token.id}`)
    expect((await more()).status).toBe(200)
  })

  it('of one name changes nothing about how often the tokens are read', async () => {
    const harness = await createHarness()
    const { deps } = harness
    const user = await deps.store.read((reader) => reader.userByLogin('admin'))
    if (user === undefined) throw new Error('there is no administrator')
    const maker = {
      user,
      bound: null,
      session: null,
      by: { login: 'admin', tokenName: null, userAgent: '', address: null },
    }
    let reads = 0
    const store: typeof deps.store = {
      ...deps.store,
      write: (work) =>
        deps.store.write((writer) => work({ ...writer, tokens: (id) => ((reads += 1), writer.tokens(id)) })),
    }
    const wanted = { name: 'laptop', scope: 'read', expiresAt: null, source: 'cli-login' } as const
    for (let n = 0; n < 5; n++) await makeToken({ ...deps, store }, { ...maker, requestId: 'r' }, user, wanted)
    expect(reads).toBe(5)
  })
})

describe('wrong access tokens', () => {
  const from = (address: string) => ({ incoming: { socket: { remoteAddress: address } } })

  it.each(['console', 'CLI'])('are limited in rate and logged, within bounds: %s', async (which) => {
    const harness = await createHarness()
    const app = which === 'CLI' ? createServiceApp(harness.deps) : harness.ui
    const path = which === 'CLI' ? '/api/user' : '/api/ui/session'
    const send = (address: string, token = 'hf_wrong') => app.request(path, { headers: bearer(token) }, from(address))
    const statuses = []
    for (let n = 0; n < 105; n++) statuses.push((await send('10.0.0.1')).status)
    expect(statuses).toEqual([...Array.from({ length: 100 }, () => 401), ...Array.from({ length: 5 }, () => 429)])
    const refused = await send('10.0.0.1')
    expect(refused.headers.get('retry-after')).toBe('60')
    expect(await refused.json()).toMatchObject({ code: which === 'CLI' ? 429 : 'too_many_requests' })
    expect((await send('10.0.0.1', harness.token)).status).toBe(200)
    expect((await send('10.0.0.2')).status).toBe(401)
    const { entries } = (await harness.get('/audit?action=token.failed')) as { entries: unknown[] }
    expect(entries).toHaveLength(11)
    expect(JSON.stringify(entries) + harness.logged.join()).not.toContain('hf_wrong')
    await harness.wait(60)
    expect((await send('10.0.0.1')).status).toBe(401)
  })

  it('count as one address when they come from one IPv6 network, and are not all logged when from many', async () => {
    const harness = await createHarness()
    const send = (address: string) => harness.ui.request('/api/ui/session', { headers: bearer('x') }, from(address))
    for (let n = 0; n < 100; n++) await send(`2001:db8:1:2::${n.toString(16)}`)
    expect((await send('2001:db8:1:2:ffff::1')).status).toBe(429)
    expect((await send('2001:db8:1:3::1')).status).toBe(401)
    for (let n = 0; n < 200; n++) await send(`10.0.1.${n}`)
    const rows = await harness.deps.store.read((reader) => reader.audit({ action: 'token.failed', limit: 1_000 }))
    expect(rows).toHaveLength(100)
  })
})
