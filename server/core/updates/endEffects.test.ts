import { beforeAll, describe, expect, it } from 'vitest'
import type { Resource } from '#domain/state/checkpoint.ts'
import { STACK, testService } from '#testing/service.ts'
import { testDeps, testToken } from '#testing/deps.ts'
import { recordings } from '#testing/load.ts'
import { createPlayer } from '#testing/replayRecording.ts'
import type { Run, Spec } from '#mocks/cli.ts'
import { SERVER } from '../access/audit.ts'
import { renameStack } from '../stacks/rename.ts'
import { closeExpired } from './ends.ts'
import { addFormerPending } from '../stacks/untracked.ts'
import { createServiceApp } from '../../cli/routes.ts'

const bucket = (name: string, more: Partial<Spec> = {}): Spec => ({
  type: 'aws:s3/bucket:Bucket',
  name,
  inputs: { bucket: `acme-${name}-7f3a` },
  ...more,
})
const buckets = (count: number) => Array.from({ length: count }, (_, n) => bucket(`b${n}`))

async function world() {
  const service = await testService()
  const { deps, clock } = service
  const cli = service.cli()
  await cli.initStack(STACK)
  const untracked = async (isOpen = true) =>
    (await deps.store.read((reader) => reader.untracked({ isOpen, limit: 10_000, offset: 0 }))).map((row) => ({
      ...row,
      name: row.urn.split('::').at(-1),
    }))
  return {
    ...service,
    puppet: cli,
    untracked,
    alarms: (isOpen = true) => deps.store.read((reader) => reader.alarms({ isOpen, limit: 100 })),
    /** Gives the stack these resources, by a successful update. */
    async holds(specs: Spec[]) {
      const run = await cli.start(STACK)
      await run.createsMany(specs)
      await run.complete()
    },
    async dies() {
      clock.advance(301_000)
      await closeExpired(deps)
    },
  }
}
/** A refresh that finds only the resources with these indexes. */
async function refreshes(run: Run, finds: (index: number) => boolean): Promise<void> {
  const resources = run.base.deployment.resources ?? []
  await run.journal(
    resources.flatMap((state, index) => [
      run.entry(0, { operationID: index + 1, isRefresh: true }),
      run.entry(3, { operationID: index + 1, removeOld: index, isRefresh: true, ...(finds(index) ? { state } : {}) }),
    ]),
  )
}

