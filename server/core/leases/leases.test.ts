import { describe, expect, it } from 'vitest'
import { STACK, testService } from '#testing/service.ts'
import type { Run } from '#mocks/cli.ts'
import { CliRefusal } from '#mocks/cliCalls.ts'
import { closeExpired } from '../updates/ends.ts'
import { outagesOf } from './outages.ts'
import { createPresence } from './presence.ts'

const CONFLICT = 'Conflict: Another update is currently in progress.'
const BUCKET = { type: 'aws:s3/bucket:Bucket', name: 'invoices', inputs: { bucket: 'invoices-4711' } }

async function started() {
  const world = await testService()
  const cli = world.cli()
  await cli.initStack(STACK)
  return { ...world, cli, run: await cli.start(STACK) }
}
const outcome = (call: Promise<unknown>): Promise<string> =>
  call.then(
    () => 'ok',
    (error: unknown) => (error instanceof CliRefusal ? error.message : String(error)),
  )

describe('starting an update', () => {
  it('gives one of many simultaneous starts the lease, and refuses the others with the sentence that tools match', async () => {
    const cli = (await testService()).cli()
    await cli.initStack(STACK)
    const results = await Promise.all(Array.from({ length: 20 }, () => outcome(cli.start(STACK))))
    expect(results.filter((result) => result === 'ok')).toHaveLength(1)
    expect(new Set(results)).toEqual(new Set(['ok', `[409] ${CONFLICT}`]))
  })

  it('names the holder and the last activity in the warning, and records who was refused', async () => {
    const { cli, clock, deps } = await started()
    clock.advance(42_000)
    const refusal: unknown = await cli.start(STACK).catch((error: unknown) => error)
    expect(refusal).toBeInstanceOf(CliRefusal)
    expect((refusal as CliRefusal).warning).toMatch(/held by admin .*last activity 42 s ago/)
    const stack = await deps.store.read((reader) =>
      reader.stack({ org: STACK.org, project: STACK.project, name: STACK.stack }),
    )
    const log = await deps.store.read((reader) => reader.leaseLog({ stackId: stack?.id ?? '', limit: 10 }))
    expect(log.map(({ what, detail }) => `${what} ${detail}`.trim())).toEqual(['granted', 'refused start'])
  })

  it('says in the warning when the lease of a client that does not respond expires', async () => {
    const { cli, clock } = await started()
    clock.advance(222_000)
    const refusal: unknown = await cli.start(STACK).catch((error: unknown) => error)
    expect((refusal as CliRefusal).warning).toContain('It is not responding: its lease expires in 78 s')
  })

  it('lets previews run during an update, without version, lease or history entry', async () => {
    const { cli } = await started()
    const preview = await cli.start(STACK, { kind: 'preview' })
    const dry = await cli.start(STACK, { dryRun: true })
    expect([preview.version, dry.version]).toEqual([1, 1])
    expect(await outcome(preview.begin('creating', BUCKET))).toBe(
      '[403] Updating the checkpoint is not permitted for preview operations.',
    )
    await preview.complete()
    const history = await cli.call<{ updates: unknown[] }>('GET', `${cli.path(STACK)}/updates`)
    expect(history.updates).toHaveLength(1)
  })

  it('refuses import, rename and delete while an update runs', async () => {
    const { cli } = await started()
    const path = cli.path(STACK)
    expect(await outcome(cli.importState(STACK, { version: 3, deployment: {} }))).toBe(`[409] ${CONFLICT}`)
    expect(await outcome(cli.call('POST', `${path}/rename`, { body: { newName: 'x', newProject: 'shop' } }))).toBe(
      `[409] ${CONFLICT}`,
    )
    expect(await outcome(cli.call('DELETE', `${path}?force=true`))).toBe(`[409] ${CONFLICT}`)
  })
})

describe('a client that calls after its update has ended', () => {
  const calls = {
    renewal: (run: Run) => run.renew(),
    step: (run: Run) => run.begin('creating', BUCKET),
    end: (run: Run) => run.completeOnly('succeeded'),
  }
  const ends = {
    expiry: async ({ clock, deps }: Awaited<ReturnType<typeof started>>) => {
      clock.advance(301_000)
      await closeExpired(deps)
    },
    cancel: ({ cli }: Awaited<ReturnType<typeof started>>) => cli.cancel(STACK),
  }
  it.each([
    ['renewal', 'expiry'],
    ['step', 'expiry'],
    ['end', 'expiry'],
    ['renewal', 'cancel'],
    ['step', 'cancel'],
    ['end', 'cancel'],
  ] as const)('is recorded once for a %s after its %s, and as returned only after an expiry', async (call, end) => {
    const world = await started()
    await ends[end](world)
    const at = world.deps.store.now()
    expect(await outcome(calls[call](world.run))).not.toBe('ok')
    const { update, log } = await world.deps.store.read(async (reader) => {
      const update = await reader.update(world.run.id)
      return { update, log: await reader.leaseLog({ stackId: update?.stackId ?? '', limit: 10 }) }
    })
    expect(log.filter(({ what }) => what === 'came-back')).toHaveLength(1)
    expect(update?.cameBackAt).toBe(end === 'expiry' ? await at : null)
  })
})

