import { describe, expect, it } from 'vitest'
import { begins, succeeds } from '#testing/samples/sampleJournal.ts'
import { CreatedToken, RevocationEffect } from '#contract/session.ts'
import { UpdateDetail } from '#contract/updates.ts'
import { createHarness, type Harness } from '#testing/consoleHarness.ts'
import { startUpdate } from '../updates/start.ts'
import { createUpdate } from '../updates/updates.ts'

const REF = 'organization/shop/prod'
const ROOT = 'urn:pulumi:prod::shop::pulumi:pulumi:Stack::shop-prod'
const urnOf = (name: string) => `urn:pulumi:prod::shop::random:index/randomId:RandomId::${name}`
const resource = (name: string) => ({
  urn: urnOf(name),
  custom: true,
  type: 'random:index/randomId:RandomId',
  id: `${name}-id`,
  parent: ROOT,
})
const success = (sequenceID: number, name: string) => succeeds(sequenceID, sequenceID, resource(name))
const begin = (sequenceID: number, name: string) =>
  begins(sequenceID, { type: 'creating', resource: { ...resource(name), id: '' } }, sequenceID + 1)

/** Starts an update with its own access token; returns its calls, and the answers in words. */
async function running(harness: Harness, { kind = 'update', expiresInDays = null as 30 | null } = {}) {
  const body = { name: 'ci', expiresInDays }
  const { token, value } = CreatedToken.parse(await (await harness.call('POST', '/tokens', { body })).json())
  await harness.cli.createStack(REF)
  const authorization = `token ${value}`
  const metadata = { message: '', environment: {} }
  const { updateID } = await harness.cli.send(
    `${REF}/${kind}`,
    { name: 'x', runtime: 'nodejs', metadata },
    { authorization },
  )
  const id = String(updateID)
  const started = await harness.cli.send(`${REF}/${kind}/${id}`, { journalVersion: 1 }, { authorization })
  const inside = (path: string, sent: unknown, method = 'POST') =>
    harness.cli
      .send(`${REF}/${kind}/${id}/${path}`, sent, {
        authorization: `update-token ${String(started['token'])}`,
        method,
      })
      .then(
        () => 'ok',
        (error: unknown) => String(error),
      )
  return {
    token,
    id,
    renew: () => inside('renew_lease', { token: '', duration: 300 }),
    journal: (...entries: unknown[]) => inside('journalentries', { entries }, 'PATCH'),
    checkpoint: () => inside('checkpoint', { version: 3, deployment: {} }, 'PATCH'),
    events: (...events: unknown[]) => inside('events/batch', { events }),
    complete: () => inside('complete', { status: 'succeeded' }),
    late: () => harness.deps.store.read((reader) => reader.late(id)),
    row: () => harness.deps.store.read((reader) => reader.update(id)),
  }
}
const REVOKED = /403 .*The access token “ci” that this update was started with was revoked.*kept as evidence.*Log in/