describe('alarms at the end of an update', () => {
  it('scenario 15: a refresh that loses 60 % of the entries raises one, with a recovery', async () => {
    const { holds, puppet, alarms } = await world()
    await holds(buckets(40))
    const run = await puppet.start(STACK, { kind: 'refresh' })
    await refreshes(run, (index) => index >= 24)
    await run.complete()
    expect(await alarms()).toMatchObject([
      { kind: 'massLoss', count: 24, total: 40, version: 2, baseVersion: 1, updateId: run.id },
    ])
  })

  it('are raised for resources of one region, also if those of another one have the same IDs', async () => {
    const { holds, puppet, alarms } = await world()
    await holds(buckets(1))
    const before = await puppet.exportState(STACK)
    const urnOf = (type: string, name: string) => `urn:pulumi:${STACK.stack}::${STACK.project}::${type}::${name}`
    const [provider, logs] = ['pulumi:providers:aws', 'aws:cloudwatch/logGroup:LogGroup'] as const
    const regions = ['eu-west-1', 'us-east-1'].flatMap((region): Resource[] => [
      { urn: urnOf(provider, region), type: provider, custom: true, id: region, inputs: { region } },
      ...['a', 'b', 'c', 'd', 'e'].map((id) => ({
        urn: urnOf(logs, `${region}-${id}`),
        type: logs,
        custom: true,
        id,
        provider: `${urnOf(provider, region)}::${region}`,
      })),
    ])
    await puppet.importState(STACK, { ...before, deployment: { ...before.deployment, resources: regions } })
    const run = await puppet.start(STACK, { kind: 'refresh' })
    await refreshes(run, (index) => index <= regions.length / 2)
    await run.complete()
    expect(await alarms()).toMatchObject([{ kind: 'massLoss', count: 5, total: 10 }])
    await (await puppet.start(STACK)).complete()
    expect(await alarms()).toHaveLength(1)
  })

  it('are resolved by a state that has every lost resource again, and by no other', async () => {
    const { holds, puppet, alarms } = await world()
    await holds(buckets(10))
    const before = await puppet.exportState(STACK)
    const run = await puppet.start(STACK, { kind: 'refresh' })
    await refreshes(run, (index) => index >= 5)
    await run.complete()
    const half = structuredClone(before)
    half.deployment.resources?.splice(0, 1)
    await puppet.importState(STACK, half)
    expect(await alarms()).toHaveLength(1)
    await puppet.importState(STACK, before)
    expect(await alarms()).toEqual([])
    expect(await alarms(false)).toMatchObject([{ acknowledgedBy: 'admin', reason: 'Put back in version 4.' }])
  })

  it('are raised by a state with the names of another stack, also an imported one, until the stack has these names', async () => {
    const { holds, puppet, alarms, deps } = await world()
    await holds(buckets(3))
    const own = await puppet.exportState(STACK)
    const text = JSON.stringify(own).replaceAll(`::${STACK.project}::`, '::store::')
    await puppet.importState(STACK, JSON.parse(text))
    const count = own.deployment.resources?.length
    const raised = [{ kind: 'otherNames', count, version: 2, baseVersion: 1 }]
    expect(await alarms()).toMatchObject(raised)
    await (await puppet.start(STACK, { kind: 'refresh' })).complete()
    expect(await alarms()).toMatchObject(raised)
    const [stack] = await deps.store.read((reader) => reader.stacks({}))
    const by = { by: SERVER, requestId: '', toChangeRules: undefined }
    await renameStack(deps, stack?.id ?? '', { newProject: 'store' }, by)
    expect(await alarms()).toEqual([])
    expect(await alarms(false)).toMatchObject([{ reason: 'Has its own names since version 4.' }])
    expect(await deps.store.read((reader) => reader.stackById(stack?.id ?? ''))).toMatchObject({ openAlarms: 0 })
  })

  it('are not raised by a destroy, a replacement, an alias, or a stack import', async () => {
    const { holds, puppet, alarms } = await world()
    await holds(buckets(10))
    const run = await puppet.start(STACK)
    const [first, second] = run.base.deployment.resources ?? []
    const moved: Resource = { ...(first as Resource), urn: run.urnOf(bucket('renamed')), aliases: [first?.urn ?? ''] }
    await run.journal([
      run.entry(0, { operationID: 901 }),
      run.entry(1, { operationID: 901, removeOld: 0, state: moved }),
      // The replacement is created before the old resource is deleted.
      run.entry(0, { operationID: 902, operation: { type: 'creating', resource: { ...second, id: '' } } }),
      run.entry(1, { operationID: 902, deleteOld: 1, state: { ...second, id: 'b1-new' } }),
      run.entry(0, { operationID: 903, operation: { type: 'deleting', resource: second } }),
      run.entry(1, { operationID: 903, removeOld: 1 }),
    ])
    await run.complete()
    expect(await alarms()).toEqual([])
    const destroy = await puppet.start(STACK, { kind: 'destroy' })
    for (const index of [0, 1, 2, 3, 4, 5]) await destroy.does('deleting', bucket(`b${index + 2}`))
    await destroy.complete()
    await puppet.importState(STACK, { version: 3, deployment: {} })
    expect(await alarms()).toEqual([])
  })

  it('name a resource missing from an upload without a delete step', async () => {
    const { holds, puppet, alarms } = await world()
    await holds(buckets(10))
    const run = await puppet.start(STACK, { journal: false })
    const state = structuredClone(run.base)
    const [lost] = state.deployment.resources?.splice(3, 1) ?? []
    await run.events([{ resourcePreEvent: { metadata: { op: 'same', urn: run.urnOf(bucket('b0')), type: 'x' } } }])
    await run.saveFull(state)
    await run.complete()
    expect(await alarms()).toMatchObject([{ kind: 'silentLoss', count: 1, entries: [{ urn: lost?.urn }] }])
  })

  it('name two entries for one resource, regardless of the writer', async () => {
    const { holds, puppet, alarms } = await world()
    await holds(buckets(3))
    const state = await puppet.exportState(STACK)
    const [first] = state.deployment.resources ?? []
    state.deployment.resources?.push({ ...(first as Resource), urn: `${first?.urn}-again` })
    await puppet.importState(STACK, state)
    expect(await alarms()).toMatchObject([{ kind: 'sameId', count: 2 }])
  })

  it.each([
    ['resources', { resources: 'none' }],
    ['pending operations', { pending_operations: 'none' }],
    ['entries', { resources: [null, 7] }],
  ])('do not prevent an update with a base of unreadable %s from ending', async (_, deployment) => {
    const { puppet, deps, alarms } = await world()
    await puppet.importState(STACK, { version: 3, deployment })
    const run = await puppet.start(STACK)
    await run.does('creating', bucket('a'))
    await run.complete()
    expect((await deps.store.read((reader) => reader.update(run.id)))?.status).toBe('succeeded')
    expect(await alarms()).toEqual([])
  })
})