describe('the duration of a lease', () => {
  it('is 300 s; then the next start gets the lease and the old update is closed', async () => {
    const { cli, clock, run } = await started()
    await run.begin('creating', BUCKET)
    clock.advance(299_999)
    expect(await outcome(cli.start(STACK))).toBe(`[409] ${CONFLICT}`)
    clock.advance(1)
    const next = await cli.start(STACK)
    expect(next.version).toBe(2)
    expect(next.base.deployment.pending_operations).toMatchObject([
      { type: 'creating', resource: { inputs: BUCKET.inputs } },
    ])
  })

  it('is never shortened by a renewal: the lease may have been extended since the call arrived', async () => {
    const { run, deps, clock } = await started()
    const extended = clock.now() + 3_600_000
    await deps.store.write(async (writer) => {
      const update = await writer.update(run.id)
      if (update?.lease) await writer.patchUpdate(run.id, { lease: { ...update.lease, expiresAt: extended } })
    })
    await run.renew()
    expect((await deps.store.read((reader) => reader.update(run.id)))?.lease?.expiresAt).toBe(extended)
  })

  it('is extended by renewals, on the same token', async () => {
    const { cli, clock, run } = await started()
    for (let minute = 0; minute < 20; minute += 3) {
      clock.advance(187_500)
      expect(await run.renew()).toMatchObject({ token: run.lease })
    }
    await run.does('creating', BUCKET)
    await run.complete()
    expect((await cli.exportState(STACK)).deployment.resources).toHaveLength(1)
  })

  it.each([-1, 301])('cannot be %d s', async (duration) => {
    const { cli, run } = await started()
    const renewal = cli.call('POST', `${cli.path(STACK)}/update/${run.id}/renew_lease`, {
      body: { token: '', duration },
      lease: run.lease,
    })
    expect(await outcome(renewal)).toMatch(/^\[400\]/)
  })

  it('is not reduced by the server’s own downtime', async () => {
    const { deps, clock, run } = await started()
    let monotonic = 0
    const before = createPresence(deps, () => monotonic)
    await before.begin()
    clock.advance(600_000) // the server is away for ten minutes, in the middle of the update
    const after = createPresence(deps, () => monotonic)
    await after.begin()
    await closeExpired(deps)
    expect(await outcome(run.does('creating', BUCKET))).toBe('ok')

    clock.advance(3_600_000) // the wall clock jumps by an hour while the process runs
    monotonic += 5_000
    await after.beat()
    await closeExpired(deps)
    expect(await outcome(run.complete())).toBe('ok')
  })

  it('is told from the last outages that are kept, of which there are 50', async () => {
    const { deps, clock } = await started()
    const from = clock.now()
    const run = { status: 'failed', endReason: null, lease: null, startedAt: null }
    const since = (createdAt: number) =>
      deps.store.read((reader) => outagesOf(reader, { ...run, createdAt, endedAt: clock.now() }))
    for (let times = 0; times < 52; times += 1) {
      await createPresence(deps, () => 0).begin()
      clock.advance(times === 0 ? 5000 : 15_000) // the first is no outage: another process may have run
    }
    const outages = await since(from)
    expect(outages).toHaveLength(50)
    expect(outages.at(-1)).toEqual({ from: clock.now() - 30_000, to: clock.now() - 15_000 })
    expect(await since(clock.now() - 10_000)).toEqual([])
  })

  it('has passed for a lease that expired before the server stopped', async () => {
    const { deps, clock, run } = await started()
    clock.advance(300_001)
    await createPresence(deps, () => 0).begin()
    clock.advance(10_000)
    await createPresence(deps, () => 0).begin()
    await closeExpired(deps)
    expect(await outcome(run.renew())).toMatch(/^\[403\]/)
  })
})

