import { expect, it } from 'vitest'
import type { StateDocument } from '#domain/state/checkpoint.ts'
import { ROOT_STACK_TYPE } from '#domain/state/urn.ts'
import { outcome, type Cli, type World } from '#testing/protocolWorld.ts'
import * as samples from './samples.ts'
import { AT, bucket, bucketState, bucketUrn, content, documentOf, names, pending, secretOf, STACK } from './samples.ts'

/** Points 47 to 55. */
export function historyPoints(world: () => World): void {
  const history = async (query = '') =>
    (await world().cli().call<samples.History>('GET', `${AT}/updates${query}`)).updates

  it('47 stack history lists every kind and result, newest first and in pages, and nothing past the end', async () => {
    const cli = await world().stack()
    const secret = { string: await cli.encrypt(STACK, 'v'), secret: true, object: false }
    await (await cli.start(STACK, { config: { 'shop:key': secret } })).complete()
    await (await cli.start(STACK, { kind: 'refresh' })).completeOnly('failed')
    await cli.start(STACK, { kind: 'destroy' })
    await cli.cancel(STACK)
    await cli.importState(STACK, documentOf(bucketState('one')))
    await cli.call('POST', `${AT}/rename`, { body: { newName: 'live', newProject: '' } })
    await cli.call('POST', `${cli.path({ ...STACK, stack: 'live' })}/rename`, {
      body: { newName: 'prod', newProject: '' },
    })
    await cli.start(STACK)
    const all = await history()
    expect(all.map(({ kind, result, version }) => `${version} ${kind} ${result}`)).toEqual([
      '7 update in-progress',
      '6 rename succeeded',
      '5 rename succeeded',
      '4 import succeeded',
      '3 destroy failed',
      '2 refresh failed',
      '1 update succeeded',
    ])
    expect([all[0]?.endTime, all.at(-1)?.config]).toEqual([0, { 'shop:key': secret }])
    expect(await history('?pageSize=2&page=2')).toEqual(all.slice(2, 4))
    expect(await history('?pageSize=2&page=4')).toEqual(all.slice(6))
    expect(await history('?pageSize=2&page=5')).toEqual([])
    expect(await history('?pageSize=0&page=0')).toEqual(all)
    expect(await history('?pageSize=2&page=0')).toEqual(all)
    expect(await history('?pageSize=2')).toEqual(all.slice(0, 2))
    expect(await history('?page=2')).toEqual([])
    expect(await history(`?pageSize=${Number.MAX_SAFE_INTEGER}&page=${Number.MAX_SAFE_INTEGER}`)).toEqual([])
    const page = await cli.call<samples.Page>('GET', `${AT}/updates?output-type=service&pageSize=3&page=1`)
    expect([page.total, page.updates.map(({ info }) => info)]).toEqual([7, all.slice(0, 3)])
    expect(await cli.call('GET', `${AT}/updates/4`)).toMatchObject({
      version: 4,
      latestVersion: 7,
      info: { kind: 'import' },
    })
    expect(await outcome(cli.call('GET', `${AT}/updates/99`))).toMatch(/^\[404\]/)
  })

  it('48 export and import change nothing but the version; every old state is available, also of failed updates', async () => {
    const cli = await world().stack()
    const run = await cli.start(STACK)
    await run.does('creating', bucket('one'))
    await run.begin('creating', bucket('two'))
    await run.complete('failed')
    const before = await cli.exportState(STACK)
    const { updateId } = await cli.importState(STACK, before)
    expect(await cli.call('GET', `${AT}/update/${updateId}`)).toMatchObject({
      status: 'succeeded',
      continuationToken: null,
    })
    expect(await cli.exportState(STACK)).toEqual(before)
    expect((await history()).map(({ kind }) => kind)).toEqual(['import', 'update'])
    await (await cli.start(STACK)).completeOnly('failed') // received no report at all
    for (const version of [1, 2, 3]) expect(await cli.exportState(STACK, version)).toEqual(before)
    expect(await outcome(cli.exportState(STACK, 4))).toMatch(/^\[404\]/)
    expect(await outcome(cli.call('GET', `${AT}/export/-1`))).toMatch(/^\[400\]/)
    // A stack without a state that was renamed: its version has none either.
    const empty = { ...STACK, stack: 'empty' }
    await cli.initStack(empty)
    await cli.call('POST', `${cli.path(empty)}/rename`, { body: { newName: 'named', newProject: 'shop' } })
    expect(names(await cli.exportState({ ...STACK, stack: 'named' }, 1))).toEqual([])
  })

  it('49 import --force stores a damaged state byte for byte, and is refused while an update runs', async () => {
    const cli = await world().stack()
    const { fetch, token } = world()
    const damaged =
      '{"version":3, "deployment":{"resources":[{"urn":"not an urn","parent":"gone","9":1e3,"1":"\\u003c"},null,{"urn":"not an urn"}]}}'
    const headers = { authorization: `token ${token}`, 'content-type': 'application/json' }
    const sent = await fetch(new Request(`http://test${AT}/import`, { method: 'POST', body: damaged, headers }))
    expect(sent.status).toBe(200)
    expect(await (await fetch(new Request(`http://test${AT}/export`, { headers }))).text()).toBe(damaged)
    await cli.importState(STACK, documentOf(bucketState('one', { dependencies: [bucketUrn('gone')] })))
    const run = await cli.start(STACK)
    expect(await outcome(cli.importState(STACK, documentOf()))).toBe(samples.CONFLICT)
    await run.completeOnly('succeeded')
    expect(names(await cli.exportState(STACK))).toEqual(['one'])
  })

  it('49 import of a state encrypted for another stack is refused, unless its secrets are shown', async () => {
    const cli = await world().stack()
    const provider = (stack: string) => ({ type: 'service', state: { owner: 'organization', project: 'shop', stack } })
    const state = (stack: string, secret: unknown): StateDocument => {
      const document = documentOf(bucketState('one', { outputs: { deep: [{ secret }] } }))
      return { ...document, deployment: { ...document.deployment, secrets_providers: provider(stack) } }
    }
    const { ciphertext: _hidden, ...marker } = secretOf('')
    const message = '[400] Bad Request: cannot import deployment with encrypted secrets from a different stack'
    expect(await outcome(cli.importState(STACK, state('other', secretOf('AAAA'))))).toBe(message)
    expect(await history()).toEqual([])
    expect(await outcome(cli.importState(STACK, state('other', { ...marker, plaintext: '"v"' })))).toBe('ok')
    expect(await outcome(cli.importState(STACK, state('other', 'none')))).toBe('ok')
    expect(await outcome(cli.importState(STACK, state('prod', secretOf('AAAA'))))).toBe('ok')
  })

  it('50 state commands are one version of kind import each, and the next update starts from it', async () => {
    const cli = await world().stack()
    await cli.importState(
      STACK,
      documentOf(bucketState('one'), bucketState('two', { dependencies: [bucketUrn('one')] })),
    )
    const edits: Record<string, (document: StateDocument) => StateDocument> = {
      protect: (document) => withEach(document, (resource) => ({ ...resource, protect: true })),
      unprotect: (document) =>
        withEach(
          document,
          ({ protect: _protect, ...resource }) => resource as typeof resource & { urn: string; type: string },
        ),
      taint: (document) => ({
        ...withEach(document, (resource) => ({ ...resource, taint: true })),
        version: 4,
        features: ['taint'],
      }),
      rename: (document) => JSON.parse(JSON.stringify(document).replaceAll('::two"', '::zwei"')) as StateDocument,
      delete: (document) => documentOf(...(document.deployment.resources ?? []).slice(0, 1)),
    }
    for (const [index, edit] of Object.values(edits).entries()) {
      const wanted = edit(await cli.exportState(STACK))
      await cli.importState(STACK, wanted)
      expect(await cli.exportState(STACK)).toEqual(wanted)
      expect((await history())[0]).toMatchObject({ kind: 'import', version: index + 2, result: 'succeeded' })
      expect(await cli.exportState(STACK, index + 2)).toEqual(wanted)
    }
    // state move writes two stacks.
    const target = { ...STACK, stack: 'target' }
    await cli.initStack(target)
    await cli.importState(target, await cli.exportState(STACK))
    await cli.importState(STACK, documentOf())
    expect([names(await cli.exportState(target)), names(await cli.exportState(STACK))]).toEqual([['one'], []])
    const run = await cli.start(target)
    await run.keeps(bucketUrn('one'))
    await run.complete()
    expect(names(await cli.exportState(target))).toEqual(['one'])
  })

  it('51 stack output, a StackReference and graph find in the export what they read', async () => {
    const cli = await world().stack()
    const run = await cli.start(STACK)
    const root = { type: ROOT_STACK_TYPE, name: 'shop-prod', custom: false }
    const urn = await run.does('creating', root)
    await run.does('creating', { ...bucket('one'), parent: urn })
    const state = { ...run.base.deployment.resources?.[0], urn, type: ROOT_STACK_TYPE, custom: false }
    await run.journal([
      run.entry(4, { operationID: 9, removeNew: 1, state: { ...state, outputs: { url: 'https://größe' } } }),
    ])
    await run.complete()
    const { deployment } = await cli.exportState(STACK)
    expect(deployment.resources?.find(({ type, parent }) => type === ROOT_STACK_TYPE && !parent)?.outputs).toEqual({
      url: 'https://größe',
    })
    expect(deployment.resources?.[1]?.parent).toBe(urn)
  })

  it('52 config refresh gets the config of the last update, also after an import, and a 404 before there is one', async () => {
    const cli = await world().stack()
    expect(await outcome(cli.call('GET', `${AT}/updates/latest`))).toMatch(/^\[404\]/)
    const config = {
      'shop:plain': { string: 'a', secret: false, object: false },
      'shop:list': { string: '["a"]', secret: false, object: true },
      'aws:region': { string: await cli.encrypt(STACK, 'eu'), secret: true, object: false },
    }
    const environment = { 'stack.environments': '[{"id":"e"}]', 'git.head': 'abc' }
    await (await cli.start(STACK, { config, environment })).complete()
    const latest = async () => (await cli.call<{ info: samples.Listed }>('GET', `${AT}/updates/latest`)).info
    expect(await latest()).toMatchObject({ config, environment })
    await cli.importState(STACK, documentOf(bucketState('one')))
    const { kind, config: carried, environment: sent } = await latest()
    expect([kind, carried, sent]).toEqual(['import', config, { 'stack.environments': '[{"id":"e"}]' }])
  })

  it('53 destroy outside a project gets the configuration of the last update, and project data from the tags', async () => {
    const cli = await world().stack()
    const config = { 'shop:plain': { string: 'a', secret: false, object: false } }
    const run = await cli.start(STACK, { config, tags: { 'pulumi:project': 'shop', 'pulumi:runtime': 'nodejs' } })
    await run.does('creating', bucket('one'))
    await run.complete()
    await cli.importState(STACK, await cli.exportState(STACK))
    const { info } = await cli.call<{ info: samples.Listed }>('GET', `${AT}/updates/latest`)
    const { tags } = await cli.call<samples.StackView>('GET', AT)
    expect([info.config, tags]).toEqual([config, { 'pulumi:project': 'shop', 'pulumi:runtime': 'nodejs' }])
    const destroy = await cli.start(STACK, { kind: 'destroy', config: info.config })
    await destroy.does('deleting', bucket('one'))
    await destroy.complete()
    expect(names(await cli.exportState(STACK))).toEqual([])
  })

  it('54 stack history events have all events in order and once, of a preview and of a running update', async () => {
    const cli = await world().stack()
    for (const options of [{ kind: 'preview' }, {}] as const) {
      const run = await cli.start(STACK, options)
      const at = `${AT}/update/${run.id}`
      const send = sender(cli, run)
      const none = await page(cli, at)
      expect(none.events).toEqual([])
      expect(none.continuationToken).toMatch(/^\d+$/) // still running: ask again
      await send([50, 51, 52])
      await Promise.all([send(range(0, 49)), send([50, 51, 52]), send(range(53, 620))])
      const { seen, token } = await readAll(cli, at)
      expect(seen.toSorted((a, b) => a - b)).toEqual(range(0, 620))
      await send([621])
      expect((await page(cli, at, token)).events).toMatchObject([{ sequence: 621, type: 'stdoutEvent' }])
      await run.completeOnly('succeeded')
      const whole = await readAll(cli, at)
      expect([whole.seen.length, new Set(whole.seen).size, whole.token]).toEqual([622, 622, undefined])
      const first = await page(cli, at)
      expect(first.events.map(({ sequence }) => sequence)).toEqual(range(0, first.events.length - 1))
      expect(await outcome(cli.call('GET', `${at}/events?continuationToken=x`))).toMatch(/^\[400\]/)
      expect(await outcome(send([]))).toMatch(/^\[400\]/)
    }
  })

  it('54 after the end of an update, events come in engine order, however the batches arrived', async () => {
    const cli = await world().stack()
    const run = await cli.start(STACK)
    const at = `${AT}/update/${run.id}`
    const send = sender(cli, run)
    await send(range(1500, 1600))
    await send(range(53, 620))
    await send(range(621, 1499))
    await send(range(50, 52))
    await send(range(0, 49))
    await run.completeOnly('succeeded')
    expect(await readAll(cli, at)).toEqual({ seen: range(0, 1600), token: undefined })
  })

  it('54 a reader who pages through the events while the update ends misses none and gets none twice', async () => {
    const cli = await world().stack()
    const run = await cli.start(STACK)
    const at = `${AT}/update/${run.id}`
    const send = sender(cli, run)
    await send(range(53, 620))
    const running = await page(cli, at)
    expect(sequences(running)).toEqual(range(53, 552)) // as received
    await send(range(1000, 1600))
    await send(range(0, 49))
    await run.completeOnly('succeeded')
    const rest = await readAll(cli, at, running.continuationToken)
    expect(rest).toEqual({ seen: [...range(0, 49), ...range(553, 620), ...range(1000, 1600)], token: undefined })
  })

  it('54 late events of an ended update come after the rest', async () => {
    const cli = await world().stack()
    const run = await cli.start(STACK)
    const at = `${AT}/update/${run.id}`
    const send = sender(cli, run)
    await send(range(100, 1199))
    await send(range(20, 99))
    await run.completeOnly('succeeded')
    const first = await page(cli, at)
    expect(sequences(first)).toEqual(range(20, 519))
    await send(range(10, 19))
    await send(range(0, 9))
    const rest = await readAll(cli, at, first.continuationToken)
    expect(rest).toEqual({ seen: [...range(520, 1199), ...range(0, 19)], token: undefined })
    expect((await readAll(cli, at)).seen).toEqual([...range(0, 19), ...range(20, 1199)])
  })

  it('55 change-secrets-provider, to passphrase and back: both are imports, and no secret is lost', async () => {
    const cli = await world().stack()
    const ciphertext = await cli.encrypt(STACK, 'hunter2')
    const service = { type: 'service', state: { owner: STACK.org, project: 'shop', stack: 'prod' } }
    const passphrase = { type: 'passphrase', state: { salt: 'v1:abc:v1:def' } }
    const state = (provider: { type: string; state: unknown }, secret: string): StateDocument => {
      const document = documentOf(bucketState('one', { outputs: { password: secretOf(secret) } }))
      return { ...document, deployment: { ...document.deployment, secrets_providers: provider } }
    }
    await cli.importState(STACK, state(service, ciphertext))
    await cli.importState(STACK, state(passphrase, 'v1:sealed:by-passphrase'))
    expect(await cli.exportState(STACK)).toEqual(state(passphrase, 'v1:sealed:by-passphrase'))
    const again = await cli.encrypt(STACK, 'hunter2')
    await cli.importState(STACK, state(service, again))
    for (const sealed of [ciphertext, again])
      expect(await cli.call('POST', `${AT}/decrypt`, { body: { ciphertext: sealed } })).toEqual({
        plaintext: btoa('"hunter2"'),
      })
    const run = await cli.start(STACK)
    await run.secretsManager(passphrase)
    await run.keeps(bucketUrn('one'))
    await run.complete()
    expect((await cli.exportState(STACK)).deployment.secrets_providers).toEqual(passphrase)
    expect(pending(await cli.exportState(STACK))).toEqual([])
    expect(content(await cli.exportState(STACK, 1))).toEqual(content(state(service, ciphertext)))
  })
}

