import { describe, expect, it } from 'vitest'
import { STACK, testService } from '#testing/service.ts'
import type { Run } from '#mocks/cli.ts'
import { saveFull } from './checkpoints.ts'

it('a save adds the time since the arrival of its call to the sum of the update', async () => {
  const { deps, clock, cli } = await testService()
  const client = cli()
  await client.initStack(STACK)
  const run = await client.start(STACK)
  const read = () => deps.store.read((reader) => reader.update(run.id))
  const call = {
    name: { org: STACK.org, project: STACK.project, name: STACK.stack },
    updateId: run.id,
    tokenHash: (await read())?.lease?.tokenHash ?? '',
    token: '',
    from: { userAgent: '', address: null },
  }
  const text = new TextEncoder().encode('{"version":3,"deployment":{"resources":[]}}')
  for (const took of [1_500, 400]) {
    const arrivedAt = await deps.store.now()
    clock.advance(took)
    await saveFull(deps, { ...call, arrivedAt }, { version: 3, features: null, text })
  }
  expect((await read())?.saves).toEqual({ count: 2, ms: 1_900 })
})

describe('what a client sends in the other form than the one agreed at the start counts, as it was acknowledged', () => {
  const bucket = { type: 'aws:s3/bucket:Bucket', name: 'invoices', inputs: { bucket: 'invoices-4711' } }
  const urn = `urn:pulumi:prod::shop::${bucket.type}::invoices`
  const manifest = { time: '', magic: '', version: '' }
  const resources = [{ urn, type: bucket.type, custom: true, id: 'invoices-4711' }]

  const world = async (journal: boolean) => {
    const client = (await testService()).cli()
    await client.initStack(STACK)
    const urns = async () => ((await client.exportState(STACK)).deployment.resources ?? []).map((one) => one.urn)
    return { run: await client.start(STACK, { journal }), urns }
  }

  it('a journal without any checkpoint', async () => {
    const { run, urns } = await world(false)
    await run.does('creating', bucket)
    expect(await urns()).toEqual([urn])
    await run.complete()
    expect(await urns()).toEqual([urn])
  })

  it.each([
    ['full', (run: Run) => run.saveFull({ version: 3, deployment: { manifest, resources } })],
    ['verbatim', (run: Run) => run.saveVerbatim({ version: 3, deployment: { manifest, resources } }, 1)],
  ])('a %s checkpoint without any journal', async (_form, saves) => {
    const { run, urns } = await world(true)
    await saves(run)
    expect(await urns()).toEqual([urn])
    await run.complete()
    expect(await urns()).toEqual([urn])
  })

  it('of both, the agreed form', async () => {
    for (const journal of [true, false]) {
      const { run, urns } = await world(journal)
      await run.does('creating', { ...bucket, name: 'from-the-journal' })
      await run.saveFull({ version: 3, deployment: { manifest, resources } })
      await run.complete()
      expect(await urns()).toEqual([journal ? urn.replace('invoices', 'from-the-journal') : urn])
    }
  })
})