describe('the list of untracked resources', () => {
  it('scenario 16: has the resources that a killed update created without saving, from its events', async () => {
    const { holds, puppet, untracked, dies } = await world()
    await holds(buckets(2))
    const run = await puppet.start(STACK, { environment: { 'pulumi.env.PULUMI_SKIP_CHECKPOINTS': 'true' } })
    const meta = (name: string, id: string, op = 'create') => ({
      metadata: {
        op,
        urn: run.urnOf(bucket(name)),
        type: 'aws:s3/bucket:Bucket',
        old: null,
        new: { id, custom: true, inputs: { bucket: `acme-${name}` } },
      },
    })
    await run.events([{ resourcePreEvent: meta('made', '') }, { resourcePreEvent: meta('begun', '') }])
    await run.events([{ resOutputsEvent: meta('made', 'acme-made') }, { resOutputsEvent: meta('b0', 'b0-id') }])
    await dies()
    const expected = [
      { name: 'begun', resourceId: null, source: 'unrecorded', isPending: false },
      { name: 'made', resourceId: 'acme-made', source: 'unrecorded', isPending: false, version: 2, updateId: run.id },
    ]
    expect(await untracked()).toMatchObject(expected)
    expect((await untracked())[1]?.intended.clues).toEqual([{ label: 'bucket', value: 'acme-made' }])
    // The next run saves without mentioning what was created: the items stay.
    await holds([bucket('another')])
    expect(await untracked()).toMatchObject(expected)
  })

  it('is empty when such an update ended cleanly and saved what it created', async () => {
    const { puppet, untracked } = await world()
    const run = await puppet.start(STACK, { environment: { 'pulumi.env.PULUMI_SKIP_CHECKPOINTS': 'true' } })
    await run.does('creating', bucket('a'))
    await run.complete()
    expect(await untracked()).toEqual([])
  })

  it('has the creates of an interrupted update until each is answered, whatever the CLI does with the state', async () => {
    const { puppet, untracked, dies } = await world()
    const run = await puppet.start(STACK)
    await run.begin('creating', bucket('invoices'))
    await dies()
    expect(await untracked()).toMatchObject([{ name: 'invoices', isPending: true, source: 'pending', left: null }])
    const state = await puppet.exportState(STACK)
    // `refresh --clear-pending-creates`: the CLI imports a state that says nothing about the resources found.
    await puppet.importState(STACK, { ...state, deployment: { ...state.deployment, pending_operations: [] } })
    const after = await untracked()
    expect(after).toMatchObject([{ name: 'invoices', isPending: false, left: { version: 2, kind: 'import' } }])
    // A second copy under the same name is not the first one.
    const again = await puppet.start(STACK)
    await again.does('creating', bucket('invoices', { id: 'another-object' }))
    await again.complete()
    expect(await untracked()).toEqual(after)
  })

  it('resolves a create by itself when an entry has exactly that resource, and says which', async () => {
    const { puppet, untracked, dies } = await world()
    const run = await puppet.start(STACK)
    await run.begin('creating', bucket('invoices'))
    await dies()
    // Adopted in the terminal: the operation is removed, and the entry's id is the physical name.
    const adopt = await puppet.start(STACK)
    await adopt.does('creating', bucket('invoices', { id: 'acme-invoices-7f3a' }))
    await adopt.complete()
    expect(await untracked()).toMatchObject([{ isPending: true }])
    const state = await puppet.exportState(STACK)
    await puppet.importState(STACK, { ...state, deployment: { ...state.deployment, pending_operations: [] } })
    expect(await untracked()).toEqual([])
    expect(await untracked(false)).toMatchObject([
      { resolvedBy: 'holdfast', outcome: 'accounted', statement: expect.stringContaining('acme-invoices-7f3a') },
    ])
  })

  it('gets the ID from a cancelled client that keeps reporting', async () => {
    const { puppet, untracked } = await world()
    const run = await puppet.start(STACK)
    const step = await run.begin('creating', bucket('invoices'))
    await puppet.cancel(STACK)
    await step.succeeds({ id: 'acme-invoices-7f3a' }).catch(() => undefined)
    expect(await untracked()).toMatchObject([{ name: 'invoices', resourceId: 'acme-invoices-7f3a', isPending: true }])
    await run.events([
      {
        resOutputsEvent: {
          metadata: {
            op: 'create',
            urn: run.urnOf(bucket('late')),
            type: 'aws:s3/bucket:Bucket',
            new: { id: 'late-1', custom: true },
          },
        },
      },
    ])
    expect((await untracked()).map(({ name, source, resourceId }) => [name, source, resourceId])).toEqual([
      ['invoices', 'pending', 'acme-invoices-7f3a'],
      ['late', 'late', 'late-1'],
    ])
  })

  it('keeps what a cancelled client reports when a damaged state was imported meanwhile', async () => {
    const { puppet, untracked, deps } = await world()
    const run = await puppet.start(STACK)
    const step = await run.begin('creating', bucket('invoices'))
    await puppet.cancel(STACK)
    for (const deployment of [{ resources: [{ type: 3 }] }, { pending_operations: [null] }, { resources: 'none' }]) {
      await puppet.importState(STACK, { version: 3, deployment })
      const late = step.succeeds({ id: 'acme-invoices-7f3a' })
      await expect(late).rejects.toThrow('[409] The Update has been cancelled')
    }
    expect(await untracked()).toMatchObject([{ name: 'invoices', resourceId: 'acme-invoices-7f3a' }])
    expect(await deps.store.read((reader) => reader.late(run.id))).toHaveLength(3)
  })

  it('keeps its items when the stack is renamed', async () => {
    const { puppet, untracked, dies } = await world()
    const run = await puppet.start(STACK)
    await run.begin('creating', bucket('a'))
    await dies()
    await puppet.call('POST', `${puppet.path(STACK)}/rename`, { body: { newName: 'live' } })
    expect(await untracked()).toMatchObject([
      { urn: expect.stringContaining('urn:pulumi:live::shop::'), isPending: true },
    ])
    // And is known under the new name when the next state arrives.
    const renamed = { ...STACK, stack: 'live' }
    const next = await puppet.start(renamed)
    await next.does('creating', bucket('b'))
    await next.complete()
    expect(await untracked()).toHaveLength(1)
  })

  it('has each create in the first state of a stack at once, and only once', async () => {
    const { puppet, untracked, dies } = await world()
    const other = { ...STACK, stack: 'copy' }
    const urn = `urn:pulumi:copy::${STACK.project}::aws:s3/bucket:Bucket::invoices`
    const state = {
      version: 3,
      deployment: {
        manifest: { time: '2026-01-05T00:00:00Z', magic: '', version: '' },
        pending_operations: [{ type: 'creating', resource: { urn, type: 'aws:s3/bucket:Bucket', custom: true } }],
      },
    }
    const made = puppet.call('POST', `/api/stacks/${other.org}/${other.project}`, {
      body: { stackName: other.stack, state },
    })
    await made
    const expected = [{ name: 'invoices', source: 'pending', isPending: true, version: 0, updateId: null }]
    expect(await untracked()).toMatchObject(expected)
    await puppet.start(other)
    await dies()
    expect(await untracked()).toMatchObject(expected)
  })

  it('stays empty when the first state is unreadable, and the stack is still created', async () => {
    const { puppet, untracked } = await world()
    const state = { version: 99, deployment: { pending_operations: [null] } }
    await puppet.call('POST', `/api/stacks/${STACK.org}/${STACK.project}`, { body: { stackName: 'odd', state } })
    expect(await untracked()).toEqual([])
  })

  it('includes each operation once that was pending before the list existed', async () => {
    const { puppet, untracked, dies, deps } = await world()
    const run = await puppet.start(STACK)
    await run.begin('creating', bucket('a'))
    await dies()
    await deps.store.write(async (writer) => {
      for (const { id } of await untracked()) await writer.patchUntracked(id, { isPending: false, resolvedAt: 1 })
    })
    await addFormerPending(deps)
    await addFormerPending(deps)
    expect(await untracked()).toMatchObject([{ name: 'a', isPending: true, version: 1 }])
  })

  it('concludes nothing from a damaged state that was there before the list existed', async () => {
    const { puppet, untracked, deps } = await world()
    const pending = [{ type: 'creating', resource: { urn: 'x', type: 'y' } }]
    await puppet.importState(STACK, {
      version: 3,
      deployment: { resources: [{ type: 3 }], pending_operations: pending },
    })
    await addFormerPending(deps)
    expect(await untracked()).toEqual([])
  })
})

