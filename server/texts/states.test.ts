import { describe, expect, it } from 'vitest'
import { createHash } from 'node:crypto'
import type { StateDocument } from '#domain/state/checkpoint.ts'
import { STACK, testService } from '#testing/service.ts'
import type { Run } from '#mocks/cli.ts'
import { closeExpired } from '../core/updates/ends.ts'

const GROUP = { type: 'acme:web:Site', name: 'site', custom: false }
const bucket = (name: string) => ({ type: 'aws:s3/bucket:Bucket', name, inputs: { bucket: `${name}-4711` } })
const names = (document: StateDocument) =>
  (document.deployment.resources ?? []).map(({ urn }) => urn.split('::').at(-1))
const pending = (document: StateDocument) =>
  (document.deployment.pending_operations ?? []).map(
    ({ type, resource }) => `${type} ${resource.urn.split('::').at(-1)}`,
  )

async function fresh() {
  const world = await testService()
  const cli = world.cli()
  await cli.initStack(STACK)
  return { ...world, cli }
}

describe('the state after an update ends', () => {
  const ends: [string, (world: Awaited<ReturnType<typeof fresh>>, run: Run) => Promise<unknown>][] = [
    ['success', (_, run) => run.complete('succeeded')],
    ['failure', (_, run) => run.complete('failed')],
    ['cancel', ({ cli }) => cli.cancel(STACK)],
    [
      'expiry',
      async ({ clock, deps }) => {
        clock.advance(300_000)
        await closeExpired(deps)
      },
    ],
  ]
  it.each(ends)(
    'after %s is the base and everything received, with unfinished operations pending',
    async (_name, end) => {
      const world = await fresh()
      const first = await world.cli.start(STACK)
      await first.does('creating', bucket('kept'))
      await first.complete()

      const run = await world.cli.start(STACK)
      await run.does('creating', bucket('made'))
      await run.begin('creating', bucket('begun'))
      await run.begin('updating', bucket('kept'))
      const failing = await run.begin('creating', bucket('refused'))
      await failing.fails('no such region')
      const during = await world.cli.exportState(STACK)
      await end(world, run)

      const after = await world.cli.exportState(STACK)
      for (const document of [during, after, await world.cli.exportState(STACK, 2)]) {
        expect(names(document)).toEqual(['made', 'kept'])
        expect(pending(document)).toEqual(['creating begun', 'updating kept'])
      }
      expect(names(await world.cli.exportState(STACK, 1))).toEqual(['kept'])
    },
  )

  it('has equal resources by journal, full, verbatim and delta saves; journal and full saves also have equal pending operations', async () => {
    const results: Record<string, StateDocument> = {}
    const journal = await fresh()
    const run = await journal.cli.start(STACK)
    const site = await run.does('creating', GROUP)
    await run.does('creating', { ...bucket('größe'), parent: site })
    const half = await journal.cli.exportState(STACK)
    await run.does('creating', { ...bucket('zwei'), parent: site })
    await run.begin('creating', bucket('begun'))
    await run.completeOnly('failed')
    results['journal'] = await journal.cli.exportState(STACK)
    const whole = results['journal']

    const save: Record<string, (run: Run) => Promise<unknown>> = {
      full: (other) => other.saveFull(whole),
      verbatim: (other) => other.saveVerbatim(whole, 1),
      delta: async (other) => {
        await other.saveVerbatim(half, 1)
        await other.saveDelta(deltaOf(half, whole, 2))
      },
    }
    for (const [name, how] of Object.entries(save)) {
      const { cli } = await fresh()
      const other = await cli.start(STACK, { journal: false })
      await how(other)
      await other.completeOnly('failed')
      results[name] = await cli.exportState(STACK)
    }
    for (const name of ['full', 'verbatim', 'delta'])
      expect(results[name]?.deployment.resources).toEqual(whole.deployment.resources)
    expect(results['full']?.deployment.pending_operations).toEqual(whole.deployment.pending_operations)
    expect(pending(whole)).toEqual(['creating begun'])
  })

  it('keeps the save before a delta with a wrong hash, and accepts the same state as verbatim', async () => {
    const { cli } = await fresh()
    const base: StateDocument = {
      version: 3,
      deployment: { manifest: { time: '2026-01-02T03:04:05Z', magic: '', version: '' } },
    }
    const run = await cli.start(STACK, { journal: false })
    await run.saveVerbatim(base, 1)
    const more = { ...base, deployment: { ...base.deployment, metadata: { note: 'é' } } }
    await expect(run.saveDelta({ ...deltaOf(base, more, 2), checkpointHash: 'ab'.repeat(32) })).rejects.toThrow('[400]')
    expect(await cli.exportState(STACK)).toEqual(base)
    await run.saveVerbatim(more, 2)
    await run.saveDelta(deltaOf(base, more, 2)) // repeated number: answered without a change
    expect(await cli.exportState(STACK)).toEqual(more)
  })

  it('counts a repeated batch once, and has shuffled batches and gaps applied by number', async () => {
    const { cli } = await fresh()
    const run = await cli.start(STACK)
    const state = (name: string) => ({
      urn: run.urnOf(bucket(name)),
      custom: true,
      id: name,
      type: 'aws:s3/bucket:Bucket',
    })
    const begin = (operationID: number, sequenceID: number) => ({ ...run.entry(0, { operationID }), sequenceID })
    const success = (operationID: number, sequenceID: number, name: string) => ({
      ...run.entry(1, { operationID, state: state(name) }),
      sequenceID,
    })
    await run.journal([success(2, 9, 'second'), begin(2, 8)])
    await run.journal([begin(1, 2), success(1, 3, 'first')])
    await run.journal([begin(1, 2), success(1, 3, 'first')])
    await run.completeOnly('succeeded')
    expect(names(await cli.exportState(STACK))).toEqual(['first', 'second'])
  })
})