describe('the lease of an update whose access token was revoked', () => {
  it('accepts no more writes: later calls are kept as evidence, and earlier ones are applied', async () => {
    const harness = await createHarness()
    const run = await running(harness)
    expect(await run.journal(begin(1, 'kept'), success(2, 'kept'))).toBe('ok')
    await harness.call('DELETE', `/tokens/${run.token.id}`)
    expect(await run.renew()).toMatch(REVOKED)
    expect(await run.journal(begin(3, 'lost'), success(4, 'lost'))).toMatch(REVOKED)
    expect(await run.checkpoint()).toMatch(REVOKED)
    expect(await run.events({ sequence: 1, timestamp: 1, stdoutEvent: { message: 'late' } })).toMatch(REVOKED)
    expect(await run.complete()).toMatch(REVOKED)
    expect((await run.late()).map(({ what }) => what)).toEqual(['journal entries', 'checkpoint', 'complete'])
    expect((await run.row())?.status).toBe('running')

    await harness.wait(300)
    expect(await run.row()).toMatchObject({ status: 'failed', endReason: 'expiry', version: 1 })
    const detail = UpdateDetail.parse(await harness.get(`/stacks/${REF}/updates/1`))
    expect(detail.lateEvidence).toContainEqual(
      expect.objectContaining({ what: 'reported success', urn: urnOf('lost'), resourceId: 'lost-id' }),
    )
    const state = (await harness.get(`/stacks/${REF}/state`)) as { text: string }
    expect(state.text).toContain(urnOf('kept'))
    expect(state.text).not.toContain(urnOf('lost'))
  })

  it('is shown before the access token is revoked', async () => {
    const harness = await createHarness()
    const run = await running(harness)
    const effect = RevocationEffect.parse(await harness.get(`/tokens/${run.token.id}/revocation`))
    const stack = { org: 'organization', project: 'shop', stack: 'prod' }
    expect(effect.updates).toEqual([{ stack, kind: 'update', version: 1 }])
  })

  it('is not renewed for a preview either', async () => {
    const harness = await createHarness()
    const run = await running(harness, { kind: 'preview' })
    expect(await run.renew()).toBe('ok')
    await harness.call('DELETE', `/tokens/${run.token.id}`)
    expect(await run.renew()).toMatch(REVOKED)
  })

  it('ends with a parent token', async () => {
    const harness = await createHarness()
    const body = { name: 'root', scope: 'admin' }
    const root = CreatedToken.parse(await (await harness.call('POST', '/tokens', { body })).json())
    const headers = { authorization: `token ${root.value}` }
    const call: Harness['call'] = (method, path, sent) => harness.call(method, path, { headers, ...sent })
    const run = await running({ ...harness, call })
    await harness.call('DELETE', `/tokens/${root.token.id}`)
    expect(await run.journal(success(1, 'late'))).toMatch(REVOKED)
  })

  it('ends with its user', async () => {
    const harness = await createHarness()
    const value = await harness.addUser('ada', 'operator')
    const headers = { authorization: `token ${value}` }
    const call: Harness['call'] = (method, path, sent) => harness.call(method, path, { headers, ...sent })
    const run = await running({ ...harness, call })
    const ada = await harness.deps.store.read((reader) => reader.userByLogin('ada'))
    await harness.call('DELETE', `/users/${ada?.id}`)
    expect(await run.renew()).toMatch(REVOKED)
    expect(await run.journal(success(1, 'late'))).toMatch(REVOKED)
  })
})

describe('the lease of an update whose user got a lesser role', () => {
  async function lowered(change: object, { kind = 'update' } = {}) {
    const harness = await createHarness()
    const headers = { authorization: `token ${await harness.addUser('ada', 'operator')}` }
    const call: Harness['call'] = (method, path, sent) => harness.call(method, path, { headers, ...sent })
    const run = await running({ ...harness, call }, { kind })
    const ada = await harness.deps.store.read((reader) => reader.userByLogin('ada'))
    expect(await run.renew()).toBe('ok')
    expect((await harness.call('POST', `/users/${ada?.id}`, { body: change })).status).toBe(200)
    return { harness, run }
  }
  const FORBIDDEN = /403 .*its user is no longer allowed to run updates here.*kept as evidence/

  it.each([
    ['everywhere', { role: 'reader' }],
    ['in its organization', { roles: { organization: 'reader' } }],
  ])('accepts no more writes when the role was lowered %s', async (_, change) => {
    const { harness, run } = await lowered(change)
    expect(await run.renew()).toMatch(FORBIDDEN)
    expect(await run.journal(success(1, 'late'))).toMatch(FORBIDDEN)
    expect(await run.checkpoint()).toMatch(FORBIDDEN)
    expect((await run.late()).map(({ what }) => what)).toEqual(['journal entries', 'checkpoint'])
    const [entry] = ((await harness.get('/audit?action=user.change')) as { entries: { detail: string }[] }).entries
    expect(entry?.detail).toMatch(/^ada: operator → .*; also ended 1 lease$/)
  })

  it('is not renewed for a preview either', async () => {
    const { run } = await lowered({ role: 'reader' }, { kind: 'preview' })
    expect(await run.renew()).toMatch(FORBIDDEN)
  })

  it.each([
    ['in another organization', { roles: { elsewhere: 'reader' } }],
    ['everywhere else', { role: 'reader', roles: { organization: 'operator' } }],
    ['not at all', { role: 'admin' }],
  ])('stays valid when the role still allows it: lowered %s', async (_, change) => {
    const { run } = await lowered(change)
    expect(await run.renew()).toBe('ok')
    expect(await run.journal(success(1, 'kept'))).toBe('ok')
  })

  it('is not granted after the role was lowered, even if the call was admitted before', async () => {
    const harness = await createHarness()
    const { deps } = harness
    await harness.addUser('ada', 'operator')
    await harness.cli.createStack(REF)
    const { stack, ada, token } = await deps.store.read(async (reader) => {
      const [found, user] = [
        await reader.stack({ org: 'organization', project: 'shop', name: 'prod' }),
        await reader.userByLogin('ada'),
      ]
      const [own] = await reader.tokens(user?.id ?? '')
      if (!found || !user || !own) throw new Error('the stack, the user or the token is missing')
      return { stack: found, ada: user, token: own }
    })
    const by = { login: 'ada', tokenName: null, userAgent: '', address: null }
    const update = await createUpdate(
      deps,
      stack,
      { kind: 'update', dryRun: false, request: { message: '', environment: {}, config: {}, options: {} } },
      by,
    )
    await harness.call('POST', `/users/${ada.id}`, { body: { role: 'reader' } })
    const started = startUpdate(
      deps,
      { stackId: stack.id, updateId: update.id },
      { by, requestId: '', accessToken: token },
    )
    await expect(started).rejects.toMatchObject({
      refusal: { kind: 'missingRight', right: { by: 'role', needs: 'operator', has: 'reader', login: 'ada' } },
    })
  })
})

