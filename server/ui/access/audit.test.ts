import { describe, expect, it } from 'vitest'
import { AuditPage } from '#contract/audit.ts'
import { CreatedToken } from '#contract/session.ts'
import { SignInLink, User } from '#contract/users.ts'
import { createServiceApp } from '../../cli/routes.ts'
import { createHarness, type Harness } from '#testing/consoleHarness.ts'

const STACK = 'organization/shop/prod'
const ORIGIN = { origin: 'http://localhost:3000' }
const CLIENT = { incoming: { socket: { remoteAddress: '192.0.2.7' } } }

const page = async (harness: Harness, query = '') => AuditPage.parse(await harness.get(`/audit${query}`))
const lines = async (harness: Harness, query = '') =>
  (await (await harness.call('GET', `/audit.jsonl${query}`)).text())
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as { id: number; action: string; at: string; login: string })

/** A day of a team's actions, and every secret used in it. */
async function day(harness: Harness) {
  const secrets = { config: 'planted-config-secret-4711', tag: 'planted-tag-4712', guess: 'hf_planted-guess-4713' }
  const given: string[] = [harness.token, ...Object.values(secrets)]
  const made = await harness.call('POST', '/users', { body: { login: 'ada', name: 'Ada', role: 'operator' } })
  const ada = User.parse(await made.json())
  const created = await harness.call('POST', `/users/${ada.id}/tokens`, { body: { name: 'ci', expiresInDays: 90 } })
  const { value, token } = CreatedToken.parse(await created.json())
  const link = SignInLink.parse(await (await harness.call('POST', `/users/${ada.id}/sign-in-link`)).json())
  const code = link.url.split('#code=')[1] ?? ''
  given.push(value, code)
  await harness.call('POST', '/session', { headers: ORIGIN, body: { token: secrets.guess } })
  const session = await harness.call('POST', '/session', { headers: ORIGIN, body: { code } })
  const cookie = session.headers.get('set-cookie')?.split(';')[0] ?? ''
  given.push(cookie.split('=')[1] ?? '')

  const service = createServiceApp(harness.deps)
  const send = async (method: string, path: string, body: unknown, authorization = `token ${value}`) => {
    const headers = { authorization, 'content-type': 'application/json', 'X-Pulumi-Request-ID': 'from-the-client' }
    const init = { method, headers, body: JSON.stringify(body) }
    const response = await service.request(`/api/stacks/${path}`, init, CLIENT)
    const text = await response.text()
    return (text === '' ? {} : JSON.parse(text)) as Record<string, unknown>
  }
  await send('POST', 'organization/shop', { stackName: 'prod', tags: {} })
  await send('POST', `${STACK}/tags`, { name: 'owner', value: secrets.tag })
  const { ciphertext } = await send('POST', `${STACK}/encrypt`, { plaintext: btoa(secrets.config) })
  await send('POST', `${STACK}/decrypt`, { ciphertext })
  await send('POST', `${STACK}/decrypt`, { ciphertext: secrets.config }) // a mistake of a client
  const config = { 'shop:key': { string: String(ciphertext), secret: true } }
  const program = { name: 'shop', runtime: 'nodejs', config, metadata: { message: 'a change', environment: {} } }
  for (const end of ['complete', 'cancel']) {
    const { updateID } = await send('POST', `${STACK}/update`, program)
    const { token: lease } = await send('POST', `${STACK}/update/${String(updateID)}`, {})
    given.push(String(lease))
    const inside = `${STACK}/update/${String(updateID)}`
    if (end === 'cancel') await send('POST', `${inside}/cancel`, {})
    else await send('POST', `${inside}/complete`, { status: 'succeeded' }, `update-token ${String(lease)}`)
  }
  await send('POST', `${STACK}/import`, { version: 3, deployment: { secret: secrets.config } })
  await send('POST', `${STACK}/import`, { version: 'x', deployment: secrets.config })
  await send('POST', `${STACK}/rename`, { newName: 'live' })
  await send('DELETE', 'organization/shop/live?force=true', {})
  await harness.call('DELETE', `/users/${ada.id}/tokens/${token.id}`)
  await harness.call('DELETE', '/session', { headers: { ...ORIGIN, cookie } })
  await harness.call('DELETE', `/users/${ada.id}`)
  return { given: [...given, btoa(secrets.config)] }
}