describe('an export', () => {
  it('is the base byte for byte while only the secrets manager was sent; then the new state', async () => {
    const { cli, fetch, token } = await fresh()
    const text =
      '{"version":3,"deployment":{"manifest":{"time":"2026-01-02T03:04:05Z","magic":"","version":""},"resources":[{"type":"a:b:C","urn":"urn:pulumi:prod::shop::a:b:C::x","custom":false,"2":1e3,"1":"\\u003c"}]}}'
    await fetch(
      new Request(`http://test${cli.path(STACK)}/import`, {
        method: 'POST',
        body: text,
        headers: { authorization: `token ${token}`, 'content-type': 'application/json' },
      }),
    )
    const exported = async () =>
      (
        await fetch(
          new Request(`http://test${cli.path(STACK)}/export`, { headers: { authorization: `token ${token}` } }),
        )
      ).text()
    expect(await exported()).toBe(text)
    const run = await cli.start(STACK)
    await run.secretsManager({ type: 'service', state: {} })
    expect(await exported()).toBe(text)
    await run.begin('creating', bucket('begun'))
    expect(await exported()).toContain('pending_operations')
    expect(
      await (
        await fetch(
          new Request(`http://test${cli.path(STACK)}/export/1`, { headers: { authorization: `token ${token}` } }),
        )
      ).text(),
    ).toBe(text)
  })

  it('is the empty document for a stack without state, 404 for an unknown version, and 400 for a malformed one', async () => {
    const { cli } = await fresh()
    expect(await cli.exportState(STACK)).toEqual({
      version: 3,
      deployment: { manifest: { time: '0001-01-01T00:00:00Z', magic: '', version: '' } },
    })
    await expect(cli.exportState(STACK, 7)).rejects.toThrow('[404]')
    await expect(cli.call('GET', `${cli.path(STACK)}/export/x`)).rejects.toThrow('[400]')
  })
})

describe('unknown fields and entries', () => {
  const odd = { 'x-tool': { deep: [1, { __proto__x: true }] }, unknownKey: 'kept' }
  const carries = (document: StateDocument) => {
    expect(document.deployment).toMatchObject({ futureSection: odd })
    expect(document.deployment.resources?.[0]).toMatchObject({ urn: expect.stringContaining('::x'), futureField: odd })
  }
  const document = (): StateDocument => ({
    version: 3,
    deployment: {
      manifest: { time: '2026-01-02T03:04:05Z', magic: '', version: '' },
      futureSection: odd,
      resources: [{ urn: 'urn:pulumi:prod::shop::a:b:C::x', custom: false, type: 'a:b:C', futureField: odd }],
    },
  })

  it('are kept through import, journal, checkpoint and rename', async () => {
    const { cli } = await fresh()
    await cli.importState(STACK, document())
    carries(await cli.exportState(STACK))
    const run = await cli.start(STACK)
    await run.keeps('urn:pulumi:prod::shop::a:b:C::x')
    await run.does('creating', bucket('new'))
    await run.complete()
    const replayed = await cli.exportState(STACK)
    expect(replayed.deployment.resources?.[0]).toMatchObject({ futureField: odd })
    const plain = await cli.start(STACK, { journal: false })
    await plain.saveFull(document())
    await plain.complete()
    carries(await cli.exportState(STACK))
    await cli.call('POST', `${cli.path(STACK)}/rename`, { body: { newName: 'live', newProject: 'shop' } })
    carries(await cli.exportState({ ...STACK, stack: 'live' }))
  })

  it('are stored and skipped when an entry is of an unknown kind, which flags the update', async () => {
    const { cli, deps } = await fresh()
    const run = await cli.start(STACK)
    await run.journal([run.entry(42, { somethingNew: true })])
    await run.does('creating', bucket('made'))
    await run.complete()
    expect(names(await cli.exportState(STACK))).toEqual(['made'])
    const update = await deps.store.read((reader) => reader.update(run.id))
    expect(update?.hasUnknownEntries).toBe(true)
  })
})

/** A delta with one insertion and deletion between the common start and end, in bytes. */
function deltaOf(from: StateDocument, to: StateDocument, sequenceNumber: number) {
  const [a, b] = [Buffer.from(JSON.stringify(from)), Buffer.from(JSON.stringify(to))]
  let start = 0
  while (start < Math.min(a.length, b.length) && a[start] === b[start]) start++
  while (start > 0 && (b[start] ?? 0) >= 0x80 && (b[start] ?? 0) < 0xc0) start--
  let end = 0
  while (end < Math.min(a.length, b.length) - start && a[a.length - 1 - end] === b[b.length - 1 - end]) end++
  while (end > 0 && (b[b.length - end] ?? 0) >= 0x80 && (b[b.length - end] ?? 0) < 0xc0) end--
  const point = (offset: number) => ({ line: 1, column: 1, offset })
  return {
    version: 3,
    checkpointHash: createHash('sha256').update(b).digest('hex'),
    sequenceNumber,
    deploymentDelta: [
      {
        Span: { uri: '', start: point(start), end: point(a.length - end) },
        NewText: b.subarray(start, b.length - end).toString('utf8'),
      },
    ],
  }
}
