import { expect, it } from 'vitest'
import { refusal, outcome, type World } from '#testing/protocolWorld.ts'
import { MODES, upload } from '#testing/uploads.ts'
import { createEngine, type Engine, type Node } from './engine.ts'
import type * as samples from './samples.ts'
import { AT, bucket, bucketState, bucketUrn, content, documentOf, names, pending, STACK } from './samples.ts'

/** Points 21 to 29 and 33: runs of the engine, from preview to destroy. */
export function updatePoints(world: () => World): void {
  const history = async () => (await world().cli().call<samples.History>('GET', `${AT}/updates`)).updates
  const view = () => world().cli().call<samples.StackView>('GET', AT)

  it.each([
    ['21 preview', { kind: 'preview' }],
    ['22 the preview phase of up', { kind: 'update', dryRun: true }],
    ['22 the preview phase of refresh', { kind: 'refresh', dryRun: true }],
    ['22 the preview phase of destroy', { kind: 'destroy', dryRun: true }],
  ] as const)(
    '%s: creates no version, no history entry and no lease; its events can be read',
    async (_name, options) => {
      const cli = await world().stack()
      const run = await cli.start(STACK, options)
      expect(run.version).toBe(0)
      expect(run.lease).not.toBe('')
      expect(await view()).not.toHaveProperty('currentOperation')
      await run.says('would create a bucket')
      await run.completeOnly('succeeded')
      expect(await view()).toMatchObject({ version: 0, activeUpdate: '' })
      expect(await history()).toEqual([])
      const read = await cli.call('GET', `${AT}/update/${run.id}/events`)
      expect(read).toMatchObject({
        events: [{ diagnosticEvent: { message: 'would create a bucket' } }],
        continuationToken: null,
      })
      // The CLI's permalink ends in the update's id; the page behind it can read both views.
      expect(await cli.call('GET', `${AT}/previews/${run.id}`)).toMatchObject({
        updateID: run.id,
        info: { result: 'succeeded' },
      })
      expect(await cli.call('GET', `${AT}/previews/${run.id}/summary`)).toMatchObject({ result: 'succeeded' })
      const latest = await cli.call<samples.Page>('GET', `${AT}/updates/latest/previews?asc=false&pageSize=1&page=1`)
      expect(latest.updates[0]?.updateID).toBe(run.id)
    },
  )

  it('21 a preview saves nothing', async () => {
    const cli = await world().stack()
    const run = await cli.start(STACK, { kind: 'preview' })
    const message = '[403] Updating the checkpoint is not permitted for preview operations.'
    expect(await outcome(run.begin('creating', bucket('one')))).toBe(message)
    expect(await outcome(run.saveFull(documentOf()))).toBe(message)
    expect(await outcome(run.saveText('{}', 1))).toBe(message)
  })

  it('23 up --yes creates one version that succeeded, with the counts of its summary', async () => {
    const cli = await world().stack()
    const preview = await cli.start(STACK, { dryRun: true })
    await preview.complete()
    const run = await cli.start(STACK, { message: 'first one', environment: { 'git.head': 'abc' } })
    expect(run.version).toBe(1)
    expect(await view()).toMatchObject({ activeUpdate: run.id, currentOperation: { kind: 'update', author: 'admin' } })
    await run.does('creating', bucket('one'))
    await run.does('creating', bucket('two'))
    await run.complete()
    expect(await history()).toMatchObject([
      {
        kind: 'update',
        result: 'succeeded',
        version: 1,
        message: 'first one',
        environment: { 'git.head': 'abc' },
        resourceChanges: { create: 2 },
        resourceCount: 2,
      },
    ])
    const timeline = await cli.call('GET', `${AT}/updates/1/timeline`)
    expect(timeline).toMatchObject({ update: { updateID: run.id }, previews: [{ updateID: preview.id }] })
    expect(await cli.call('GET', `${AT}/updates/latest/timeline`)).toEqual(timeline)
    expect(await cli.call('GET', `${AT}/updates/1/summary`)).toMatchObject({ result: 'succeeded', resourceCount: 2 })
    expect(await view()).not.toHaveProperty('currentOperation')
  })

  it('24 a second up creates one more version with everything unchanged and the same state', async () => {
    const cli = await world().stack()
    const first = await cli.start(STACK)
    const one = await first.does('creating', bucket('one'))
    await first.does('creating', { ...bucket('two'), dependencies: [one] })
    await first.complete()
    const before = await cli.exportState(STACK)
    const second = await cli.start(STACK)
    await second.keeps(...(second.base.deployment.resources ?? []).map(({ urn }) => urn))
    await second.complete()
    expect(second.version).toBe(2)
    expect(content(await cli.exportState(STACK))).toEqual(content(before))
    expect((await history())[0]).toMatchObject({ version: 2, resourceChanges: { same: 2 } })
    expect(content(await cli.exportState(STACK, 1))).toEqual(content(before))
  })

  it('25 refresh and destroy have kinds of their own, and destroy leaves an empty state; with --remove it deletes the stack', async () => {
    const cli = await world().stack()
    await cli.importState(STACK, documentOf(bucketState('one')))
    const refresh = await cli.start(STACK, { kind: 'refresh' })
    const engine = createEngine(refresh.base)
    engine.refresh(node(engine, 'one'))(bucketState('one', { outputs: { found: true } }))
    engine.rebuild()
    await upload(refresh, 'journal', engine.log)
    await refresh.complete()
    expect((await cli.exportState(STACK)).deployment.resources).toMatchObject([{ outputs: { found: true } }])
    const destroy = await cli.start(STACK, { kind: 'destroy' })
    await destroy.does('deleting', bucket('one'))
    await destroy.complete()
    expect((await history()).map(({ kind }) => kind)).toEqual(['destroy', 'refresh', 'import'])
    expect(names(await cli.exportState(STACK))).toEqual([])
    await cli.call('DELETE', `${AT}?force=false`)
    expect(await outcome(view())).toMatch(/^\[404\]/)
  })

  it.each(MODES)(
    '26 a program that fails half-way, by %s: the created resources are in the state, and not created again',
    async (mode) => {
      const cli = await world().stack()
      const failing = await cli.start(STACK, { journal: mode === 'journal' })
      const engine = createEngine(failing.base)
      engine.create('creating', bucketState('made'))()
      engine.create('creating', bucketState('refused'))({ fails: true })
      await upload(failing, mode, engine.log)
      await failing.complete('failed')
      expect((await history())[0]).toMatchObject({ result: 'failed', version: 1, resourceCount: 1 })
      const next = await cli.start(STACK, { journal: mode === 'journal' })
      expect(names(next.base)).toEqual(['made'])
      expect(next.version).toBe(2)
    },
  )

  it('27 import, target, replace, delete before replace, protect, retain and alias have the same result with and without a journal', async () => {
    const root = bucketState('root', { protect: true })
    const base = documentOf(
      root,
      bucketState('replaced', { dependencies: [root.urn] }),
      bucketState('rebuilt'),
      bucketState('retained', { retainOnDelete: true }),
      bucketState('old-name', { dependencies: [root.urn], propertyDependencies: { bucket: [root.urn] } }),
      bucketState('refers', { dependencies: [bucketUrn('old-name')], deletedWith: bucketUrn('old-name') }),
      bucketState('untargeted'),
      bucketState('gone'),
    )
    const states = await inEveryMode(world(), base, (engine) => {
      const at = (name: string) => node(engine, name)
      const [replaced, rebuilt] = [at('replaced'), at('rebuilt')]
      engine.same(at('root'))()
      engine.create('importing', bucketState('adopted', { importID: 'i-4711' }))()
      engine.create('reading', bucketState('read', { external: true }))()
      engine.replace(replaced, bucketState('replaced', { id: 'second', dependencies: [root.urn] }))()
      engine.removeToReplace(rebuilt)()
      engine.createAfterRemoval(rebuilt, bucketState('rebuilt', { id: 'second' }))()
      const aliases = [bucketUrn('old-name')]
      engine.same(at('old-name'), { ...at('old-name').state, urn: bucketUrn('new-name'), aliases })()
      engine.remove(at('gone'))()
      engine.remove(at('retained'))()
      engine.remove(replaced)()
    })
    for (const state of states) expect(names(state)).toEqual(NAMES_27)
    expect(states.map(content)).toEqual(states.map(() => content(states[0] ?? base)))
    expect(states[0]?.deployment.resources?.at(-2)).toMatchObject({
      dependencies: [bucketUrn('new-name')],
      deletedWith: bucketUrn('new-name'),
    })
  })

  it('28 up --refresh, and refresh of a deleted resource, remove it from the state with all references to it', async () => {
    const gone = bucketUrn('gone')
    const base = documentOf(
      bucketState('kept'),
      bucketState('gone'),
      bucketState('refers', {
        dependencies: [bucketUrn('kept'), gone],
        propertyDependencies: { a: [gone], b: [bucketUrn('kept')] },
        deletedWith: gone,
        parent: gone,
      }),
    )
    const states = await inEveryMode(world(), base, (engine) => {
      const finishes = engine.base().map((one) => [one, engine.refresh(one)] as const)
      for (const [{ state }, finish] of finishes) finish(state.urn === gone ? undefined : state)
      engine.rebuild()
      engine.same(node(engine, 'kept'))()
      engine.same(node(engine, 'refers'))()
    })
    for (const { deployment } of states) {
      const { parent: _parent, deletedWith: _deleted, ...left } = bucketState('refers')
      const refers = { ...left, dependencies: [bucketUrn('kept')], propertyDependencies: { b: [bucketUrn('kept')] } }
      expect(deployment.resources).toEqual([bucketState('kept'), refers])
    }
  })

  it('29 several hundred resources at once are all saved, and none twice', async () => {
    const cli = await world().stack()
    const run = await cli.start(STACK)
    const engine = createEngine(run.base)
    const finishes = Array.from({ length: 400 }, (_, index) => engine.create('creating', bucketState(`b${index}`)))
    for (const finish of finishes) finish()
    const sent: Promise<void>[] = []
    for (let from = 0; from < engine.log.length; from += 90) {
      sent.push(run.journal(engine.log.slice(from, from + 90).map(({ entry }) => entry)))
      sent.push(run.says(`batch from ${from}`))
    }
    await Promise.all(sent)
    await run.complete()
    const state = await cli.exportState(STACK)
    expect(new Set(names(state)).size).toBe(400)
    expect(content(state)).toEqual(content(engine.state()))
    expect(pending(state)).toEqual([])
  })

  it('33 policy packs: none are required', async () => {
    const cli = await world().stack()
    const body = { metadata: { message: '', environment: {} }, options: {}, config: {} }
    expect(await cli.call('POST', `${AT}/update`, { body })).toMatchObject({ requiredPolicies: [], messages: [] })
    expect(await cli.call('GET', `${AT}/policypacks`)).toEqual({ requiredPolicies: [] })
    expect(await cli.call('GET', '/api/orgs/organization/policypacks')).toEqual({ policyPacks: [] })
    expect(await cli.call('GET', '/api/orgs/organization/policygroups')).toEqual({ policyGroups: [] })
  })

  it('34 a preview names the lease holder in a warning, and a refusal does so in its header', async () => {
    const cli = await world().stack()
    const run = await cli.start(STACK, { environment: { 'ci.system': 'größe\r\nX-Evil: 1' } })
    const body = { options: { dryRun: true } }
    const { messages } = await cli.call<{ messages: { severity: string; message: string }[] }>('POST', `${AT}/update`, {
      body,
    })
    expect(messages).toMatchObject([{ severity: 'warning', message: expect.stringContaining('is held by admin') }])
    const { warning } = await refusal(cli.start(STACK))
    expect(warning).toMatch(/held by admin \(update, version 1\) since .*last activity/)
    expect(warning).not.toMatch(/[\r\n]|ö/)
    await run.complete()
    expect(await cli.call('POST', `${AT}/update`, { body })).toMatchObject({ messages: [] })

    const { deps } = world()
    const now = await deps.store.now()
    const who = { login: 'olga', tokenName: null, userAgent: '', address: null }
    const lock = { id: 'lock-1', ...who, reason: 'database migration', since: now, until: now + 60_000 }
    await deps.store.write(async (writer) => {
      const row = await writer.stack({ org: STACK.org, project: STACK.project, name: STACK.stack })
      await writer.patchStack(row?.id ?? '', { lock })
    })
    const reply = await cli.call('POST', `${AT}/update`, { body })
    expect(reply).toMatchObject({ messages: [{ message: expect.stringMatching(/by olga .*database migration/) }] })
    world().advance(60_000)
    expect(await cli.call('POST', `${AT}/update`, { body })).toMatchObject({ messages: [] })
  })
}

const NAMES_27 = ['root', 'adopted', 'read', 'replaced', 'rebuilt', 'new-name', 'refers', 'untargeted']

function node(engine: Engine, name: string): Node {
  const found = engine.nodes().find(({ state }) => state.urn === bucketUrn(name))
  if (found === undefined) throw new Error(`${name} is not in the list`)
  return found
}

/** The states left by the same run over the same base, reported in each of the three ways. */
async function inEveryMode(world: World, base: ReturnType<typeof documentOf>, work: (engine: Engine) => void) {
  const cli = world.cli()
  const states: (typeof base)[] = []
  for (const mode of MODES) {
    const ref = { ...STACK, stack: `by-${mode}` }
    await cli.initStack(ref)
    await cli.importState(ref, base)
    const run = await cli.start(ref, { journal: mode === 'journal' })
    const engine = createEngine(run.base)
    work(engine)
    await upload(run, mode, engine.log)
    await run.complete()
    states.push(await cli.exportState(ref))
    expect(content(states.at(-1) ?? base)).toEqual(content(engine.state()))
  }
  return states
}