const ACTIONS = [
  'user.create',
  'token.create',
  'user.signin-link',
  'signin.failed',
  'signin',
  'stack.create',
  'stack.tags',
  'secrets.decrypt',
  'update.start',
  'update.end',
  'update.start',
  'update.cancel',
  'stack.import',
  'stack.rename',
  'stack.delete',
  'token.revoke',
  'signout',
  'user.remove',
]

describe('the audit log', () => {
  it('has every action of a day, in order', async () => {
    const harness = await createHarness()
    await day(harness)
    expect((await lines(harness)).map(({ action }) => action)).toEqual(ACTIONS)
    const listed = ACTIONS.filter((action) => action !== 'update.start') // they are in the entries of their ends
    expect((await page(harness)).entries.map(({ action }) => action)).toEqual(listed.toReversed())
  })

  it('has one entry for a run that has ended: its end, with its start', async () => {
    const harness = await createHarness()
    await harness.cli.createStack(STACK)
    const update = await harness.cli.start(STACK)
    const started = (await page(harness)).entries[0]
    expect(started).toMatchObject({ action: 'update.start', detail: 'update 1', started: null })
    await harness.wait(46)
    await update.complete('succeeded')
    const [end, ...rest] = (await page(harness)).entries
    expect(end).toMatchObject({ action: 'update.end', detail: 'update 1: succeeded' })
    expect({ ...end?.started, started: null }).toEqual(started)
    expect(rest.map(({ action }) => action)).toEqual(['stack.create'])
    expect((await lines(harness)).map(({ action }) => action)).toEqual(['stack.create', 'update.start', 'update.end'])
  })

  it('has a start by itself if the filter does not select its end', async () => {
    const harness = await createHarness()
    await harness.cli.createStack(STACK)
    const start = harness.now()
    const update = await harness.cli.start(STACK)
    await harness.wait(60)
    await update.complete('succeeded')
    const found = async (query: string) =>
      (await page(harness, query)).entries.map(({ action, started }) => [action, started?.action])
    expect(await found('?q=update%201')).toEqual([['update.end', 'update.start']])
    expect(await found('?q=succeeded')).toEqual([['update.end', 'update.start']])
    expect(await found('?action=update.start')).toEqual([['update.start', undefined]])
    expect(await found(`?from=${start}&until=${start + 1}&login=admin`)).toContainEqual(['update.start', undefined])
    expect(await found(`?stack=${STACK}&from=${start + 1}`)).toEqual([['update.end', 'update.start']])
  })

  it('shows who did it, with which credential, from where, to which stack, in which request', async () => {
    const harness = await createHarness()
    await day(harness)
    const { entries } = await page(harness)
    const of = (action: string) => entries.find((entry) => entry.action === action)
    expect(of('stack.create')).toMatchObject({ login: 'ada', tokenName: 'ci', address: '192.0.2.7', stack: STACK })
    expect(of('stack.create')?.requestId).toMatch(/\S/)
    expect(of('signin.failed')).toMatchObject({ login: '', detail: 'with an access token', stack: null })
    expect(of('signin')).toMatchObject({ login: 'ada', tokenName: null, detail: 'with a one-time link' })
    expect(of('update.end')).toMatchObject({ login: 'ada', detail: 'update 1: succeeded' })
    expect(of('update.cancel')).toMatchObject({ login: 'ada', detail: 'update 2: pulumi cancel' })
    expect(of('secrets.decrypt')?.detail).toBe('1')
    expect(of('stack.tags')?.detail).toBe('owner')
    expect(of('stack.rename')).toMatchObject({ stack: STACK, detail: 'to organization/shop/live' })
    expect(of('stack.delete')).toMatchObject({ stack: 'organization/shop/live', detail: 'forced' })
    expect(of('user.create')).toMatchObject({ login: 'admin', detail: 'ada: operator' })
    expect(of('token.create')?.detail).toMatch(/^ci \(hf_.{4}…\), operate, until 2026-.*, of ada$/)
  })

  it('contains no secret, and neither does any log line', async () => {
    const harness = await createHarness()
    const { given } = await day(harness)
    const rows = await harness.deps.store.read((reader) => reader.audit({ limit: 1_000 }))
    const text = [...rows.map((row) => JSON.stringify(row)), ...harness.logged].join('\n')
    expect(given.every((secret) => secret.length > 9)).toBe(true)
    for (const [index, secret] of given.entries()) expect(text.includes(secret), `secret ${index}`).toBe(false)
    // Proves that the search works: it finds the names next to the secrets.
    expect(text).toContain('owner')
  })

  it('is filtered by stack, user and action, and by all names of a renamed stack', async () => {
    const harness = await createHarness()
    await harness.cli.createStack(STACK)
    await harness.cli.send(`${STACK}/rename`, { newName: 'live' })
    await harness.cli.createStack(STACK)
    const actions = async (query: string) => (await page(harness, query)).entries.map(({ action }) => action)
    expect(await actions('?stack=organization/shop/live')).toEqual(['stack.rename', 'stack.create'])
    expect(await actions(`?stack=${STACK}`)).toEqual(['stack.create'])
    expect(await actions('?stack=organization/shop/gone')).toEqual([])
    expect(await actions('?action=stack.create&login=admin')).toEqual(['stack.create', 'stack.create'])
    expect(await actions('?login=no one')).toEqual([])
  })

  it('is limited to a period before the request', async () => {
    const harness = await createHarness()
    await harness.cli.createStack(STACK)
    await harness.wait(2 * 3600)
    await harness.cli.createStack('organization/shop/dev')
    const stacks = async (query: string) => (await page(harness, query)).entries.map(({ stack }) => stack)
    expect(await stacks('?action=stack.create&since=1h')).toEqual(['organization/shop/dev'])
    expect(await stacks('?action=stack.create&since=24h')).toEqual(['organization/shop/dev', STACK])
    expect(await stacks(`?stack=${STACK}&since=1h`)).toEqual([])
    expect((await harness.call('GET', '/audit?since=2h')).status).toBe(400)
  })

  it('finds who ended another person’s update by whatever that is called', async () => {
    const harness = await createHarness()
    await harness.cli.createStack(STACK)
    await (await harness.cli.start(STACK)).cancel()
    for (const word of ['release', 'lease', 'cancel', 'Cancelled'])
      expect((await page(harness, `?q=${word}`)).entries.map(({ action }) => action)).toContain('update.cancel')
  })

  it('is searched by the words of an entry, of its action and of a person’s name', async () => {
    const harness = await createHarness()
    await harness.call('POST', '/users', { body: { login: 'ada', name: 'Ada Lovelace', role: 'operator' } })
    await harness.call('POST', '/tokens', { body: { name: 'for the pipeline' } })
    await harness.cli.createStack(STACK)
    const actions = async (query: string) => (await page(harness, query)).entries.map(({ action }) => action)
    expect(await actions('?q=PIPELINE')).toEqual(['token.create'])
    expect(await actions('?q=shop/prod')).toEqual(['stack.create'])
    expect(await actions('?q=created')).toEqual(['stack.create', 'token.create', 'user.create'])
    expect(await actions('?q=created%20pipeline')).toEqual(['token.create'])
    expect(await actions('?q=created&action=user.create')).toEqual(['user.create'])
    expect(await actions('?q=nothing%20like%20this')).toEqual([])
    await harness.deps.store.write((writer) =>
      writer.appendAudit({
        at: harness.now(),
        login: 'ada',
        tokenName: null,
        address: null,
        action: 'signout',
        stackId: null,
        stack: null,
        detail: '',
        requestId: 'r',
      }),
    )
    expect(await actions('?q=lovelace')).toEqual(['signout'])
    expect((await harness.call('GET', `/audit?q=${'x'.repeat(201)}`)).status).toBe(400)
  })

  it('has consecutive pages without a gap', async () => {
    const harness = await createHarness()
    for (let n = 0; n < 105; n++) await harness.call('POST', '/tokens', { body: { name: `t${n}` } })
    const first = await page(harness)
    const second = await page(harness, `?before=${first.older}`)
    expect([first.entries.length, second.entries.length, second.older]).toEqual([100, 5, null])
    expect(new Set([...first.entries, ...second.entries].map(({ id }) => id)).size).toBe(105)
  })

  it('has a run whose start and end would be on two pages once, and full pages in any case', async () => {
    const harness = await createHarness()
    const row = { at: 1, login: 'ada', tokenName: null, address: null, stack: STACK, requestId: '' }
    const started = (stack: number, version: number) =>
      ({ ...row, stackId: `stack-${stack}`, action: 'update.start', detail: `update ${version}` }) as const
    await harness.deps.store.write(async (writer) => {
      await writer.appendAudit({ ...row, stackId: null, action: 'signin', detail: 'oldest' })
      for (let stack = 0; stack < 150; stack++) await writer.appendAudit(started(stack, 1))
      for (let stack = 0; stack < 149; stack++)
        await writer.appendAudit({ ...started(stack, 1), action: 'update.end', detail: 'update 1: succeeded' })
    })
    const first = await page(harness)
    const second = await page(harness, `?before=${first.older}`)
    expect([first.entries.length, second.entries.length, second.older]).toEqual([100, 51, null])
    const ends = [...first.entries, ...second.entries].filter(({ action }) => action === 'update.end')
    expect(ends).toHaveLength(149)
    expect(ends.every((end) => end.started?.action === 'update.start')).toBe(true)
    expect(new Set(ends.map((end) => end.started?.id)).size).toBe(149)
    expect(second.entries.slice(-2).map(({ action }) => action)).toEqual(['update.start', 'signin'])
  })
})

