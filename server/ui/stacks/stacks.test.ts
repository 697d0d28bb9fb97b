import { describe, expect, it } from 'vitest'
import { begins } from '#testing/samples/sampleJournal.ts'
import type { z } from 'zod'
import { Leases } from '#contract/leases.ts'
import { Attention, StackDetail, StackNames, StackOutputs, StackPage } from '#contract/stacks.ts'
import { createHarness, type Harness } from '#testing/consoleHarness.ts'

const SECRET = { '4dabf18193072939515e22adb298388d': '1b47061264138c4ac30d75fd1eb44270' }
const rootOf = (stack: string) => `urn:pulumi:${stack}::shop::pulumi:pulumi:Stack::shop-${stack}`
const urnOf = (stack: string, name: string) => `urn:pulumi:${stack}::shop::random:index/randomId:RandomId::${name}`

const root = (stack: string, outputs: object = {}) => ({ urn: rootOf(stack), type: 'pulumi:pulumi:Stack', outputs })
const creating = (stack: string, name: string) => ({
  type: 'creating',
  resource: { urn: urnOf(stack, name), type: 'random:index/randomId:RandomId', custom: true, parent: rootOf(stack) },
})

/** Creates one stack for each kind of trouble, and two without. */
async function arrange(harness: Harness) {
  const { cli, wait } = harness
  const names = ['orphaned', 'creates', 'pending', 'failed', 'broken', 'running', 'fine', 'empty']
  for (const name of names) {
    await cli.createStack(`organization/shop/${name}`, name === 'fine' ? { env: 'prod', team: 'web' } : {})
    if (name !== 'empty') await cli.import(`organization/shop/${name}`, { resources: [root(name)] })
  }
  await cli.import('organization/shop/creates', {
    resources: [root('creates')],
    pending_operations: [creating('creates', 'a'), creating('creates', 'b')],
  })
  await cli.import('organization/shop/pending', {
    resources: [root('pending')],
    pending_operations: [{ ...creating('pending', 'a'), type: 'updating' }],
  })
  await cli.import('organization/shop/broken', {
    resources: [root('broken'), { urn: urnOf('broken', 'a'), type: 'x:y:Z', parent: urnOf('broken', 'nobody') }],
  })
  await (await cli.start('organization/shop/failed')).complete('failed')
  const orphanedUpdate = await cli.start('organization/shop/orphaned')
  await orphanedUpdate.journal(begins(1, creating('orphaned', 'a')))
  await wait(300)
  await wait(1)
  const running = await cli.start('organization/shop/running')
  await cli.start('organization/shop/running').catch(() => undefined)
  await wait(30)
  return { running, orphanedUpdate }
}

type Started = Awaited<ReturnType<typeof arrange>>['orphanedUpdate']

const page = async (harness: Harness, query = '') => StackPage.parse(await harness.get(`/stacks${query}`))
const names = ({ stacks }: z.infer<typeof StackPage>) => stacks.map(({ ref }) => ref.stack)
const viewOf = async (harness: Harness, name: string) =>
  StackDetail.parse(await harness.get(`/stacks/organization/shop/${name}`))

describe('the list of stacks that need attention', () => {
  it('names the update that left unknown creates, if others have run since', async () => {
    const harness = await createHarness()
    const { cli, wait } = harness
    for (const name of ['a', 'b', 'c']) {
      await cli.createStack(`organization/shop/${name}`)
      await cli.import(`organization/shop/${name}`, { resources: [root(name)] })
    }
    for (const name of ['a', 'b']) {
      const run = await cli.start(`organization/shop/${name}`)
      await run.journal(begins(1, creating(name, 'x')))
      await run.complete('failed')
      await wait(60)
    }
    const needs = async () => {
      const { needs: found } = Attention.parse(await harness.get('/attention'))
      return Object.fromEntries(
        found.map(({ ref, lastUpdate, leftBy }) => [ref.stack, [lastUpdate?.version, leftBy?.version]]),
      )
    }
    expect(await needs()).toEqual({ a: [2, undefined], b: [2, undefined] })
    await (await cli.start('organization/shop/a')).complete('succeeded')
    await (await cli.start('organization/shop/b')).complete('failed')
    await (await cli.start('organization/shop/b')).complete('succeeded')
    expect(await needs()).toEqual({ a: [3, 2], b: [4, 2] })
  })
  it('lists the most harmful first, with the reason', async () => {
    const harness = await createHarness()
    await arrange(harness)
    const { needs, running, stackCount, lastActivity } = Attention.parse(await harness.get('/attention'))
    expect(needs.map(({ ref, health }) => [ref.stack, health])).toEqual([
      ['orphaned', 'orphaned'],
      ['broken', 'broken'],
      ['creates', 'pendingCreates'],
      ['pending', 'pending'],
      ['failed', 'failed'],
      ['running', 'blocking'],
    ])
    expect(needs.at(-1)?.healthReason).toMatch(/^admin was blocked: admin is running update \d+\.$/)
    expect(needs[0]?.healthReason).toBe('The last update was interrupted: 1 operation has an unknown outcome.')
    expect(needs[0]?.lease).toMatchObject({ verdict: 'orphaned', holder: 'admin' })
    expect(needs[2]?.healthReason).toMatch(/^2 creates have an unknown outcome/)
    expect(needs[4]?.healthReason).toBe('The last update failed.')
    expect(running.map(({ stack, verdict }) => [stack.stack, verdict])).toEqual([['running', 'alive']])
    expect(stackCount).toBe(8)
    expect(lastActivity?.stack.stack).toBe('running')
  })

  it('is empty when everything is fine', async () => {
    const harness = await createHarness()
    const { needs, running, lastActivity } = Attention.parse(await harness.get('/attention'))
    expect([needs, running, lastActivity]).toEqual([[], [], null])
  })
})

