import { describe, expect, it } from 'vitest'
import { CredentialChanges } from '#contract/credentialChanges.ts'
import { CreatedToken } from '#contract/session.ts'
import { SignInLink, User } from '#contract/users.ts'
import { createCode } from '../../core/access/credentials.ts'
import { firstUser, useEnvironmentToken } from '../../core/access/firstUser.ts'
import { createHarness, type Harness } from '#testing/consoleHarness.ts'

const ORIGIN = { origin: 'http://localhost:3000' }
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
const SAFARI = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Version/18.0 Safari/605.1.15'
type Headers = Record<string, string>
const bearer = (value: string): Headers => ({ authorization: `token ${value}` })

const json = async (response: Response | Promise<Response>): Promise<unknown> => (await response).json()
const changesFor = async (harness: Harness, headers: Headers) =>
  CredentialChanges.parse(await json(harness.call('GET', '/credential-changes', { headers })))
/** The changes and who made them, newest first. */
const actions = async (harness: Harness, headers: Headers) =>
  (await changesFor(harness, headers)).changes.map(({ login, action }) => ({ by: login, ...action }))
const see = async (harness: Harness, headers: Headers, upTo: number) =>
  harness.call('POST', '/credential-changes/seen', { headers: { ...ORIGIN, ...headers }, body: { upTo } })

const browser = async (
  harness: Harness,
  body: object,
  userAgent = FIREFOX,
  signedIn: Headers = {},
): Promise<Headers> => {
  const headers = { ...ORIGIN, ...signedIn, 'user-agent': userAgent }
  const response = await harness.call('POST', '/session', { headers, body })
  return { ...ORIGIN, cookie: response.headers.get('set-cookie')?.split(';')[0] ?? '' }
}
const newToken = async (harness: Harness, headers: Headers, name: string, path = '/tokens') =>
  CreatedToken.parse(await json(harness.call('POST', path, { headers, body: { name, scope: 'read' } })))

/** Creates Ada, an operator, with a browser in which she has marked all changes as seen. */
async function withAda() {
  const harness = await createHarness()
  const body = { login: 'ada', name: 'Ada', role: 'operator' }
  const ada = User.parse(await json(harness.call('POST', '/users', { body })))
  // In a browser that was signed in with a link: what a token creates is bound to it.
  const admin = await firstUser(harness.deps)
  const office = await browser(harness, { code: await createCode(harness.deps, admin.id) })
  const link = async () => {
    const path = `/users/${ada.id}/sign-in-link`
    const made = SignInLink.parse(await json(harness.call('POST', path, { headers: office })))
    return { code: made.url.split('#code=')[1] ?? '' }
  }
  const home = await browser(harness, await link())
  await see(harness, home, 1_000)
  return { harness, ada, link, home }
}

