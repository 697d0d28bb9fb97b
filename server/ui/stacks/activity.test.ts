import { expect, it } from 'vitest'
import { ActivityPage } from '#contract/activity.ts'
import { createHarness } from '#testing/consoleHarness.ts'

async function arranged() {
  const harness = await createHarness()
  const { cli } = harness
  await cli.createStack('acme/shop/prod')
  await cli.createStack('acme/billing/prod')
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