describe('an orphaned update', () => {
  it('shows what was in flight on its card', async () => {
    const harness = await createHarness()
    const { orphanedUpdate } = await arrange(harness)
    const { leaseCard, health } = await viewOf(harness, 'orphaned')
    expect(health).toBe('orphaned')
    expect(leaseCard).toMatchObject({ updateId: orphanedUpdate.id, verdict: 'orphaned' })
    expect(leaseCard?.inFlight.map(({ type, name }) => [type, name])).toEqual([['creating', 'a']])
  })

  it.each([
    ['a renewal', (run: Started) => run.renew(), true],
    ['a step', (run: Started) => run.journal(begins(2, creating('orphaned', 'b'))), true],
    [
      'engine events',
      (run: Started) => run.events({ sequence: 900, timestamp: 1, stdoutEvent: { message: 'x', color: 'raw' } }),
      true,
    ],
    ['the end of its run', (run: Started) => run.complete('failed'), false],
  ])('says after %s of its client whether its process may still be running', async (_, call, mayRun) => {
    const harness = await createHarness()
    const { orphanedUpdate } = await arrange(harness)
    const news: string[] = []
    harness.deps.bus.subscribe(({ type }) => news.push(type))
    await call(orphanedUpdate).catch(() => undefined)
    expect(
      news.filter((type) => type === 'lease'),
      'open pages read it again',
    ).toHaveLength(1)
    await call(orphanedUpdate).catch(() => undefined)
    const told = 'The last update was interrupted: 1 operation has an unknown outcome.'
    const reason = mayRun ? `${told} Its process may still be running.` : told
    expect((await page(harness)).stacks.find(({ ref }) => ref.stack === 'orphaned')?.healthReason).toBe(reason)
    expect((await viewOf(harness, 'orphaned')).healthReason).toBe(reason)
  })

  it('is over once its client reported the end, whatever arrives after that', async () => {
    const harness = await createHarness()
    const { orphanedUpdate } = await arrange(harness)
    for (const call of [orphanedUpdate.complete('failed'), orphanedUpdate.renew()]) await call.catch(() => undefined)
    expect((await viewOf(harness, 'orphaned')).healthReason).not.toContain('still be running')
  })

  it('remains orphaned through a rename', async () => {
    const harness = await createHarness()
    await arrange(harness)
    await harness.cli.send('organization/shop/orphaned/rename', { newName: 'moved' })
    expect((await viewOf(harness, 'moved')).health).toBe('orphaned')
  })

  it('is no longer orphaned once another run finished', async () => {
    const harness = await createHarness()
    await arrange(harness)
    await (await harness.cli.start('organization/shop/orphaned')).complete('succeeded')
    const view = await viewOf(harness, 'orphaned')
    expect([view.health, view.leaseCard]).toEqual(['pendingCreates', null])
  })

  it('is no longer a failure once it was resolved', async () => {
    const harness = await createHarness()
    const { cli, deps, wait } = harness
    await cli.createStack('organization/shop/prod')
    await cli.import('organization/shop/prod', { resources: [root('prod')] })
    const { id } = await cli.start('organization/shop/prod')
    await wait(301)
    expect((await viewOf(harness, 'prod')).health).toBe('orphaned')
    await deps.store.write((writer) => writer.patchUpdate(id, { resolvedAt: harness.now(), resolvedBy: 'admin' }))
    const view = await viewOf(harness, 'prod')
    expect([view.health, view.leaseCard]).toEqual(['ok', null])
  })
})

