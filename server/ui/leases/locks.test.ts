import { describe, expect, it } from 'vitest'
import { Leases } from '#contract/leases.ts'
import { LeaseLog, MaintenanceLock, WaitReply } from '#contract/locks.ts'
import { StackDetail, StackPage } from '#contract/stacks.ts'
import { createHarness, problemOf as problem } from '#testing/consoleHarness.ts'

const PROD = 'organization/shop/prod'
const AT = `/stacks/${PROD}`

async function ready() {
  const harness = await createHarness()
  await harness.cli.createStack(PROD)
  const bob = await harness.addUser('bob', 'operator')
  const eve = await harness.addUser('eve', 'reader')
  const as = (token: string) => ({ authorization: `token ${token}` })
  const post = (path: string, body?: unknown, token = harness.token) =>
    harness.call('POST', `${AT}/${path}`, { ...(body !== undefined && { body }), headers: as(token) })
  const hold = async (durationS = 3600) =>
    MaintenanceLock.parse(await (await post('lock', { reason: 'Moving the ledger', durationS })).json())
  return { ...harness, bob, eve, as, post, problem, hold }
}

describe('a maintenance lock', () => {
  it('is released by DELETE too, by its owner only', async () => {
    const { hold, get, call, as, bob, token } = await ready()
    await hold()
    const release = (by: string) => call('DELETE', `${AT}/lock`, { headers: as(by) })
    expect((await release(bob)).status).toBe(409)
    expect((await release(token)).status).toBe(200)
    expect(StackDetail.parse(await get(AT)).lock).toBeNull()
    expect((await release(token)).status).toBe(409)
  })

  it('is shown on the stack, in lists and among the leases, until it is released', async () => {
    const { hold, get, now, post, call, as, token, bob } = await ready()
    const lock = await hold()
    expect(lock).toMatchObject({
      holder: { login: 'admin', tokenName: "admin's token" },
      reason: 'Moving the ledger',
      since: now(),
      until: now() + 3_600_000,
    })
    const shown = async () => [
      StackDetail.parse(await get(AT)).lock,
      StackPage.parse(await get('/stacks')).stacks[0]?.lock,
      Leases.parse(await get('/leases')).locks?.[0],
    ]
    expect(await shown()).toEqual([lock, lock, lock])
    const asked = async (token: string) =>
      StackDetail.parse(await (await call('GET', AT, { headers: as(token) })).json()).lockIsMine
    expect([await asked(token), await asked(bob)]).toEqual([true, false])
    expect((await post('lock/release')).status).toBe(200)
    expect(await shown()).toEqual([null, null, undefined])
  })

  it('lists those it refused', async () => {
    const { hold, get, cli } = await ready()
    await hold()
    await expect(cli.start(PROD)).rejects.toThrow('Conflict: Another update is currently in progress.')
    expect(StackDetail.parse(await get(AT)).lockRefused).toMatchObject([
      { what: 'start', actor: { login: 'admin' }, cliVersion: 'v3.260.0' },
    ])
  })

  it('needs an operator, a reason, and an end within 7 days', async () => {
    const { post, problem, eve } = await ready()
    expect((await post('lock', { reason: 'x', durationS: 60 }, eve)).status).toBe(403)
    for (const body of [
      { reason: '  ', durationS: 60 },
      { reason: 'x', durationS: 59 },
      { reason: 'x', durationS: 7 * 86_400 + 1 },
      { reason: 'x' },
    ]) {
      expect(await problem(await post('lock', body))).toMatchObject({ status: 400, code: 'bad_request' })
    }
  })

  it('of another user can only be broken, with the stack’s full name and a reason', async () => {
    const { hold, post, problem, bob } = await ready()
    const { id } = await hold()
    const refused = await problem(await post('lock/release', undefined, bob))
    expect(refused).toMatchObject({ status: 409, code: 'lease_held' })
    expect(refused.detail).toContain('organization/shop/prod is held for maintenance by admin')
    const breaks = (confirm: string, reason = 'the admin is away') =>
      post('lock/break', { confirm, reason, lock: id }, bob)
    expect(await problem(await breaks('prod'))).toMatchObject({ status: 422, params: { expected: PROD } })
    expect((await breaks(PROD, ' ')).status).toBe(400)
    expect((await breaks(PROD)).status).toBe(200)
    expect((await problem(await breaks(PROD))).detail).toBe('No one holds this stack for maintenance.')
  })
})

it('a maintenance lock stops others from resolving an orphaned update, but not its owner', async () => {
  const { hold, wait, post, problem, cli, bob } = await ready()
  const { id: updateId } = await cli.start(PROD)
  await wait(301)
  await hold()
  const body = { updateId, reason: 'Nothing had begun.' }
  expect(await problem(await post('orphaned-update/resolve', body, bob))).toMatchObject({
    code: 'lease_held',
    detail: expect.stringContaining('is held for maintenance by admin'),
  })
  expect((await post('orphaned-update/resolve', body)).status).toBe(200)
})