describe('recordings of the Pulumi CLI', () => {
  let raised: { alarms: string[]; untracked: string[] }
  beforeAll(async () => {
    const { deps } = testDeps()
    const app = createServiceApp(deps)
    const fetch = (url: string, init: RequestInit) => app.fetch(new Request(url, init))
    const player = createPlayer({ fetch, url: 'http://test', token: await testToken(deps) })
    for (const name of recordings().filter(
      (each) => Number(each.slice(0, 2)) >= 41 && Number(each.slice(0, 2)) <= 66,
    )) {
      await player.play(name)
    }
    raised = await deps.store.read(async (reader) => ({
      alarms: (await reader.alarms({ limit: 100 })).map(
        ({ kind, version, entries }) => `${kind} ${version} ${entries.map(({ urn }) => urn).join()}`,
      ),
      untracked: (await reader.untracked({ isOpen: true, limit: 100, offset: 0 })).map(
        ({ urn, left }) => `${urn} ${left?.kind}`,
      ),
    }))
  })
  // Creates, replacements both ways, aliases, removals, refreshes, targets, edits of the state, moves, destroys, failures.
  it('raise no alarm', () => expect(raised.alarms).toEqual([]))
  it('leave no unknown outcome', () => expect(raised.untracked).toEqual([]))
})