describe('the audit log as JSON lines', () => {
  it('starts with the oldest entry, or with the one after a given time or line', async () => {
    const harness = await createHarness()
    await harness.call('POST', '/tokens', { body: { name: 'first' } })
    await harness.wait(60)
    await harness.call('POST', '/tokens', { body: { name: 'second' } })
    const all = await lines(harness)
    expect(all.map(({ at }) => at)).toEqual(['2026-03-04T10:00:00.000Z', '2026-03-04T10:01:00.000Z'])
    expect(await lines(harness, '?since=2026-03-04T10:00:30Z')).toEqual([all[1]])
    expect(await lines(harness, `?since=${harness.now()}`)).toEqual([all[1]])
    expect(await lines(harness, `?after=${all[0]?.id}`)).toEqual([all[1]])
    expect((await harness.call('GET', '/audit.jsonl?since=yesterday')).status).toBe(400)
  })

  it('has what the filter of the list selects', async () => {
    const harness = await createHarness()
    await harness.cli.createStack(STACK)
    await harness.wait(2 * 3600)
    await harness.call('POST', '/tokens', { body: { name: 'for the pipeline' } })
    const actions = async (query: string) => (await lines(harness, query)).map(({ action }) => action)
    expect(await actions('')).toEqual(['stack.create', 'token.create'])
    expect(await actions('?since=1h')).toEqual(['token.create'])
    expect(await actions('?q=pipeline')).toEqual(['token.create'])
    expect(await actions(`?stack=${STACK}`)).toEqual(['stack.create'])
    expect(await actions('?login=no-one')).toEqual([])
    expect(await actions('?action=stack.create&since=1h')).toEqual([])
    expect(await actions(`?until=${harness.now() - 1000}`)).toEqual(['stack.create'])
    expect((await harness.call('GET', `/audit.jsonl?q=${'x'.repeat(201)}`)).status).toBe(400)
  })

  it('is complete, however long', async () => {
    const harness = await createHarness()
    const row = { at: 1, login: 'ada', tokenName: null, address: null, stackId: null, stack: null, requestId: '' }
    await harness.deps.store.write(async (writer) => {
      for (let n = 0; n < 2_000; n++) await writer.appendAudit({ ...row, action: 'signin', detail: `${n}` })
    })
    expect(await lines(harness)).toHaveLength(2_000)
  })
})