describe('waiting in line', () => {
  it('returns a ticket with the holder and the place in line, and users see the queue', async () => {
    const { cli, get, call, as, bob } = await ready()
    const run = await cli.start(PROD)
    const wait = async (ticket = '') =>
      WaitReply.parse(
        await (await call('GET', `${AT}/lease/wait?timeout=0&ticket=${ticket}`, { headers: as(bob) })).json(),
      )
    const reply = await wait()
    expect(reply).toMatchObject({
      free: false,
      position: 1,
      holder: { actor: { login: 'admin' }, what: 'update' },
      detail: 'admin with token "admin\'s token" is running update 1. You are number 1 in line.',
    })
    expect(StackDetail.parse(await get(AT)).queue).toMatchObject([
      { actor: { login: 'bob', tokenName: "bob's token" } },
    ])
    await run.complete('succeeded')
    expect(await wait(reply.ticket)).toMatchObject({ free: true, position: 0 })
    expect(StackDetail.parse(await get(AT)).queue).toEqual([])
  })

  it('needs the right to run updates: a reader cannot delay others', async () => {
    const { call, as, eve, get } = await ready()
    const refused = await call('GET', `${AT}/lease/wait?timeout=0`, { headers: as(eve) })
    expect(refused.status).toBe(403)
    expect(StackDetail.parse(await get(AT)).queue).toEqual([])
  })

  it('takes no more than one turn for several calls of one token', async () => {
    const { call, as, bob, wait } = await ready()
    const ask = async (headers?: Record<string, string>) =>
      WaitReply.parse(await (await call('GET', `${AT}/lease/wait?timeout=0`, headers && { headers })).json())
    for (const free of [true, false, false, false, false]) expect((await ask()).free).toBe(free)
    expect(await ask(as(bob))).toMatchObject({ free: false, position: 1 })
    await wait(10)
    expect((await ask(as(bob))).free).toBe(true)
  })

  it('is refused when 100 clients already wait, and continues for those who have a place', async () => {
    const { call, deps, now, problem, as, bob, cli } = await ready()
    await cli.start(PROD)
    const ask = (headers?: Record<string, string>) => call('GET', `${AT}/lease/wait?timeout=0`, headers && { headers })
    expect((await ask()).status).toBe(200)
    await deps.store.write(async (writer) => {
      const { id: stackId } = (await writer.stack({ org: 'organization', project: 'shop', name: 'prod' })) ?? { id: '' }
      for (let count = 1; count < 100; count++) {
        const who = { login: `user-${count}`, tokenName: null, userAgent: '', address: null }
        const place = { id: who.login, stackId, since: now(), expiresAt: now() + 60_000, notifiedAt: null }
        await writer.putTicket({ ...place, ...who })
      }
    })
    const refused = await ask(as(bob))
    expect(refused.headers.get('retry-after')).toBe('5')
    expect(await problem(refused)).toMatchObject({ status: 429, code: 'too_many_requests' })
    expect((await ask()).status).toBe(200)
  })

  it('is refused only to a user with 100 waiting calls', async () => {
    const { call, deps, problem, as, bob, cli } = await ready()
    const stopping = new AbortController()
    deps.stopping = stopping.signal
    await cli.start(PROD)
    const ask = async (timeout: number, headers?: Record<string, string>) =>
      call('GET', `${AT}/lease/wait?timeout=${timeout}`, headers && { headers })
    const waiting = Array.from({ length: 100 }, () => ask(55))
    await expect.poll(async () => (await ask(0)).status).toBe(429)
    expect(await problem(await ask(0))).toMatchObject({ code: 'too_many_requests' })
    expect((await ask(0, as(bob))).status).toBe(200)
    stopping.abort()
    expect(new Set((await Promise.all(waiting)).map(({ status }) => status))).toContain(200)
    expect((await ask(0)).status).toBe(200)
  })

  it('is refused for longer than 55 seconds per call', async () => {
    const { call } = await ready()
    expect((await call('GET', `${AT}/lease/wait?timeout=56`)).status).toBe(400)
    expect((await call('GET', `${AT}/lease/wait?timeout=-1`)).status).toBe(400)
  })
})

it('the log of a lease lists everything, newest first, with consecutive renewals as one entry', async () => {
  const { cli, get, wait, hold, post } = await ready()
  const run = await cli.start(PROD)
  await wait(100)
  await run.renew()
  await expect(cli.start(PROD)).rejects.toThrow('409')
  await wait(100)
  await run.renew()
  await run.complete('succeeded')
  const second = await cli.start(PROD)
  await second.renew()
  await second.cancel()
  await hold()
  await post('lock/extend', { durationS: 60 })
  await post('lock/release')
  const { entries, isCut } = LeaseLog.parse(await get(`${AT}/lease/log`))
  expect(isCut).toBe(false)
  expect(entries.map(({ what, version, count }) => `${what} ${version ?? '-'} ${count}`)).toEqual([
    'lock-released - 1',
    'lock-extended - 1',
    'locked - 1',
    'released 2 1',
    'renewed 2 1',
    'granted 2 1',
    'completed 1 1',
    'refused 1 1',
    'renewed 1 2',
    'granted 1 1',
  ])
  const renewals = entries.find(({ count }) => count === 2)
  expect((renewals?.last ?? 0) - (renewals?.at ?? 0)).toBe(100_000)
})