describe('changes of credentials', () => {
  it('are shown to their owner: tokens, sign-in links, new browsers, ended sessions, roles', async () => {
    const { harness, ada, link, home } = await withAda()
    const token = await newToken(harness, bearer(harness.token), 'ci', `/users/${ada.id}/tokens`)
    const other = await browser(harness, await link(), SAFARI)
    await newToken(harness, other, 'laptop')
    await harness.call('DELETE', `/users/${ada.id}/tokens/${token.token.id}`)
    await harness.call('POST', `/users/${ada.id}`, { body: { role: 'reader', roles: { acme: 'operator' } } })
    expect(await actions(harness, home)).toEqual([
      { by: 'admin', what: 'role-changed', before: 'operator', after: 'reader, operator in acme' },
      { by: 'admin', what: 'token-revoked', name: 'ci', endedWith: null },
      { by: 'ada', what: 'token-created', name: 'laptop', scope: 'read', source: 'console' },
      { by: 'ada', what: 'signed-in', device: 'Safari on macOS', tokenName: null },
      { by: 'admin', what: 'link-created' },
      { by: 'admin', what: 'token-created', name: 'ci', scope: 'read', source: 'console' },
    ])
    await harness.call('DELETE', `/users/${ada.id}/sessions`)
    const back = await browser(harness, await link())
    expect((await actions(harness, back)).slice(0, 2)).toEqual([
      { by: 'admin', what: 'link-created' },
      { by: 'admin', what: 'sessions-ended', count: 2 },
    ])
  })

  it('are not shown to the session or token that made them', async () => {
    const { harness, home, link } = await withAda()
    const made = await newToken(harness, home, 'laptop')
    expect(await actions(harness, home)).toEqual([])
    await newToken(harness, bearer(made.value), 'by a token')
    const names = async (headers: Headers) =>
      (await actions(harness, headers)).flatMap((action) => ('name' in action ? action.name : []))
    expect(await names(bearer(made.value))).toEqual(['laptop'])
    expect(await names(home)).toEqual(['by a token'])
    expect(await names(await browser(harness, await link()))).toEqual(['by a token', 'laptop'])
  })

  it('are not shown to the browser that made them after it signed in again, which continues its session', async () => {
    const { harness, home, link } = await withAda()
    const laptop = await newToken(harness, home, 'laptop')
    const again = await browser(harness, await link(), FIREFOX, home)
    expect(again).not.toEqual(home)
    expect((await actions(harness, again)).filter(({ what }) => what === 'token-created')).toEqual([])
    expect((await harness.call('GET', '/session', { headers: home })).status).toBe(401)
    const { sessions } = (await json(harness.call('GET', '/sessions', { headers: again }))) as {
      sessions: { isThis: boolean }[]
    }
    expect(sessions).toMatchObject([{ isThis: true }])
    // Signed in with an access token it is another session: the token may have leaked.
    const byToken = await browser(harness, { token: laptop.value }, FIREFOX, again)
    const created = (await actions(harness, byToken)).filter(({ what }) => what === 'token-created')
    expect(created).toMatchObject([{ name: 'laptop' }])
  })

  it('are never shown to anyone else, not even an administrator, who cannot mark them as seen', async () => {
    const { harness, ada, home } = await withAda()
    await newToken(harness, bearer(harness.token), 'ci', `/users/${ada.id}/tokens`)
    const eve = bearer(await harness.addUser('eve', 'admin'))
    expect(await changesFor(harness, eve)).toEqual({ changes: [], older: 0, canMark: false })
    expect((await see(harness, eve, 1_000)).status).toBe(403)
    expect(await actions(harness, home)).toHaveLength(1)
  })

  it('are shown until they are seen, on every machine, and newer ones stay', async () => {
    const { harness, ada, home, link } = await withAda()
    const path = `/users/${ada.id}/tokens`
    await newToken(harness, bearer(harness.token), 'first', path)
    const { changes } = await changesFor(harness, home)
    await newToken(harness, bearer(harness.token), 'second', path)
    await see(harness, home, changes[0]?.id ?? 0)
    const elsewhere = await browser(harness, await link())
    expect((await actions(harness, elsewhere)).filter(({ what }) => what === 'token-created')).toMatchObject([
      { name: 'second' },
    ])
  })

  it('stay unseen for other sessions, whatever the session that made them marks', async () => {
    const { harness, home, link } = await withAda()
    const stolen = await browser(harness, await link(), SAFARI)
    await newToken(harness, stolen, 'backdoor')
    await see(harness, stolen, 1_000)
    expect(await actions(harness, home)).toEqual([
      { by: 'ada', what: 'token-created', name: 'backdoor', scope: 'read', source: 'console' },
      { by: 'ada', what: 'signed-in', device: 'Safari on macOS', tokenName: null },
    ])
  })

  it('stay unseen whatever a token marks, a token created with it, or a session started with it', async () => {
    const { harness, home } = await withAda()
    const leaked = await newToken(harness, home, 'ci')
    const child = await newToken(harness, bearer(leaked.value), 'child')
    const started = await browser(harness, { token: leaked.value }, SAFARI)
    for (const thief of [bearer(leaked.value), bearer(child.value), started]) {
      expect((await see(harness, thief, 1_000)).status).toBe(403)
      expect((await changesFor(harness, thief)).canMark).toBe(false)
    }
    expect((await changesFor(harness, home)).canMark).toBe(true)
    expect(await actions(harness, home)).toMatchObject([
      { what: 'signed-in' },
      { what: 'token-created', name: 'child' },
    ])
    expect((await see(harness, home, 1_000)).status).toBe(200)
    expect(await actions(harness, home)).toEqual([])
  })

  it('are limited to the latest 20, with the number of older ones', async () => {
    const { harness, ada, home } = await withAda()
    for (let n = 1; n <= 32; n++) await newToken(harness, bearer(harness.token), `t${n}`, `/users/${ada.id}/tokens`)
    const { changes, older } = await changesFor(harness, home)
    expect(changes.map(({ action }) => ('name' in action ? action.name : ''))).toEqual(
      Array.from({ length: 20 }, (_, index) => `t${32 - index}`),
    )
    expect(older).toBe(12)
  })

  it('include a sign-in once per browser and address', async () => {
    const { harness, home, link } = await withAda()
    const signIns = async () => (await actions(harness, home)).filter(({ what }) => what === 'signed-in')
    await browser(harness, await link())
    expect(await signIns()).toEqual([])
    await browser(harness, await link(), SAFARI)
    await browser(harness, await link(), SAFARI)
    expect(await signIns()).toHaveLength(1)
  })

  it('reach everyone whose token ended with a parent token', async () => {
    const { harness, ada, home } = await withAda()
    const admin = CreatedToken.parse(
      await json(harness.call('POST', '/tokens', { body: { name: 'leaked', scope: 'admin' } })),
    )
    await newToken(harness, bearer(admin.value), 'hers', `/users/${ada.id}/tokens`)
    await harness.call('DELETE', `/tokens/${admin.token.id}`)
    expect((await actions(harness, home))[0]).toEqual({
      by: 'admin',
      what: 'token-revoked',
      name: 'hers',
      endedWith: 'leaked',
    })
  })

  it('include a session that another one ended', async () => {
    const { harness, home, link } = await withAda()
    const other = await browser(harness, await link())
    const { sessions } = (await json(harness.call('GET', '/sessions', { headers: home }))) as {
      sessions: { id: string; isThis: boolean }[]
    }
    const mine = sessions.find(({ isThis }) => isThis)?.id ?? ''
    await harness.call('DELETE', `/sessions/${mine}`, { headers: other })
    expect((await actions(harness, other)).map(({ what }) => what)).not.toContain('sessions-ended')
    expect((await actions(harness, await browser(harness, await link())))[1]).toEqual({
      by: 'ada',
      what: 'sessions-ended',
      count: 1,
    })
  })

  it('include a token added by the settings of a server in use, but not the first one', async () => {
    const harness = await createHarness()
    const user = await firstUser(harness.deps)
    const tokens = async () =>
      (await actions(harness, bearer(harness.token))).filter(({ what }) => what.startsWith('token'))
    await useEnvironmentToken(harness.deps, user, 'first-4f1c9b7d2e8a6035')
    expect(await tokens()).toEqual([])
    await newToken(harness, bearer(harness.token), 'something')
    await useEnvironmentToken(harness.deps, user, 'second-93be07a1d5c2f684')
    expect(await tokens()).toEqual([
      {
        by: 'holdfast',
        what: 'token-created',
        name: 'HOLDFAST_ACCESS_TOKEN',
        scope: 'admin',
        source: 'environment',
      },
      { by: 'holdfast', what: 'token-revoked', name: 'HOLDFAST_ACCESS_TOKEN', endedWith: null },
    ])
  })
})
