import { describe, expect, it } from 'vitest'
import { type IndexedResource, INDEX_RULES } from '#domain/search/indexedResource.ts'
import { needlesOf } from '#domain/search/needles.ts'
import type { Store } from '#server/store/port.ts'
import type { ResourceFilter } from '#server/store/port/search.ts'
import { aStack, anUpdate, aState, bytesOf, type CurrentBench, aUser } from './rows.ts'

const resource = (name: string, changes: Partial<IndexedResource> = {}): IndexedResource => ({
  name,
  type: 'aws:s3/bucket:Bucket',
  parentType: '',
  resourceId: `${name}-0A1b`,
  provider: null,
  isProtected: false,
  oddUrn: null,
  ...changes,
})

const done = { stateId: 'state-1', rules: INDEX_RULES }

/** Two stacks with their index. */
async function filled(store: Store, rows: Record<string, IndexedResource[]>): Promise<void> {
  await store.write(async (writer) => {
    await writer.insertStack(aStack())
    await writer.insertStack(aStack({ id: 'stack-2', project: 'Shop', name: 'dev' }))
    for (const [stackId, add] of Object.entries(rows))
      expect(await writer.changeIndex(stackId, { step: 0, remove: [], add, done })).toBe(true)
  })
}

const names = async (store: Store, filter: Partial<ResourceFilter> & { words?: string[] }) => {
  const { words = [], ...rest } = filter
  const found = await store.read((reader) =>
    reader.findResources({ needles: needlesOf(words) ?? [], limit: 100, examine: 1_000, ...rest }),
  )
  return found.rows.map(({ name }) => name).toSorted()
}

