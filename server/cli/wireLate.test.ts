import { expect, it } from 'vitest'
import type { StateDocument } from '#domain/state/checkpoint.ts'
import { verify } from '#domain/state/integrity.ts'
import { testDeps, testToken } from '#testing/deps.ts'
import { recording, type Exchange } from '#testing/load.ts'
import { createPlayer, type Answer } from '#testing/replayRecording.ts'
import { createServiceApp } from './routes.ts'

/** Starts a server, and a player that calls it as the recorded CLI did, with the recorded times on the clock. */
async function world() {
  const { deps, clock } = testDeps()
  const app = createServiceApp(deps)
  const player = createPlayer({
    fetch: (url, init) => app.fetch(new Request(url, init)),
    url: 'http://test',
    token: await testToken(deps),
  })
  let at = 0
  const passTo = (atMs: number) => {
    clock.advance(Math.max(0, atMs - at))
    at = Math.max(at, atMs)
  }
  const asTimeWent = ({ atMs }: Exchange) => {
    passTo(atMs)
    return true
  }
  /** These recordings start with a stack of which only the name is known. */
  const stack = (name: string) =>
    player.send('POST', '/api/stacks/organization/webshop', {
      stackName: name,
      tags: { 'pulumi:project': 'webshop', 'pulumi:runtime': 'nodejs' },
    })
  return { deps, player, passTo, asTimeWent, stack, path: (name: string) => `/api/stacks/organization/webshop/${name}` }
}

const names = ({ deployment }: StateDocument) => (deployment.resources ?? []).map(({ urn }) => urn.split('::').at(-1))
/** Ciphertexts differ between servers. */
const withoutSecrets = (document: unknown) => JSON.stringify(document).replaceAll(/"ciphertext":"[^"]+"/g, '')
const refused = (answers: Answer[]) =>
  answers
    .filter(({ status, exchange }) => status >= 400 && exchange.status < 400)
    .map(({ exchange, status }) => `${exchange.method} ${exchange.url.split('/').at(-1)} ${status}`)

it('35 to 37: without a journal the last upload is the state; then everything is removed, including the stack', async () => {
  const { player, path } = await world()
  const at = path('ckpt')
  const madeAt = recording('34-destroy-200').findIndex(({ method }) => method === 'DELETE')
  expect(refused(await player.play('34-destroy-200', (_exchange, index) => index > madeAt))).toEqual([])
  for (const name of ['35-up-checkpoint-protocol', '36-up-change-checkpoint-protocol']) {
    expect(refused(await player.play(name))).toEqual([])
    const uploads = recording(name).filter(({ url }) => url.endsWith('/checkpointverbatim'))
    const last = uploads.at(-1)?.request as { untypedDeployment: StateDocument } | undefined
    const { body } = await player.exported(at)
    expect(withoutSecrets(body)).toBe(withoutSecrets(last?.untypedDeployment))
    expect(verify((body as StateDocument).deployment)).toEqual([])
    expect(names(body as StateDocument)).toHaveLength(7)
  }
  expect(refused(await player.play('37-destroy-remove'))).toEqual([])
  expect((await player.send('GET', at, undefined)).status).toBe(404)
})

it('71: late reports of an update cancelled by another client are refused, kept as evidence, and not applied', async () => {
  const name = '71-up-cancelled-by-another'
  const { player, asTimeWent, stack, path, deps } = await world()
  const at = path('cancelled')
  await stack('cancelled')
  const cancelAt = recording(name).findIndex(({ url }) => url.endsWith('/cancel'))
  const before = await player.play(name, (exchange, index) => index <= cancelAt && asTimeWent(exchange))
  expect(refused(before)).toEqual([])
  expect(before.at(-1)?.status).toBe(204)
  const state = (await player.exported(at)).body as StateDocument

  const after = await player.play(name, (exchange, index) => index > cancelAt && asTimeWent(exchange))
  const inUpdate = after.filter(({ exchange }) => exchange.requestHeaders['authorization']?.startsWith('update-token'))
  const outcomes = inUpdate.map(({ exchange, status, body }) => {
    const call = exchange.url.split('/').slice(-1)[0]
    return `${call} ${status} ${(body as { message?: string } | undefined)?.message ?? ''}`.trim()
  })
  const CANCELLED = 'The Update has been cancelled'
  expect([...new Set(outcomes)].toSorted()).toEqual([
    'batch 204',
    `complete 409 ${CANCELLED}`,
    `journalentries 409 ${CANCELLED}`,
  ])
  expect((await player.exported(at)).body).toEqual(state)
  expect(verify(state.deployment)).toEqual([])

  const { body } = await player.send('GET', `${at}/updates`, undefined)
  expect(body).toMatchObject({ updates: [{ kind: 'update', result: 'failed', version: 1 }] })
  expect((await player.send('GET', at, undefined)).body).not.toHaveProperty('currentOperation')

  // Operations in flight are pending, and the ids that their client reports afterwards are listed.
  const pending = (state.deployment.pending_operations ?? []).map(({ resource }) => resource.urn)
  expect(pending.length).toBeGreaterThan(0)
  const [update] = await deps.store.read(async (reader) => {
    const found = await reader.stack({ org: 'organization', project: 'webshop', name: 'cancelled' })
    return reader.updates(found?.id ?? '', { previews: 'no', limit: 1, offset: 0 })
  })
  const late = await deps.store.read((reader) => reader.late(update?.id ?? ''))
  const reported = late.map(({ text }) => text).join()
  for (const urn of pending) expect(reported).toContain(urn)
})

