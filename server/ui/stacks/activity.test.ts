import { expect, it } from 'vitest'
import { ActivityPage } from '#contract/activity.ts'
import { createHarness } from '#testing/consoleHarness.ts'

async function arranged() {
  const harness = await createHarness()
  const { cli } = harness
  await cli.createStack('acme/shop/prod')
  await cli.createStack('acme/billing/prod', { team: 'billing' })
  await cli.createStack('umbrella/shop/prod')
  for (const ref of ['acme/shop/prod', 'acme/billing/prod', 'umbrella/shop/prod']) {
    await harness.wait(60)
    await (await cli.start(ref)).complete('succeeded')
  }
  await harness.wait(60)
  await (await cli.start('acme/shop/prod', { kind: 'destroy' })).complete('failed')
  await harness.wait(60)
  await cli.start('acme/billing/prod')
  await harness.wait(301)
  const activity = async (query = '') => ActivityPage.parse(await harness.get(`/activity${query}`))
  return {
    harness,
    activity,
    names: async (query = '') =>
      (await activity(query)).runs.map(
        ({ stack, update }) => `${update.kind} ${stack.org}/${stack.project} ${update.status}`,
      ),
  }
}

it('the activity lists the runs of all stacks, the newest first', async () => {
  const { names } = await arranged()
  expect(await names()).toEqual([
    'update acme/billing expired',
    'destroy acme/shop failed',
    'update umbrella/shop succeeded',
    'update acme/billing succeeded',
    'update acme/shop succeeded',
  ])
})

it.each([
  ['?stack=umbrella', ['update umbrella/shop succeeded']],
  ['?stack=acme/shop', ['destroy acme/shop failed', 'update acme/shop succeeded']],
  ['?stack=acme/shop/dev', []],
  ['?kind=destroy', ['destroy acme/shop failed']],
  ['?kind=preview', []],
  ['?result=expired', ['update acme/billing expired']],
  ['?by=no one', []],
  ['?by=admin&result=failed', ['destroy acme/shop failed']],
  ['?q=umbrella', ['update umbrella/shop succeeded']],
  ['?q=shop%20ACME&kind=destroy', ['destroy acme/shop failed']],
  ['?q=no%20one', []],
  ['?tag=team=billing', ['update acme/billing expired', 'update acme/billing succeeded']],
  ['?tag=owner', []],
])('the activity can be filtered by %s', async (query, expected) => {
  const { names } = await arranged()
  expect(await names(query)).toEqual(expected)
})

it('the activity can be limited to a period, and to runs other than previews', async () => {
  const { harness, names } = await arranged()
  await harness.wait(3600)
  expect(await names('?since=1h')).toEqual([])
  expect(await names('?since=24h&kind=destroy')).toEqual(['destroy acme/shop failed'])
  await (await harness.cli.start('acme/shop/prod', { kind: 'preview' })).complete('succeeded')
  expect(await names('?since=1h')).toEqual(['preview acme/shop succeeded'])
  expect(await names('?since=1h&kind=not-preview')).toEqual([])
  expect(await names('?since=7d&kind=not-preview')).toHaveLength(5)
})

it('the activity continues after a page, and says when there are no more runs', async () => {
  const { harness, activity } = await arranged()
  const { cli } = harness
  for (let run = 0; run < 100; run++)
    await (await cli.start('acme/shop/prod', { kind: 'refresh' })).complete('succeeded')
  const first = await activity()
  expect(first.runs).toHaveLength(100)
  expect(first.older).toBe(first.runs.at(-1)?.update.id)
  const second = await activity(`?before=${first.older}`)
  expect(second.runs).toHaveLength(5)
  expect(second.older).toBeNull()
  const seen = new Set([...first.runs, ...second.runs].map(({ update }) => update.id))
  expect(seen.size).toBe(105)
})

it('the activity can be searched by the name of a person', async () => {
  const { harness, activity } = await arranged()
  await harness.deps.store.write(async (writer) => {
    const admin = await writer.userByLogin('admin')
    await writer.patchUser(admin?.id ?? '', { name: 'Grace Hopper' })
  })
  expect((await activity('?q=hopper')).runs).toHaveLength(5)
  expect((await activity('?q=hopper%20umbrella')).runs).toHaveLength(1)
})

it('the activity can be limited to the caller’s favourites, and to a day', async () => {
  const { harness, activity, names } = await arranged()
  expect(await names('?favourites=yes')).toEqual([])
  const billing = await harness.deps.store.read((reader) =>
    reader.stack({ org: 'acme', project: 'billing', name: 'prod' }),
  )
  await harness.call('POST', '/favourites', { body: { stackId: billing?.id, isFavourite: true } })
  expect(await names('?favourites=yes')).toEqual(['update acme/billing expired', 'update acme/billing succeeded'])
  expect(await names('?favourites=yes&result=expired')).toEqual(['update acme/billing expired'])
  const [, destroy] = (await activity()).runs
  const at = destroy?.update.createdAt ?? 0
  expect(await names(`?from=${at}&until=${at + 1}`)).toEqual(['destroy acme/shop failed'])
})

it('the activity names the tags to filter by', async () => {
  const { activity } = await arranged()
  expect((await activity()).tags).toEqual(['team=billing'])
})
