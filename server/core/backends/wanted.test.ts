import { describe, expect, it } from 'vitest'
import { aWanted } from '#testing/backends/aWanted.ts'
import { createHarness } from '#testing/consoleHarness.ts'
import { connectFromArgument, connectFromSetting } from './wanted.ts'

const WANTED = aWanted()
const PLACE = { layout: null, seenAt: null, problem: null }

describe('backends of the setting', () => {
  it('are connected once, with an entry in the audit log', async () => {
    const { deps } = await createHarness()
    const { connected } = await connectFromSetting(deps, [WANTED])
    expect(connected).toMatchObject([
      { row: { org: 'acme-s3', address: 's3://acme-state', source: 'setting', ...PLACE } },
    ])
    expect(await connectFromSetting(deps, [WANTED])).toEqual({ connected, dropped: [] })
    const entries = await deps.store.read((reader) => reader.audit({ action: 'backend.connect', limit: 9 }))
    expect(entries.map(({ detail }) => detail)).toEqual(['acme-s3: s3://acme-state'])
  })

  it('are changed with the setting, and forget what was seen of another place', async () => {
    const { deps } = await createHarness()
    const [first] = (await connectFromSetting(deps, [WANTED])).connected
    if (!first || !('row' in first)) throw new Error('it is connected')
    await deps.store.write((writer) => writer.patchBackend(first.row.id, { seenAt: 7, layout: 'project' }))
    const here = { ...WANTED, keepsCopies: false }
    expect((await connectFromSetting(deps, [here])).connected).toMatchObject([
      { row: { keepsCopies: false, seenAt: 7 } },
    ])
    const there = { ...WANTED, address: 'gs://acme', shown: 'gs://acme', kind: 'gcs' } as const
    expect((await connectFromSetting(deps, [there])).connected).toMatchObject([{ row: { kind: 'gcs', ...PLACE } }])
    expect(await deps.store.read((reader) => reader.backends())).toMatchObject([{ id: first.row.id, ...PLACE }])
  })

  it('are changed with an entry in the audit log, and without one if nothing changed', async () => {
    const { deps } = await createHarness()
    await connectFromSetting(deps, [WANTED])
    const changes = () => deps.store.read((reader) => reader.audit({ action: 'backend.change', limit: 9 }))
    await connectFromSetting(deps, [WANTED])
    expect(await changes()).toEqual([])
    await connectFromSetting(deps, [{ ...WANTED, seenBy: 'everyone', keepsCopies: false }])
    expect(await changes()).toMatchObject([{ detail: 'acme-s3: s3://acme-state, seen by everyone, copies not kept' }])
  })

  it('are refused under the name of a backend that was connected elsewhere, with where', async () => {
    const { deps } = await createHarness()
    await connectFromArgument(deps, { ...WANTED, shown: 's3://another' })
    expect((await connectFromSetting(deps, [WANTED])).connected).toMatchObject([
      { problem: expect.stringContaining('from the command line') as string },
    ])
  })

  it('that are gone from it are to be disconnected, others are not', async () => {
    const { deps } = await createHarness()
    await connectFromSetting(deps, [WANTED, { ...WANTED, name: 'acme-gs' }])
    await connectFromArgument(deps, { ...WANTED, name: 'folder', kind: 'folder', shown: 'file:///states' })
    const { dropped } = await connectFromSetting(deps, [WANTED])
    expect(dropped.map(({ org }) => org)).toEqual(['acme-gs'])
  })

  it.each([
    ['an illegal name', 'x', /not legal/],
    ['the name of an organization', 'organization', /organization already/],
  ])('are refused with %s, and the others are connected', async (_, name, problem) => {
    const { deps } = await createHarness()
    const { connected } = await connectFromSetting(deps, [{ ...WANTED, name }, WANTED])
    expect(connected).toMatchObject([{ problem: expect.stringMatching(problem) }, { row: { org: 'acme-s3' } }])
  })
})

describe('the backend of the command line', () => {
  it('gets another name if stacks under its own were deleted, which may be restored', async () => {
    const { deps, cli } = await createHarness()
    await cli.createStack('acme-s3/shop/prod')
    await cli.send('acme-s3/shop/prod?force=true', {}, { method: 'DELETE' })
    await deps.store.write(async (writer) => {
      for (const { id } of await writer.users()) await writer.patchUser(id, { roles: {} })
      await writer.setMeta('organizations', '[]') // nothing else has the name
    })
    expect(await connectFromArgument(deps, WANTED)).toMatchObject({ row: { org: 'acme-s3-2' } })
  })

  it('gets another name if its own is taken', async () => {
    const { deps, cli } = await createHarness()
    await cli.createStack('acme-s3/shop/prod')
    expect(await connectFromArgument(deps, WANTED)).toMatchObject({ row: { org: 'acme-s3-2', source: 'start' } })
  })

  it('is the one that is connected already at this address', async () => {
    const { deps } = await createHarness()
    const first = await connectFromArgument(deps, WANTED)
    expect(await connectFromArgument(deps, { ...WANTED, name: 'other' })).toEqual(first)
  })
})
