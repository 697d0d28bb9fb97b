import { expect, it } from 'vitest'
import type { ResourceHistory } from '#contract/resources.ts'
import { createHarness } from '#testing/consoleHarness.ts'

const STACK = 'acme/shop/prod'
const urn = (name: string) => `urn:pulumi:prod::shop::aws:x:Y::${name}`
let sequence = 0
const did = (name: string, op: string, what = 'resOutputsEvent') => ({
  sequence: ++sequence,
  timestamp: 1,
  [what]: { metadata: { op, urn: urn(name), type: 'aws:x:Y', old: null, new: { type: 'aws:x:Y', urn: urn(name) } } },
})

it('shows who created and changed what, and how far back that is known', async () => {
  const { cli, get } = await createHarness()
  const history = () => get(`/stacks/${STACK}/resource-history`) as Promise<ResourceHistory>
  await cli.createStack(STACK)
  expect(await history()).toEqual({ since: null, isWhole: false, recoveries: [], changes: [] })
  const run = async (...events: unknown[]) => {
    const update = await cli.start(STACK)
    await update.events(...events)
    await update.complete('succeeded')
  }
  await run(did('a', 'create'), did('b', 'create'))
  await run(did('a', 'update'), did('b', 'same'))
  const facts = { isUnknown: false }
  const a = { urn: urn('a'), created: 1, changed: 2, ...facts }
  const b = { urn: urn('b'), created: 1, changed: 1, ...facts }
  expect(await history()).toEqual({ since: 1, isWhole: true, recoveries: [], changes: [a, b] })

  await cli.import(STACK, { manifest: { time: '2026-01-05T09:00:00Z', magic: '', version: '' }, resources: [] })
  expect(await history()).toEqual({ since: null, isWhole: false, recoveries: [], changes: [] })
  await run(did('c', 'create'))
  expect(await history()).toEqual({
    since: 4,
    isWhole: false,
    recoveries: [],
    changes: [{ urn: urn('c'), created: 4, changed: 4, ...facts }],
  })
})
