import { expect, it } from 'vitest'
import { outcome, type World } from '#testing/protocolWorld.ts'
import { checkpointsOf } from '#testing/uploads.ts'
import { createEngine } from './engine.ts'
import { AT, bucketState, bucketUrn, content, documentOf, names, pending, STACK } from './samples.ts'

/** A test vector for deltas: the accent takes one byte more than a character. */
const VECTOR =
  '{"version":3,"deployment":{"manifest":{"time":"2026-01-02T03:04:05Z","magic":"","version":""},"metadata":{},"resources":[{"urn":"urn:pulumi:dev::p::t::é","custom":false,"type":"t"}]}}'
const ADDED = ',{"urn":"urn:pulumi:dev::p::t::b","custom":false,"type":"t"}'
const point = (offset: number) => ({ line: 1, column: 1, offset })
const vectorDelta = (more: Record<string, unknown> = {}) => ({
  version: 3,
  checkpointHash: 'ae59b6d6ed1e2582cf98399353ff32833eb9249eb85c9fd7358f0f857d87bdb4',
  sequenceNumber: 2,
  deploymentDelta: [{ Span: { uri: '', start: point(181), end: point(181) }, NewText: ADDED }],
  ...more,
})

/** Points 30 to 32: uploads of states, in parts and at once. */
export function uploadPoints(world: () => World): void {
  const text = async () => {
    const { fetch, token } = world()
    return (
      await fetch(new Request(`http://test${AT}/export`, { headers: { authorization: `token ${token}` } }))
    ).text()
  }

  it('30 without a journal, verbatim saves, deltas above the threshold and full saves result in the same export', async () => {
    const { deps } = world()
    const cli = await world().stack()
    // Offered only if enabled: such uploads carry no pending operations (docs/protocol.md, Capabilities).
    deps.settings.advertiseDelta = true
    expect(await cli.call('GET', '/api/capabilities')).toMatchObject({
      capabilities: expect.arrayContaining([
        {
          capability: 'delta-checkpoint-uploads-v2',
          version: 2,
          configuration: { checkpointCutoffSizeBytes: 1_048_576 },
        },
      ]),
    })
    const steps = threeBuckets()
    const left: unknown[] = []
    const sent: Record<string, ('verbatim' | 'delta')[]> = {}
    for (const [name, cutoff] of Object.entries({ full: 0, low: 0, high: 500, never: 1_048_576 })) {
      const ref = { ...STACK, stack: name }
      await cli.initStack(ref)
      const run = await cli.start(ref, { journal: false })
      const checkpoints = checkpointsOf(run, { cutoff })
      sent[name] = checkpoints.sent
      for (const { after } of steps) await (name === 'full' ? run.saveFull(after) : checkpoints.save(after))
      await run.complete()
      left.push(content(await cli.exportState(ref)))
    }
    const deltas = (count: number) => Array.from({ length: count }, () => 'delta')
    expect(sent['low']).toEqual(['verbatim', ...deltas(steps.length - 1)])
    expect(sent['high']).toEqual([...steps.slice(2).map(() => 'verbatim'), ...deltas(2)])
    expect(sent['never']).toEqual(steps.map(() => 'verbatim'))
    for (const state of left) expect(state).toEqual(left[0])
  })

  it('31 delta: the test vector; a wrong hash is 400, and the client continues verbatim; a repeated number changes nothing', async () => {
    const cli = await world().stack()
    const run = await cli.start(STACK, { journal: false })
    expect(await outcome(run.saveDelta(vectorDelta({ sequenceNumber: 1 })))).toMatch(/^\[400\]/)
    await run.saveText(VECTOR, 1)
    expect(await text()).toBe(VECTOR)
    const refused = [
      vectorDelta({ checkpointHash: 'ab'.repeat(32) }),
      vectorDelta({ deploymentDelta: [{ Span: { start: point(181), end: point(999) }, NewText: '' }] }),
      vectorDelta({ deploymentDelta: [{ Span: { start: point(9), end: point(3) }, NewText: '' }] }),
      vectorDelta({ version: 9 }),
    ]
    for (const delta of refused) expect(await outcome(run.saveDelta(delta))).toMatch(/^\[400\]/)
    expect(await text()).toBe(VECTOR)
    await run.saveDelta(vectorDelta())
    const grown = VECTOR.replace(']}}', `${ADDED}]}}`)
    expect(await text()).toBe(grown)
    await run.saveDelta(vectorDelta()) // its answer was lost
    await run.saveDelta(vectorDelta({ checkpointHash: 'ab'.repeat(32), sequenceNumber: 1 }))
    await run.saveText(VECTOR, 1)
    expect(await text()).toBe(grown)
    await run.saveText(VECTOR, 2) // the last number again, verbatim: it counts
    expect(await text()).toBe(VECTOR)
    await run.completeOnly('failed')
    expect(await text()).toBe(VECTOR)
  })

  it('31 deltas work with non-ASCII text before, in and after an edit, and for a client that sent a corrupted one', async () => {
    const cli = await world().stack()
    const run = await cli.start(STACK, { journal: false })
    let saves = 0
    const checkpoints = checkpointsOf(run, {
      spoil: (delta) => (++saves % 3 === 0 ? { ...delta, checkpointHash: 'ab'.repeat(32) } : delta),
    })
    const texts = ['größe', 'größé', '日本', '日木', '👩‍🚀', '👩‍🔧', '<&>\u2028', 'a'.repeat(300), '']
    for (const value of texts) {
      const document = documentOf(
        bucketState('ü', { inputs: { value, after: 'ß' } }),
        bucketState('z', { inputs: { value: `${value}é` } }),
      )
      await checkpoints.save(document)
      expect(await cli.exportState(STACK)).toEqual(document)
    }
    expect(checkpoints.sent.filter((how) => how === 'verbatim')).toHaveLength(3) // the first, and two after a refusal
  })

  it('32 journal: a repeated batch changes nothing, shuffled ones replay equally, and a 413 is handled', async () => {
    const { deps } = world()
    const cli = await world().stack()
    const steps = threeBuckets()
    const entries = steps.map(({ entry }) => entry)
    const left: unknown[] = []
    const ways: Record<string, (send: (batch: typeof entries) => Promise<void>) => Promise<void>> = {
      'in-order': async (send) => send(entries),
      backwards: async (send) => {
        for (const entry of entries.toReversed()) await send([entry])
      },
      twice: async (send) => {
        await send(entries.slice(0, 5))
        await send(entries.slice(3))
        await send(entries)
      },
      'too-large': async (send) => {
        deps.settings.maxBodyBytes = 16 * 700
        await send(entries)
        deps.settings.maxBodyBytes = 256 * 1024 * 1024
      },
    }
    for (const [stack, how] of Object.entries(ways)) {
      await cli.initStack({ ...STACK, stack })
      const run = await cli.start({ ...STACK, stack })
      let calls = 0
      await how(async (batch) => {
        calls += 1
        await run.journal(batch)
      })
      await run.completeOnly('succeeded')
      expect(calls).toBeGreaterThan(0)
      const stored = await deps.store.read((reader) => reader.journal(run.id))
      expect(stored.map(({ sequenceID }) => sequenceID)).toEqual(entries.map(({ sequenceID }) => sequenceID))
      left.push(content(await cli.exportState({ ...STACK, stack })))
    }
    for (const state of left) expect(state).toEqual(content(steps.at(-1)?.after ?? documentOf()))
  })

  it('32 journal: a batch that is too large is 413 before it is stored; a single entry may be as large as any body', async () => {
    const { deps } = world()
    const cli = await world().stack()
    const run = await cli.start(STACK)
    deps.settings.maxBodyBytes = 16 * 500
    const large = run.entry(0, { operationID: 1, note: 'x'.repeat(2000) })
    const small = run.entry(0, { operationID: 2 })
    const send = (entries: unknown[]) =>
      cli.call('PATCH', `${AT}/update/${run.id}/journalentries`, { body: { entries }, lease: run.lease, gzip: true })
    expect(await outcome(send([large, small]))).toMatch(/^\[413\]/)
    expect(await deps.store.read((reader) => reader.journal(run.id))).toEqual([])
    await run.journal([large, small])
    expect(await deps.store.read((reader) => reader.journal(run.id))).toHaveLength(2)
    const whole = run.entry(0, { operationID: 3, note: 'x'.repeat(9000) })
    expect(await outcome(send([whole]))).toMatch(/^\[413\]/)
  })

  it('32 journal: every kind of entry counts, and an unknown one is kept and skipped', async () => {
    const { deps } = world()
    const cli = await world().stack()
    await cli.importState(STACK, documentOf(bucketState('old')))
    const run = await cli.start(STACK)
    const twin = bucketState('twin')
    await run.journal([
      run.entry(6, { secretsProvider: { type: 'passphrase', state: { salt: 's' } } }),
      run.entry(5, { newSnapshot: documentOf(bucketState('old', { id: 'migrated' })).deployment }),
      run.entry(0, { operationID: 1, operation: { resource: twin, type: 'creating' } }),
      run.entry(1, { operationID: 1, state: twin }),
      run.entry(0, { operationID: 2, operation: { resource: twin, type: 'creating' } }),
      run.entry(1, { operationID: 2, state: { ...twin, id: 'second' }, deleteNew: 1 }),
      run.entry(4, { operationID: 3, state: { ...twin, id: 'third' }, removeNew: 2 }),
      run.entry(8, { extensionRef: 'ref', extension: { name: 'ext', version: '1.0.0', value: 'AAAA' } }),
      run.entry(9, { snippets: [{ uuid: 'u', name: 'n', type: 't', code: 'c', descriptor: {} }] }),
      run.entry(42, { whatever: true }),
      run.entry(0, { operationID: 4, operation: { resource: twin, type: 'updating' } }),
    ])
    await run.completeOnly('failed')
    const state = await cli.exportState(STACK)
    expect(state).toMatchObject({ version: 4, features: ['snippets-prototype'] })
    expect(state.deployment).toMatchObject({
      resources: [{ ...twin, delete: true }, { ...twin, id: 'third' }, bucketState('old', { id: 'migrated' })],
      extensions: { ref: { name: 'ext' } },
      snippets: [{ uuid: 'u' }],
    })
    expect(names(state)).toHaveLength(3)
    expect(pending(state)).toEqual(['updating twin'])
    expect(await deps.store.read((reader) => reader.update(run.id))).toMatchObject({ hasUnknownEntries: true })
  })
}

/** Three buckets created one after another without a base, the last create left pending. */
function threeBuckets() {
  const engine = createEngine(documentOf())
  engine.secretsManager({ type: 'service', state: { project: 'shop' } })
  engine.create('creating', bucketState('größe'))()
  engine.create('creating', bucketState('two', { dependencies: [bucketUrn('größe')] }))()
  engine.create('creating', bucketState('three'))()
  return engine.log
}
