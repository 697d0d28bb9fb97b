import { describe, expect, it } from 'vitest'
import { GraphColumns, ResourceDetail, ResourceList } from '#contract/resources.ts'
import { createHarness } from '#testing/consoleHarness.ts'

const PROD = 'organization/shop/prod'
const SECRET = { '4dabf18193072939515e22adb298388d': '1b47061264138c4ac30d75fd1eb44270' }
const CIPHERTEXT = { ...SECRET, ciphertext: 'Y2lwaGVydGV4dA==' }
const ROOT = 'urn:pulumi:prod::shop::pulumi:pulumi:Stack::shop-prod'
const TYPE = 'random:index/randomId:RandomId'
const urnOf = (name: string) => `urn:pulumi:prod::shop::${TYPE}::${name}`

const STATE = {
  resources: [
    { urn: ROOT, type: 'pulumi:pulumi:Stack', custom: false },
    { urn: urnOf('a'), type: TYPE, custom: true, delete: true, id: 'old', parent: ROOT },
    {
      urn: urnOf('a'),
      type: TYPE,
      custom: true,
      id: 'new',
      parent: ROOT,
      protect: true,
      inputs: { length: 8, password: CIPHERTEXT },
      outputs: { length: 8, password: CIPHERTEXT, token: 'plain-but-secret' },
      additionalSecretOutputs: ['token'],
      created: '2026-03-04T09:00:00Z',
      fromTheFuture: { keep: CIPHERTEXT },
    },
    {
      urn: urnOf('b'),
      type: TYPE,
      custom: true,
      id: 'b',
      parent: ROOT,
      dependencies: [urnOf('a')],
      propertyDependencies: { seed: [urnOf('a')] },
      initErrors: ['not ready'],
    },
  ],
  pending_operations: [{ type: 'creating', resource: { urn: urnOf('c'), type: TYPE, custom: true } }],
}

async function arranged() {
  const harness = await createHarness()
  await harness.cli.createStack(PROD)
  await harness.cli.import(PROD, STATE)
  const detail = async (query: string) =>
    ResourceDetail.parse(await harness.get(`/stacks/${PROD}/resource?${query}urn=${encodeURIComponent(urnOf('a'))}`))
  return { harness, detail }
}

const list = async ({ get }: { get: (path: string) => Promise<unknown> }, query = '') =>
  ResourceList.parse(await get(`/stacks/${PROD}/resources${query}`))

describe('the list of resources', () => {
  it('has every entry in its place, with its special marks', async () => {
    const { harness } = await arranged()
    const { resources, pending, version } = await list(harness)
    expect(version).toBe(1)
    expect(resources.map(({ index, name, id, flags }) => [index, name, id, flags])).toEqual([
      [0, 'shop-prod', null, []],
      [1, 'a', 'old', ['delete']],
      [2, 'a', 'new', ['protect']],
      [3, 'b', 'b', ['initErrors']],
    ])
    expect(pending).toMatchObject([{ index: 0, type: 'creating', name: 'c', isLive: false }])
  })

  it('is available for any existing version, and for no other', async () => {
    const { harness } = await arranged()
    await harness.cli.import(PROD, { resources: [] })
    expect((await list(harness)).resources).toHaveLength(0)
    expect((await list(harness, '?version=1')).resources).toHaveLength(4)
    expect((await harness.call('GET', `/stacks/${PROD}/resources?version=3`)).status).toBe(404)
  })

  it('is empty for a stack that was never deployed', async () => {
    const harness = await createHarness()
    await harness.cli.createStack(PROD)
    expect(await list(harness)).toMatchObject({ version: 0, resources: [], pending: [] })
  })

  it('grows while an update runs', async () => {
    const { harness } = await arranged()
    const run = await harness.cli.start(PROD)
    const state = { urn: urnOf('d'), type: TYPE, custom: true, id: 'd', parent: ROOT }
    await run.journal(
      { kind: 0, sequenceID: 1, operationID: 1, operation: { type: 'creating', resource: { ...state, id: '' } } },
      { kind: 1, sequenceID: 2, operationID: 1, state },
    )
    const live = await list(harness)
    expect(live.resources.map(({ name }) => name)).toContain('d')
    expect(live.version).toBe(2)
  })
})

describe('a resource', () => {
  it('shows no secret, whether it is marked or listed as one', async () => {
    const { harness, detail } = await arranged()
    const shown = await detail('')
    expect(shown.inputs).toEqual({ length: 8, password: SECRET })
    expect(shown.outputs).toEqual({ length: 8, password: SECRET, token: SECRET })
    expect(shown.rest).toMatchObject({ fromTheFuture: { keep: SECRET } })
    const text = await (
      await harness.call('GET', `/stacks/${PROD}/resource?urn=${encodeURIComponent(urnOf('a'))}`)
    ).text()
    expect(text).not.toMatch(/Y2lwaGVydGV4dA|plain-but-secret/)
  })

  it('is the live one of two, unless a position is given', async () => {
    const { detail } = await arranged()
    expect((await detail('')).row.id).toBe('new')
    expect((await detail('index=1&')).row.id).toBe('old')
    expect((await detail('index=3&')).row.id).toBe('new')
  })

  it('lists its dependents and its parent', async () => {
    const { harness, detail } = await arranged()
    expect((await detail('')).dependents).toEqual([urnOf('b')])
    const root = ResourceDetail.parse(await harness.get(`/stacks/${PROD}/resource?urn=${encodeURIComponent(ROOT)}`))
    expect(root.children).toEqual([urnOf('a'), urnOf('b')])
  })

  it('is not found when it does not exist', async () => {
    const { harness } = await arranged()
    expect((await harness.call('GET', `/stacks/${PROD}/resource?urn=${encodeURIComponent(urnOf('x'))}`)).status).toBe(
      404,
    )
    expect((await harness.call('GET', `/stacks/${PROD}/resource`)).status).toBe(400)
  })
})

it('the graph returns the same state as columns', async () => {
  const { harness } = await arranged()
  const graph = GraphColumns.parse(await harness.get(`/stacks/${PROD}/graph`))
  expect(graph.names).toEqual(['shop-prod', 'a', 'a', 'b'])
  expect(graph.parent).toEqual([-1, 0, 0, 0])
  expect([graph.edgeFrom, graph.edgeTo, graph.edgeKind]).toEqual([[3], [2], [1]])
  expect(graph.version).toBe(1)
})
