import { describe, expect, it } from 'vitest'
import { sampleEntries } from '#testing/samples/sampleEntries.ts'
import type { Resource } from '#domain/state/checkpoint.ts'
import { acceptanceWorld } from './console.ts'

// Actions at the wrong moment (docs/recovery.md, Rules of a write): nothing is written twice, partly, or over another
// user's work.

const SHOP = { org: 'organization', project: 'shop', stack: 'prod' }
const { urn, entry: bucket } = sampleEntries()

/** A stack whose state has one dangling reference; `choose` selects the safest option. */
async function broken() {
  const it = await acceptanceWorld(SHOP)
  const state = (...resources: Resource[]) => ({
    version: 3,
    deployment: { manifest: { time: '2026-01-05T00:00:00Z', magic: '', version: '' }, resources },
  })
  const put = (...resources: Resource[]) => it.cli.importState(SHOP, state(...resources))
  await put(bucket('web', { dependencies: [urn('lost')] }))
  const choose = [{ problem: `dangling:${urn('lost')}`, option: 'drop' }]
  const versions = async () => (await it.cli.getStack(SHOP)).version
  return { ...it, put, choose, versions }
}

it('a recovery is refused with the new version when the state changed while a person read it, and the same choice works after another review', async () => {
  const { console, put, choose, versions, cli } = await broken()
  const read = await console.request('fix-references', choose)
  await put(bucket('web', { dependencies: [urn('lost')] }), bucket('since'))
  const refused = await console.refused(console.call('POST', '/recoveries', read))
  expect(refused).toMatchObject({ code: 'stale_basis', params: { version: '2' } })
  expect(await versions()).toBe(2)
  await console.run('fix-references', choose)
  expect((await cli.exportState(SHOP)).deployment.resources).toEqual([
    expect.not.objectContaining({ dependencies: [urn('lost')] }),
    bucket('since'),
  ])
})

it('a recovery is refused with the holder when someone took the lease meanwhile, and the attempt is in the lease’s history', async () => {
  const { console, cli, choose } = await broken()
  const read = await console.request('fix-references', choose)
  const run = await cli.start(SHOP)
  expect(await console.refused(console.call('POST', '/recoveries', read))).toMatchObject({ code: 'lease_held' })
  expect(await console.refused(console.call('POST', '/recoveries/plan', read))).toMatchObject({ code: 'lease_held' })
  await run.complete()
  const log = await (await console.call('GET', '/lease/log')).text()
  expect(log).toContain('refused')
})

it('two people repair the same state at once: one version is written, and the other person gets an error that the state has changed', async () => {
  const { console, choose, versions } = await broken()
  const read = await console.request('fix-references', choose)
  const answers = await Promise.all([1, 2, 3, 4].map(() => console.call('POST', '/recoveries', read)))
  expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
  const others = answers.filter(({ ok }) => !ok)
  expect(new Set(await Promise.all(others.map(async (answer) => (await console.refused(answer)).code)))).toEqual(
    new Set(['stale_basis']),
  )
  expect(await versions()).toBe(2)
})

it('the same click is sent again because its answer was lost: nothing is written twice', async () => {
  const { console, choose, versions } = await broken()
  const read = await console.request('fix-references', choose)
  await console.call('POST', '/recoveries', read) // the tab is closed now
  expect(await console.refused(console.call('POST', '/recoveries', read))).toMatchObject({ code: 'stale_basis' })
  expect(await versions()).toBe(2)
})

it('a recovery is refused with the reason of the lock when someone else locked the stack', async () => {
  const { world, console, choose, versions } = await broken()
  const read = await console.request('fix-references', choose)
  const other = await world.deps.store.write(async (writer) => {
    const stack = await writer.stack({ org: SHOP.org, project: SHOP.project, name: SHOP.stack })
    if (!stack) throw new Error('the stack is missing')
    const now = await world.deps.store.now()
    const lock = {
      id: 'l',
      login: 'grace',
      tokenName: null,
      userAgent: '',
      address: null,
      reason: 'Moving the database',
      since: now,
      until: now + 3_600_000,
    }
    await writer.patchStack(stack.id, { lock })
    return lock
  })
  const { detail } = await console.refused(console.call('POST', '/recoveries', read))
  expect(detail).toContain('grace')
  expect(detail).toContain(other.reason)
  expect(await versions()).toBe(1)
})

describe('a missing confirmation', () => {
  const duplicate = async () => {
    const it = await broken()
    await it.put(bucket('web'), bucket('web', { inputs: { more: 'complete' } }))
    const { problems } = await it.console.options('resolve-duplicates')
    const [problem] = problems
    return {
      ...it,
      choice: { problem: problem?.id ?? '', option: problem?.suggested ?? problem?.options[0]?.id ?? '' },
    }
  }

  it('is refused without the name of the stack, and without a statement', async () => {
    const { console, choice, versions } = await duplicate()
    const whole = await console.request('resolve-duplicates', [
      { ...choice, statement: 'One object: looked it up by its id.' },
    ])
    const unnamed = await console.refused(console.call('POST', '/recoveries', { ...whole, confirm: 'prod' }))
    expect(unnamed).toMatchObject({ code: 'not_confirmed', params: { expected: 'organization/shop/prod' } })
    const wordless = await console.request('resolve-duplicates', [choice])
    expect(await console.refused(console.call('POST', '/recoveries', wordless))).toMatchObject({
      code: 'not_confirmed',
    })
    expect(await versions()).toBe(2)
    expect((await console.call('POST', '/recoveries', whole)).status).toBe(200)
  })

  it('is refused without a reason', async () => {
    const { console, choice } = await duplicate()
    const request = await console.request('resolve-duplicates', [choice])
    expect((await console.call('POST', '/recoveries', { ...request, reason: ' ' })).status).toBe(400)
  })
})

describe('an undo', () => {
  it('restores the previous state as a new version, with its entries byte for byte, once', async () => {
    const { console, cli, choose } = await broken()
    const before = (await cli.exportState(SHOP)).deployment.resources
    const record = await console.run('fix-references', choose)
    expect(record.canUndo).toBe(true)
    const undone = await console.undo(record.id)
    expect(undone).toMatchObject({ version: 3 })
    expect((await cli.exportState(SHOP)).deployment.resources).toEqual(before)
    const again = await console.refused(console.call('POST', `/recoveries/${record.id}/undo`, { reason: 'Once more.' }))
    expect(again.detail).toMatch(/undone by version 3/)
  })

  it('is refused once a newer version was written, which it names', async () => {
    const { console, put, choose } = await broken()
    const record = await console.run('fix-references', choose)
    await put(bucket('web'), bucket('since'))
    const refused = await console.refused(console.call('POST', `/recoveries/${record.id}/undo`, { reason: 'Late.' }))
    expect(refused.detail).toMatch(/Version 3 has changed the state since/)
  })
})