/** The table of docs/protocol.md, Late calls, call by call. */
describe('late calls', () => {
  const ends: Record<string, (input: Awaited<ReturnType<typeof started>>) => Promise<void>> = {
    complete: ({ run }) => run.completeOnly('succeeded'),
    cancel: ({ cli }) => cli.cancel(STACK),
    expiry: async ({ clock, deps }) => {
      clock.advance(300_000)
      await closeExpired(deps)
    },
  }
  const EXPIRED = '[403] The provided update token has expired.'
  const calls: Record<string, (run: Run, path: string) => Promise<unknown>> = {
    'complete, same status': (run) => run.completeOnly('succeeded'),
    renew_lease: (run) => run.renew(),
    checkpoint: (run) => run.saveFull({ version: 3, deployment: run.base.deployment }),
    journal: (run) => run.journal([run.entry(0, { operationID: 1 })]),
    events: (run) => run.says('still here'),
  }
  const table: [string, keyof typeof ends, string][] = [
    ['complete, same status', 'complete', 'ok'],
    ['complete, same status', 'cancel', '[409] The Update has been cancelled'],
    ['complete, same status', 'expiry', EXPIRED],
    ['renew_lease', 'complete', EXPIRED],
    ['renew_lease', 'cancel', EXPIRED],
    ['renew_lease', 'expiry', EXPIRED],
    ['checkpoint', 'complete', '[409] The Update has already completed'],
    ['checkpoint', 'cancel', '[409] The Update has been cancelled'],
    ['checkpoint', 'expiry', EXPIRED],
    ['journal', 'complete', '[409] The Update has already completed'],
    ['journal', 'cancel', '[409] The Update has been cancelled'],
    ['journal', 'expiry', EXPIRED],
    ['events', 'complete', 'ok'],
    ['events', 'cancel', 'ok'],
    ['events', 'expiry', 'ok'],
  ]
  it.each(table)('%s after %s: %s', async (call, end, expected) => {
    const world = await started()
    await ends[end]?.(world)
    expect(await outcome(calls[call]?.(world.run, '') ?? Promise.resolve())).toBe(expected)
  })

  it.each([
    ['complete', 0, '[409] Conflict: The Update has already completed'],
    ['cancel', 599_000, 'ok'],
    ['cancel', 601_000, '[409] Conflict: The Update has already completed'],
    ['expiry', 0, '[409] Conflict: The Update has already completed'],
  ] as const)('cancel after %s and %d ms: %s', async (end, later, expected) => {
    const world = await started()
    await ends[end]?.(world)
    world.clock.advance(later)
    expect(await outcome(world.cli.cancel(STACK))).toBe(expected)
  })

  it('are kept as evidence for a cancelled client, and never applied', async () => {
    const { cli, run, deps } = await started()
    const create = await run.begin('creating', BUCKET)
    await cli.cancel(STACK)
    await outcome(create.succeeds({ id: 'invoices-4711' }))
    const state = await cli.exportState(STACK)
    expect(state.deployment.resources ?? []).toEqual([])
    expect(state.deployment.pending_operations).toHaveLength(1)
    const late = await deps.store.read((reader) => reader.late(run.id))
    expect(late.map(({ what }) => what)).toEqual(['journal entries'])
    expect(late[0]?.text).toContain('invoices-4711')
  })

  it('are refused with the token of another update, and with an access token', async () => {
    const { cli, run, token } = await started()
    const other = await cli.start(STACK, { kind: 'preview' })
    const path = `${cli.path(STACK)}/update/${run.id}`
    for (const call of ['renew_lease', 'complete', 'events/batch']) {
      expect(
        await outcome(
          cli.call('POST', `${path}/${call}`, {
            body: { status: 'succeeded', events: [{ sequence: 0 }] },
            lease: other.lease,
          }),
        ),
      ).toBe(EXPIRED)
    }
    for (const call of ['checkpoint', 'checkpointverbatim', 'checkpointdelta', 'journalentries']) {
      const body = {
        version: 3,
        deployment: {},
        untypedDeployment: {},
        sequenceNumber: 1,
        checkpointHash: '',
        entries: [],
      }
      expect(await outcome(cli.call('PATCH', `${path}/${call}`, { body, lease: other.lease }))).toBe(EXPIRED)
      expect(await outcome(cli.call('PATCH', `${path}/${call}`, { body, lease: token }))).toBe(EXPIRED)
      expect(await outcome(cli.call('PATCH', `${path}/${call}`, { body }))).toBe(EXPIRED)
    }
    expect(await outcome(cli.call('GET', '/api/user', { lease: run.lease }))).toMatch(/^\[401\]/)
  })
})