it('an update may continue for a day after its access token has expired', async () => {
  const harness = await createHarness()
  const run = await running(harness, { expiresInDays: 30 })
  const renewFor = async (seconds: number) => {
    for (let passed = 0; passed < seconds; passed += 240) {
      await harness.wait(240)
      const answer = await run.renew()
      if (answer !== 'ok') return answer
    }
    return 'ok'
  }
  const expiry = Number(run.token.expiresAt)
  const { deps } = harness
  const update = await run.row()
  if (update?.lease === null || update === undefined) throw new Error('the update holds no lease')
  // As if it had been running for a month.
  const lease = { ...update.lease, accessTokenExpiresAt: expiry - 30 * 24 * 3600_000 }
  await deps.store.write((writer) => writer.patchUpdate(run.id, { lease }))
  expect(await renewFor(24 * 3600 - 240)).toBe('ok')
  expect(await renewFor(240)).toMatch(/403 .*revoked or has expired/)
})

describe('late reports', () => {
  it('are limited in number, and the evidence says that there were more', async () => {
    const harness = await createHarness()
    const run = await running(harness)
    await harness.call('DELETE', `/tokens/${run.token.id}`)
    await harness.deps.store.write(async (writer) => {
      const row = { receivedAt: 1, what: 'journal entries', text: '[]' }
      for (let n = 0; n < 995; n++) await writer.appendLate(run.id, row)
    })
    for (let n = 0; n < 10; n++) expect(await run.journal(success(n + 1, `r${n}`))).toMatch(REVOKED)
    const late = await run.late()
    expect(late).toHaveLength(1_001)
    expect(late.at(-1)).toMatchObject({ what: expect.stringContaining('not kept') as string, text: '' })
  })

  it('are listed without their contents when they are too long', async () => {
    const harness = await createHarness()
    const run = await running(harness)
    await harness.call('DELETE', `/tokens/${run.token.id}`)
    const long = { ...success(1, 'x'), more: 'x'.repeat(9 * 1024 * 1024) }
    await run.journal(long)
    await run.journal(long)
    await run.journal(success(3, 'short'))
    const kept = (await run.late()).map(({ what, text }) => [what, text.length > 0])
    expect(kept).toEqual([
      ['journal entries', true],
      ['journal entries, too long to be kept', false],
      ['journal entries', true],
    ])
  })

  it('are limited for events too, and a client that keeps sending does not fill the log', async () => {
    const harness = await createHarness()
    const run = await running(harness)
    await harness.call('DELETE', `/tokens/${run.token.id}`)
    for (let batch = 0; batch < 12; batch++) {
      const events = Array.from({ length: 500 }, (_, n) => ({ sequence: batch * 500 + n, timestamp: 1 }))
      await run.events(...events)
    }
    expect(await harness.deps.store.read((reader) => reader.lastReceived(run.id))).toBe(5_000)
    const detail = UpdateDetail.parse(await harness.get(`/stacks/${REF}/updates/1`))
    expect(detail.lateEvidence.filter(({ what }) => what.startsWith('The CLI sent more engine events'))).toHaveLength(1)
    for (let n = 0; n < 110; n++) await run.renew()
    const stackId = (await run.row())?.stackId ?? ''
    const log = await harness.deps.store.read((reader) => reader.leaseLog({ stackId, limit: 1_000 }))
    expect(log.filter(({ what }) => what === 'came-back')).toHaveLength(100)
  })
})