type EventPage = { events: { sequence: number; type: string }[]; continuationToken: string | null }
const page = (cli: Cli, at: string, token?: string) =>
  cli.call<EventPage>('GET', `${at}/events${token === undefined ? '' : `?continuationToken=${token}`}`)

const sequences = ({ events }: EventPage) => events.map(({ sequence }) => sequence)

/** Sends a batch of lines with these sequence numbers. */
const sender =
  (cli: Cli, { id, lease }: { id: string; lease: string }) =>
  (batch: number[]) => {
    const events = batch.map((sequence) => ({
      sequence,
      timestamp: 1_767_600_000,
      stdoutEvent: { message: `${sequence}`, color: 'raw' },
    }))
    return cli.call('POST', `${AT}/update/${id}/events/batch`, { body: { events }, lease, gzip: true })
  }

/** All pages until there is nothing new: the events, and the token to continue with; none at the end. */
async function readAll(
  cli: Cli,
  at: string,
  from?: string | null,
): Promise<{ seen: number[]; token: string | undefined }> {
  const seen: number[] = []
  let token = from ?? undefined
  for (;;) {
    const { events, continuationToken } = await page(cli, at, token)
    seen.push(...events.map(({ sequence }) => sequence))
    if (continuationToken === null) return { seen, token: undefined }
    token = continuationToken
    if (events.length === 0) return { seen, token }
  }
}

const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index)

type Resources = NonNullable<StateDocument['deployment']['resources']>
const withEach = (document: StateDocument, change: (resource: Resources[number]) => Resources[number]): StateDocument =>
  documentOf(...(document.deployment.resources ?? []).map(change))