it('72: an update of seven minutes renews its lease twice, and no other update starts meanwhile', async () => {
  const name = '72-up-of-seven-minutes'
  const { player, passTo, asTimeWent, stack, path } = await world()
  const at = path('long')
  await stack('long')
  const renewals = recording(name).flatMap(({ url, atMs }) => (url.endsWith('/renew_lease') ? [atMs] : []))
  expect(renewals.map((ms) => Math.floor(ms / 1000))).toEqual([150, 337])
  const last = recording(name).findIndex(({ atMs }) => atMs > 400_000)
  expect(refused(await player.play(name, (exchange, index) => index < last && asTimeWent(exchange)))).toEqual([])
  passTo(401_000)
  const { body: made } = await player.send('POST', `${at}/update`, { options: {} })
  const other = `${at}/update/${(made as { updateID: string }).updateID}`
  expect((await player.send('POST', other, {})).status).toBe(409)
  expect(refused(await player.play(name, (exchange, index) => index >= last && asTimeWent(exchange)))).toEqual([])
  const { body } = await player.send('GET', `${at}/updates`, undefined)
  expect(body).toMatchObject({ updates: [{ result: 'succeeded', version: 1 }] })
  const { updates } = body as { updates: { startTime: number; endTime: number }[] }
  expect((updates[0]?.endTime ?? 0) - (updates[0]?.startTime ?? 0)).toBeGreaterThan(400)
  const state = (await player.exported(at)).body as StateDocument
  expect(verify(state.deployment)).toEqual([])
  expect(state.deployment.pending_operations ?? []).toEqual([])
  expect(names(state).length).toBeGreaterThan(1)
})

it('73: CI metadata of an update is kept and shown', async () => {
  const name = '73-up-in-ci'
  const { player, asTimeWent, path } = await world()
  const at = path('ci')
  expect(refused(await player.play(`${name}.before`))).toEqual([])
  const create = recording(name).find(({ method, url }) => method === 'POST' && url.endsWith('/update'))
  const request = create?.request as { metadata: { message: string; environment: Record<string, string> } } | undefined
  const sent = request?.metadata ?? { message: '', environment: {} }
  const startAt = recording(name).findIndex(({ url }) => url.endsWith('/journalentries'))
  expect(refused(await player.play(name, (exchange, index) => index < startAt && asTimeWent(exchange)))).toEqual([])

  // During the run, the refusal of another start names the host.
  const another = await player.send('POST', `${at}/update`, { options: {} })
  const { updateID } = another.body as { updateID: string }
  const conflict = await player.send('POST', `${at}/update/${updateID}`, {})
  expect(conflict.status).toBe(409)
  const place = sent.environment['ci.build.url'] ?? sent.environment['ci.system'] ?? 'no place was sent'
  expect(conflict.headers.get('x-pulumi-warning')).toContain(place)

  expect(refused(await player.play(name, (exchange, index) => index >= startAt && asTimeWent(exchange)))).toEqual([])
  const { body } = await player.send('GET', `${at}/updates/latest`, undefined)
  expect(body).toMatchObject({ info: { message: sent.message, environment: sent.environment, result: 'succeeded' } })
  const kinds = new Set(Object.keys(sent.environment).map((key) => key.split('.')[0]))
  expect([...kinds]).toEqual(expect.arrayContaining(['git', 'vcs', 'ci']))
  expect(verify(((await player.exported(at)).body as StateDocument).deployment)).toEqual([])
})
