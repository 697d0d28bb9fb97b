import { beforeEach, describe, expect, it } from 'vitest'
import type { FoundResources, FoundRuns } from '#contract/search.ts'
import { keepSearchIndex } from '#server/core/search/searchIndex.ts'
import { createHarness, type Harness } from '#testing/consoleHarness.ts'

let harness: Harness
beforeEach(async () => {
  harness = await createHarness()
})

const state = (stack: string, ...names: string[]) => ({
  manifest: { time: '2026-01-05T09:00:00Z', magic: '', version: 'v3.260.0' },
  resources: names.map((name) => ({
    urn: `urn:pulumi:${stack}::shop::aws:s3/bucket:Bucket::${name}`,
    type: 'aws:s3/bucket:Bucket',
    custom: true,
    id: `${name}-id`,
    inputs: { password: `secret-of-${name}` },
    outputs: { password: `secret-of-${name}` },
    protect: name === 'ledger',
  })),
})

async function search(query: string, more = ''): Promise<FoundResources> {
  await keepSearchIndex(harness.deps)
  return (await harness.get(`/search/resources?query=${encodeURIComponent(query)}${more}`)) as FoundResources
}
const names = async (query: string, more = '') =>
  (await search(query, more)).resources.map(({ stack, name }) => `${stack.stack} ${name}`)

describe('the search over resources', () => {
  beforeEach(async () => {
    for (const name of ['dev', 'prod']) await harness.cli.createStack(`acme/shop/${name}`)
    await harness.cli.import('acme/shop/prod', state('prod', 'logs', 'ledger', 'old-logs'))
    await harness.cli.import('acme/shop/dev', state('dev', 'logs-dev', 'queue'))
  })

  it('finds them in every stack, with exact names before prefixes', async () => {
    expect(await names('logs')).toEqual(['prod logs', 'dev logs-dev', 'prod old-logs'])
    expect(await names('logs', '&near=acme/shop/dev')).toEqual(['dev logs-dev', 'prod logs', 'prod old-logs'])
    expect(await names('ledger-id')).toEqual(['prod ledger'])
    expect(await search('ledger')).toEqual({
      facets: null,
      resources: [
        {
          stack: { org: 'acme', project: 'shop', stack: 'prod' },
          urn: 'urn:pulumi:prod::shop::aws:s3/bucket:Bucket::ledger',
          name: 'ledger',
          type: 'aws:s3/bucket:Bucket',
          id: 'ledger-id',
          provider: 'aws',
          providerName: null,
          isProtected: true,
        },
      ],
      isMore: false,
      isPartial: false,
      isBehind: false,
    })
  })

  it('has filters, finds a pasted URN, and says when there are more results', async () => {
    expect(await names('stack:shop/dev')).toEqual(['dev logs-dev', 'dev queue'])
    expect(await names('protected:yes')).toEqual(['prod ledger'])
    expect(await names('type:bucket id:queue')).toEqual(['dev queue'])
    expect(await names('provider:aws queue')).toEqual(['dev queue'])
    expect(await names('provider:gcp queue')).toEqual([])
    expect(await names('urn:pulumi:dev::shop::aws:s3/bucket:Bucket::queue')).toEqual(['dev queue'])
    expect(await names('')).toEqual([])
    expect(await names('q')).toEqual([])
    expect(await search('bucket', '&limit=2')).toMatchObject({ resources: { length: 2 }, isMore: true })
  })

  it('counts all results by type, provider and stack', async () => {
    await keepSearchIndex(harness.deps)
    const found = await search('logs', '&limit=1&facets=true')
    expect(found).toMatchObject({ resources: { length: 1 }, isMore: true })
    expect(found.facets).toEqual({
      counted: 3,
      isMore: false,
      types: [{ value: 'aws:s3/bucket:Bucket', count: 3 }],
      providers: [{ value: 'aws', count: 3 }],
      stacks: [
        { value: 'acme/shop/prod', count: 2 },
        { value: 'acme/shop/dev', count: 1 },
      ],
    })
    expect((await search('', '&facets=true')).facets).toMatchObject({ counted: 0, isMore: false, types: [] })
    expect((await search('logs')).facets).toBeNull()
  })

  it('does not index property values', async () => {
    expect(await names('secret-of')).toEqual([])
  })

  it('follows the current state after an import, a rename, a removal and a restore', async () => {
    await harness.cli.import('acme/shop/prod', state('prod', 'logs', 'fresh'))
    expect(await names('stack:prod')).toEqual(['prod fresh', 'prod logs'])
    await harness.cli.send('acme/shop/prod/rename', { newName: 'live' })
    expect(await names('fresh')).toEqual(['live fresh'])
    expect((await search('fresh')).resources[0]?.urn).toBe('urn:pulumi:live::shop::aws:s3/bucket:Bucket::fresh')
    await harness.cli.send('acme/shop/live?force=true', {}, { method: 'DELETE' })
    expect(await names('fresh')).toEqual([])
    const { stacks } = (await harness.get('/orgs/acme/deleted-stacks')) as { stacks: { id: string }[] }
    await harness.call('POST', `/orgs/acme/deleted-stacks/${stacks[0]?.id}/restore`, { body: {} })
    expect(await names('fresh')).toEqual(['live fresh'])
  })

  it('catches up by itself with unreported changes', async () => {
    expect(await names('queue')).toEqual(['dev queue'])
    const before = harness.deps.caches.indexing
    before.seenSeq = undefined // as after a start
    await harness.deps.store.write(async (writer) => {
      const stack = await writer.stack({ org: 'acme', project: 'shop', name: 'dev' })
      await writer.patchStack(stack?.id ?? '', { stateId: null })
    })
    expect(await names('queue')).toEqual([])
  })

  it('continues when a stack is unreadable', async () => {
    const { store } = harness.deps
    await search('logs')
    await store.write(async (writer) => {
      const stack = await writer.stack({ org: 'acme', project: 'shop', name: 'dev' })
      await writer.patchStack(stack?.id ?? '', { stateId: 'of-no one' })
    })
    await harness.cli.import('acme/shop/prod', state('prod', 'newest'))
    expect(await names('newest')).toEqual(['prod newest'])
    expect(harness.logged.filter((line) => line.includes('could not be indexed'))).toHaveLength(1)
  })
})

describe('the search over runs', () => {
  it('finds them by message and user', async () => {
    await harness.cli.createStack('acme/shop/prod')
    const run = await harness.cli.start('acme/shop/prod', { metadata: { message: 'Raise limits', environment: {} } })
    await run.complete('succeeded')
    const found = async (query: string) =>
      ((await harness.get(`/search/runs?query=${query}`)) as FoundRuns).runs.map(({ update }) => update.message)
    expect(await found('raise')).toEqual(['Raise limits'])
    expect(await found('admin+limits')).toEqual(['Raise limits'])
    expect(await found('lower')).toEqual([])
    expect(await found('')).toEqual([])
  })
})

it('searches are open to readers', async () => {
  for (const path of ['/search/resources?query=x', '/search/runs?query=x'])
    expect((await harness.call('GET', path, { headers: {} })).status).toBe(401)
})