export function searchSuite(bench: CurrentBench): void {
  describe('the index of resources', () => {
    it('finds parts of names, IDs and types, ignoring case and taken literally', async () => {
      const { store } = bench()
      await filled(store, {
        'stack-1': [
          resource('Invoices'),
          resource('100%_done', { resourceId: null }),
          resource('queue', { type: 'aws:sqs/queue:Queue', resourceId: 'arn:aws:sqs:eu-1:"q"\\x' }),
          resource('größe', { type: 'acme:index:Größe' }),
        ],
        'stack-2': [resource('invoices-replica', { type: 'gcp:storage/bucket:Bucket' })],
      })
      expect(await names(store, { words: ['INVOICES'] })).toEqual(['Invoices', 'invoices-replica'])
      expect(await names(store, { words: ['invoices', 'gcp'] })).toEqual(['invoices-replica'])
      expect(await names(store, { words: ['0a1b', 'replica'] })).toEqual(['invoices-replica'])
      expect(await names(store, { words: ['aws:s3/bucket'] })).toEqual(['100%_done', 'Invoices'])
      expect(await names(store, { words: ['0%_d'] })).toEqual(['100%_done'])
      expect(await names(store, { words: ['%%%'] })).toEqual([])
      expect(await names(store, { words: ['"q"\\x'] })).toEqual(['queue'])
      expect(await names(store, { words: ['größe'] })).toEqual(['größe'])
      expect(await names(store, { words: ['nothing of the kind'] })).toEqual([])
    })

    it('finds words of two letters at the start of a part', async () => {
      const { store } = bench()
      await filled(store, {
        'stack-1': [
          resource('logs'),
          resource('db-main', { type: 'aws:rds/instance:Instance' }),
          resource('hubdb', { type: 'gcp:x:Y', resourceId: null }),
        ],
      })
      expect(await names(store, { words: ['s3'] })).toEqual(['logs'])
      expect(await names(store, { words: ['db'] })).toEqual(['db-main'])
      expect(await names(store, { words: ['db', 'rds'] })).toEqual(['db-main'])
      expect(await names(store, { words: ['db', 'gcp'] })).toEqual(['hubdb'])
    })

    it('filters by type, ID, protection and stack, alone and combined', async () => {
      const { store } = bench()
      await filled(store, {
        'stack-1': [
          resource('a', { isProtected: true }),
          resource('b', { type: 'aws:ec2/vpc:Vpc', resourceId: 'vpc-1' }),
          resource('c', { parentType: 'acme:app:Service' }),
        ],
        'stack-2': [resource('a')],
      })
      expect(await names(store, { type: 'bucket' })).toEqual(['a', 'a', 'c'])
      expect(await names(store, { id: 'vpc-' })).toEqual(['b'])
      expect(await names(store, { isProtected: true })).toEqual(['a'])
      expect(await names(store, { isProtected: false, type: 's3' })).toEqual(['a', 'c'])
      expect(await names(store, { stack: { part: 'shop/d' } })).toEqual(['a'])
      expect(await names(store, { stack: { part: 'e' }, words: ['vpc'] })).toEqual(['b'])
      expect(await names(store, { stack: { part: 'nowhere' } })).toEqual([])
      expect(await names(store, { stack: { id: 'stack-1' }, type: 'bucket' })).toEqual(['a', 'c'])
      expect(await names(store, { stack: { id: 'stack-9' } })).toEqual([])
      const exactly = { name: 'c', type: 'aws:s3/bucket:Bucket', parentType: 'acme:app:Service' }
      expect(await names(store, { exactly, stack: { project: 'website', name: 'prod' } })).toEqual(['c'])
      expect(await names(store, { exactly: { ...exactly, parentType: '' } })).toEqual([])
      expect(await names(store, { limit: 2 })).toHaveLength(2)
    })

    it('takes any number of words, and uses the longest', async () => {
      const { store } = bench()
      await filled(store, { 'stack-1': [resource('invoices')] })
      const parts = Array.from({ length: 600 }, (_, n) => `part${n}`)
      expect(await names(store, { words: ['invoices', ...parts] })).toEqual([])
      expect(await names(store, { words: [...Array(600).fill('invoices'), 'bucket', 's3', '0a1b'] })).toEqual([
        'invoices',
      ])
    })

    it.each([
      ['a word', { needles: [['bucket'], ['name-7']] }],
      ['no words', { needles: [], isProtected: true }],
      ['one stack', { needles: [['bucket'], ['name-7']], stack: { id: 'stack-1' } }],
      ['some stacks', { needles: [['bucket'], ['name-7']], stack: { part: 'o' } }],
    ] as const)('examines no more rows than it may, and says so: %s', async (_, filter) => {
      const { store } = bench()
      const rows = Array.from({ length: 90 }, (_row, n) => resource(`name-${n}`, { isProtected: true }))
      await filled(store, { 'stack-1': rows.slice(0, 80), 'stack-2': rows.slice(80) })
      const find = (examine: number, limit = 100) =>
        store.read((reader) => reader.findResources({ ...filter, limit, examine }))
      expect(await find(5)).toMatchObject({ examined: 5, isComplete: false })
      const all = await find(1_000)
      expect(all).toMatchObject({ isComplete: true })
      expect(all.rows.length).toBeGreaterThan(10)
      expect(await find(1_000, 3)).toMatchObject({ rows: { length: 3 }, isComplete: true })
    })

    it('returns what was stored, with the current name of its stack, and nothing of a deleted one', async () => {
      const { store } = bench()
      const row = resource('a', {
        provider: 'eu',
        oddUrn: 'urn:odd',
        isProtected: true,
        parentType: 'acme:app:Service',
      })
      await filled(store, { 'stack-1': [row] })
      await store.write((writer) => writer.patchStack('stack-1', { name: 'live' }))
      const find = async () =>
        (await store.read((reader) => reader.findResources({ needles: [], limit: 9, examine: 99 }))).rows
      expect(await find()).toEqual([
        { ...row, stack: { id: 'stack-1', org: 'acme', project: 'website', name: 'live' } },
      ])
      await store.write((writer) => writer.patchStack('stack-1', { deletedAt: 5 }))
      expect(await find()).toEqual([])
    })

    it('is updated in steps: an outdated writer changes nothing', async () => {
      const { store } = bench()
      await filled(store, { 'stack-1': [resource('a'), resource('b')] })
      const mark = () => store.read((reader) => reader.indexMark('stack-1'))
      expect(await mark()).toEqual({ ...done, step: 1 })
      const kept = await store.read((reader) => reader.indexed('stack-1', { after: -1, limit: 9 }))
      expect(kept.map(({ name }) => name)).toEqual(['a', 'b'])
      const rest = await store.read((reader) => reader.indexed('stack-1', { after: kept[0]?.seq ?? 0, limit: 9 }))
      expect(rest.map(({ name }) => name)).toEqual(['b'])
      const change = { remove: [kept[0]?.seq ?? 0], add: [resource('c', { type: 'gcp:x:Topic' })] }
      expect(await store.write((writer) => writer.changeIndex('stack-1', { step: 0, ...change }))).toBe(false)
      expect(await names(store, {})).toEqual(['a', 'b'])
      expect(await store.write((writer) => writer.changeIndex('stack-1', { step: 1, ...change }))).toBe(true)
      expect(await names(store, {})).toEqual(['b', 'c'])
      expect(await names(store, { words: ['topic'] })).toEqual(['c'])
      expect(await names(store, { words: ['a-0a1b'] })).toEqual([])
      expect(await mark()).toEqual({ ...done, step: 2 })
      const failing = store.write(async (writer) => {
        await writer.changeIndex('stack-1', { step: 2, remove: [], add: [resource('d')] })
        throw new Error('rolled back on purpose')
      })
      await expect(failing).rejects.toThrow('rolled back on purpose')
      expect(await names(store, { words: ['d-0a1b'] })).toEqual([])
    })

    it('lists the stacks it is behind on', async () => {
      const { store } = bench()
      await filled(store, {})
      const stale = (rules = INDEX_RULES) => store.read((reader) => reader.staleIndexes({ rules, limit: 9 }))
      expect(await stale()).toEqual([])
      await store.write(async (writer) => {
        await writer.putState(aState({ updateId: null }), bytesOf('{}'))
        await writer.patchStack('stack-1', { stateId: 'state-1' })
      })
      expect(await stale()).toEqual([{ stackId: 'stack-1', stateId: 'state-1' }])
      await store.write((writer) => writer.changeIndex('stack-1', { step: 0, remove: [], add: [], done }))
      expect(await stale()).toEqual([])
      expect(await stale(INDEX_RULES + 1)).toEqual([{ stackId: 'stack-1', stateId: 'state-1' }])
      await store.write((writer) => writer.patchStack('stack-1', { deletedAt: 5 }))
      expect(await stale()).toEqual([{ stackId: 'stack-1', stateId: null }])
    })
  })

  describe('the search over runs', () => {
    it('finds them by message, person, commit and branch, the newest first, and never by configuration', async () => {
      const { store } = bench()
      const request = (message: string, environment: Record<string, string> = {}) => ({
        message,
        environment,
        config: { 'acme:key': { string: 'hidden', secret: false, object: false } },
        options: {},
      })
      await store.write(async (writer) => {
        await writer.insertUser(aUser())
        await writer.insertStack(aStack())
        const row = (id: string, version: number | null, message: string, environment = {}) =>
          writer.insertUpdate(anUpdate({ id, version, request: request(message, environment), requestedBy: 'ada' }))
        await row('one', 1, 'Raise the Limits', { 'git.head': 'ED55f612b37f', 'git.headName': 'refs/heads/main' })
        await row('two', 2, 'Lower the limits')
        await row('never', null, 'The limits of what never began')
        await writer.insertUpdate(
          anUpdate({ id: 'dry', dryRun: true, request: request('limits?'), requestedBy: 'bob' }),
        )
      })
      const found = async (...words: string[]) =>
        (
          await store.read((reader) => reader.findRuns({ needles: needlesOf(words) ?? [], limit: 3, examine: 99 }))
        ).rows.map(({ id }) => id)
      expect(await found('limits')).toEqual(['dry', 'two', 'one'])
      expect(await found('ed55f61')).toEqual(['one'])
      expect(await found('heads/main', 'raise')).toEqual(['one'])
      expect(await found('ada')).toEqual(['two', 'one'])
      expect(await found('hidden')).toEqual([])
      expect(await found(...Array.from({ length: 600 }, (_, n) => `word${n}`))).toEqual([])
      const one = await store.read((reader) => reader.findRuns({ needles: [['limits']], limit: 3, examine: 1 }))
      expect(one).toMatchObject({ rows: [{ id: 'dry' }], examined: 1, isComplete: false })
      await store.write((writer) => writer.patchStack('stack-1', { deletedAt: 5 }))
      expect(await found('limits')).toEqual([])
    })
  })
}