describe('a held lease', () => {
  it('shows the holder, the host, and who was refused', async () => {
    const harness = await createHarness()
    const { running } = await arrange(harness)
    await running.renew()
    await harness.cli.import('organization/shop/running', { resources: [] }).catch(() => undefined)
    const { leaseCard, lease, basis } = await viewOf(harness, 'running')
    expect(leaseCard).toMatchObject({
      updateId: running.id,
      verdict: 'alive',
      holder: { login: 'admin', tokenName: "admin's token" },
      client: { cliVersion: 'v3.260.0', command: 'up', os: 'linux' },
      expiresAt: harness.now() + 300_000,
      renewals: [harness.now()],
      signs: { granted: harness.now() - 30_000, renewed: harness.now(), last: harness.now() },
      refused: [
        { what: 'start', actor: { login: 'admin' }, cliVersion: 'v3.260.0' },
        { what: 'import', actor: { login: 'admin' }, cliVersion: 'v3.260.0' },
      ],
    })
    expect(lease?.updateId).toBe(running.id)
    expect(basis?.version).toBe(1)
  })

  it('is listed with all others, the most severe verdict first; previews hold no lease', async () => {
    const harness = await createHarness()
    const { running } = await arrange(harness)
    await harness.cli.start('organization/shop/fine', { kind: 'preview' })
    await harness.cli.start('organization/shop/empty')
    await harness.wait(201)
    await running.renew()
    const { leases } = Leases.parse(await harness.get('/leases'))
    expect(leases.map(({ stack, verdict }) => [stack.stack, verdict])).toEqual([
      ['empty', 'notResponding'],
      ['running', 'alive'],
    ])
  })
})

describe('the list of stacks', () => {
  it.each([
    ['?search=org%20FINE', ['fine']],
    ['?search=team%3Dweb', ['fine']],
    ['?search=pendingcreates', ['creates']],
    ['?search=fine%20broken', []],
    ['?health=failed', ['failed']],
    ['?tag=env', ['fine']],
    ['?tag=env%3Dprod', ['fine']],
    ['?tag=env%3Dtest', []],
    ['?tag=!env&health=failed', ['failed']],
    ['?tag=!env&search=fine', []],
    ['?project=other', []],
    ['?org=no one', []],
    ['?sort=name', ['broken', 'creates', 'empty', 'failed', 'fine', 'orphaned', 'pending', 'running']],
    ['?sort=health', ['orphaned', 'broken', 'creates', 'pending', 'failed', 'running', 'empty', 'fine']],
    ['?sort=resources', ['broken', 'creates', 'failed', 'fine', 'orphaned', 'pending', 'running', 'empty']],
  ])('with %s is %j', async (query, expected) => {
    const harness = await createHarness()
    await arrange(harness)
    const found = await page(harness, query)
    expect(names(found)).toEqual(expected)
    expect(found.total).toBe(expected.length)
    expect(found.projects).toEqual(['shop'])
  })

  it('counts the health of what the other filters leave, worst first, whichever health is chosen', async () => {
    const harness = await createHarness()
    await arrange(harness)
    const all = (await page(harness)).healthCounts
    expect(all.map(({ health }) => health)).toEqual([
      'orphaned',
      'broken',
      'pendingCreates',
      'pending',
      'failed',
      'blocking',
      'ok',
      'empty',
    ])
    expect((await page(harness, '?health=failed&group=project')).healthCounts).toEqual(all)
    expect((await page(harness, '?health=failed&tag=team=web')).healthCounts).toEqual([{ health: 'ok', count: 1 }])
  })

  it('comes in pages of 100', async () => {
    const harness = await createHarness()
    for (let i = 0; i < 101; i++) await harness.cli.createStack(`organization/shop/s${i}`)
    const second = await page(harness, '?page=2&sort=name')
    expect([second.stacks.length, second.total, second.page]).toEqual([1, 101, 2])
    expect(names(second)).toEqual(['s99'])
  })
})

it('counts a cancelled update as failed, and names who cancelled it', async () => {
  const harness = await createHarness()
  await arrange(harness)
  await (await harness.cli.start('organization/shop/fine')).cancel()
  const view = await viewOf(harness, 'fine')
  expect([view.health, view.healthReason]).toEqual(['failed', 'The last update was cancelled by admin.'])
})

it('shows outputs without secrets', async () => {
  const harness = await createHarness()
  const { cli } = harness
  await cli.createStack('organization/shop/prod')
  const outputs = { url: 'https://shop.example', key: { ...SECRET, ciphertext: 'Y2lwaGVydGV4dA==' } }
  await cli.import('organization/shop/prod', { resources: [root('prod', outputs)] })
  const shown = await harness.get('/stacks/organization/shop/prod/outputs')
  expect(StackOutputs.parse(shown)).toEqual({ version: 1, outputs: { url: 'https://shop.example', key: SECRET } })
})

it('returns the names of all stacks, beyond one page, without deleted ones', async () => {
  const harness = await createHarness()
  const { cli } = harness
  const names = Array.from({ length: 101 }, (_, n) => `acme/shop/s${String(n).padStart(3, '0')}`)
  for (const name of ['zeta/a/prod', ...names, 'acme/shop-x/gone']) await cli.createStack(name)
  await cli.send('acme/shop-x/gone', {}, { method: 'DELETE' })
  expect(StackNames.parse(await harness.get('/stack-names')).names).toEqual([...names, 'zeta/a/prod'])
})
