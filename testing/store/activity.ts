import { describe, expect, it } from 'vitest'
import { needlesOf } from '#domain/search/needles.ts'
import { FEW_ROWS } from '#server/adapters/sql/search/rows.ts'
import type { ActivityFilter, UpdateRow } from '#server/store/port/updates.ts'
import { aStack, anUpdate, aState, bytesOf, type CurrentBench } from './rows.ts'

export function activitySuite(bench: CurrentBench): void {
  const ran = (id: string, createdAt: number, row: Partial<UpdateRow> = {}) =>
    anUpdate({ id, createdAt, version: 1, status: 'succeeded', endReason: 'complete', ...row })
  const insert = (rows: UpdateRow[]) =>
    bench().store.write(async (writer) => {
      await writer.insertStack(aStack())
      await writer.insertStack(
        aStack({ id: 'stack-2', name: 'dev', tags: { team: 'core', 'pulumi:project': 'website' } }),
      )
      await writer.insertStack(aStack({ id: 'stack-3', project: 'shop', org: 'umbrella', tags: { team: 'shop' } }))
      await writer.insertStack(aStack({ id: 'gone', name: 'gone', deletedAt: 9 }))
      for (const row of rows) await writer.insertUpdate(row)
    })
  const idsOf = async (filter: Partial<ActivityFilter> = {}) =>
    (await bench().store.read((reader) => reader.activity({ limit: 100, ...filter }))).rows.map(({ id }) => id)

  describe('activity', () => {
    it('covers all live stacks, newest first, without runs that never started and deleted stacks', async () => {
      await insert([
        ran('u1', 10),
        ran('u3', 30, { stackId: 'stack-2' }),
        ran('u2', 20, { stackId: 'stack-3', kind: 'preview', dryRun: true, version: null }),
        ran('u4', 40, { version: null, status: 'not started', endReason: null }),
        ran('u5', 50, { stackId: 'gone' }),
      ])
      expect(await idsOf()).toEqual(['u3', 'u2', 'u1'])
    })

    it('continues after a run, also among those of the same instant', async () => {
      await insert(['a', 'b', 'c', 'd'].map((id) => ran(id, id === 'd' ? 20 : 10)))
      expect(await idsOf({ limit: 2 })).toEqual(['d', 'c'])
      expect(await idsOf({ limit: 2, before: { createdAt: 10, id: 'c' } })).toEqual(['b', 'a'])
      expect(await idsOf({ before: { createdAt: 10, id: 'a' } })).toEqual([])
    })

    it('compares no more runs with words than it may, and tells where to continue', async () => {
      // Every run has the trigrams of the word, so that they narrow nothing, and only the oldest has the word.
      const runs = Array.from({ length: FEW_ROWS + 2 }, (_, n) =>
        ran(`u${n}`, 10 + n, { requestedBy: n === 0 ? 'abcdef' : 'abc-def-cde-bcd' }),
      )
      await insert(runs)
      const find = (examine: number, more: Partial<ActivityFilter> = {}) =>
        bench().store.read((reader) => reader.activity({ needles: [['abcdef']], limit: 9, examine, ...more }))
      expect((await find(5_000)).rows.map(({ id }) => id)).toEqual(['u0'])
      const some = await find(5)
      // The store in memory compares all of them.
      const whole = { rows: [expect.objectContaining({ id: 'u0' })], reached: null }
      const part = { rows: [], reached: { createdAt: 10 + FEW_ROWS - 3, id: `u${FEW_ROWS - 3}` } }
      expect([whole, part]).toContainEqual(some)
      const rest = some.reached === null ? some : await find(5_000, { before: some.reached })
      expect(rest).toMatchObject({ rows: [{ id: 'u0' }], reached: null })
    })

    it.each<[Partial<ActivityFilter>, string[]]>([
      [{ org: 'umbrella' }, ['expired']],
      [{ org: 'acme', project: 'website' }, ['mine', 'failed', 'fine']],
      [{ org: 'acme', project: 'website', stack: 'dev' }, ['mine']],
      [{ kind: 'destroy' }, ['mine']],
      [{ dryRun: true }, ['failed']],
      [{ result: 'failed' }, ['failed']],
      [{ result: 'expired' }, ['expired']],
      [{ result: 'succeeded' }, ['fine']],
      [{ requestedBy: 'ada' }, ['mine']],
      [{ requestedBy: 'ada', result: 'failed' }, []],
      [{ since: 30 }, ['expired', 'mine']],
      [{ since: 20, before: { createdAt: 40, id: 'expired' } }, ['mine', 'failed']],
      [{ org: 'acme', before: { createdAt: 30, id: 'a' } }, ['failed', 'fine']],
      [{ since: 20, until: 40 }, ['mine', 'failed']],
      [{ stackIds: ['stack-2', 'stack-3', 'gone'] }, ['expired', 'mine']],
      [{ stackIds: ['stack-2', 'stack-3'], result: 'expired' }, ['expired']],
      [{ stackIds: [] }, []],
      [{ tag: { name: 'team' } }, ['expired', 'mine']],
      [{ tag: { name: 'team', value: 'core' } }, ['mine']],
      [{ tag: { name: 'team', value: 'no one' } }, []],
    ])('is filtered by %j', async (filter, expected) => {
      await insert([
        ran('fine', 10),
        ran('failed', 20, { status: 'failed', kind: 'refresh', dryRun: true, version: null }),
        ran('mine', 30, {
          kind: 'destroy',
          requestedBy: 'ada',
          status: 'running',
          endReason: null,
          stackId: 'stack-2',
        }),
        ran('expired', 40, { status: 'failed', endReason: 'expiry', stackId: 'stack-3' }),
      ])
      expect(await idsOf(filter)).toEqual(expected)
    })
  })

  describe('the search of the activity', () => {
    const request = (message: string, environment: Record<string, string> = {}) => ({
      message,
      environment,
      config: { 'acme:key': { string: 'hidden', secret: false, object: false } },
      options: {},
    })
    const found = (words: string[], filter: Partial<ActivityFilter> = {}) =>
      idsOf({ needles: needlesOf(words) ?? words.map((word) => [word]), ...filter })
    const failure = { sequence: 1, urn: null, text: 'error: Quota exceeded\nsecond line' }

    it.each<[words: string[], filter: Partial<ActivityFilter>, ids: string[]]>([
      [['LIMITS'], {}, ['preview', 'raise']],
      [['limits', 'never'], {}, []],
      [['ed55f6'], {}, ['raise']],
      [['heads/main'], {}, ['raise']],
      [['ada'], {}, ['raise']],
      [['quota'], {}, ['fails']],
      [['second'], {}, []],
      [['hidden'], {}, []],
      [['website'], {}, ['preview', 'other', 'fails', 'raise']],
      [['website/dev'], {}, ['fails']],
      [['acme', 'limits'], {}, ['preview', 'raise']],
      [['shop', 'reads website'], {}, ['other']],
      [['website', 'shop'], {}, ['other']],
      [['website', 'shop', 'limits'], {}, []],
      [['de'], {}, ['fails']],
      [['q'], {}, ['fails']],
      [['limits'], { dryRun: false }, ['raise']],
      [['limits'], { since: 11 }, ['preview']],
      [['website'], { limit: 1 }, ['preview']],
      [['website'], { before: { createdAt: 40, id: 'preview' } }, ['other', 'fails', 'raise']],
      [['limits'], { stackIds: ['stack-2', 'stack-3'] }, []],
      [['quota'], { stackIds: ['stack-2'] }, ['fails']],
      [['quota'], { tag: { name: 'team', value: 'core' } }, ['fails']],
      [['quota'], { tag: { name: 'team', value: 'shop' } }, []],
    ])('finds %j with %j', async (words, filter, expected) => {
      await insert([
        ran('raise', 10, {
          request: request('Raise the Limits', { 'git.head': 'ED55f612b37f', 'git.headName': 'refs/heads/main' }),
          requestedBy: 'ada',
        }),
        ran('fails', 20, { stackId: 'stack-2', request: request('Deploy'), failure }),
        ran('other', 30, { stackId: 'stack-3', request: request('reads website') }),
        ran('preview', 40, { dryRun: true, version: null, request: request('limits?') }),
        ran('never', 50, { version: null, request: request('limits that never began') }),
        ran('gone', 60, { stackId: 'gone', request: request('limits') }),
      ])
      expect(await found(words, filter)).toEqual(expected)
    })

    it('finds a run by its error as soon as it is reported, and by the present name of its stack', async () => {
      await insert([ran('first', 10, { failure: null }), ran('second', 20, { stackId: 'stack-3' })])
      await bench().store.write((writer) => writer.patchUpdate('first', { failure }))
      expect(await found(['quota'])).toEqual(['first'])
      await bench().store.write(async (writer) => {
        await writer.patchUpdate('first', { failure: { ...failure, text: 'Access denied' } })
        await writer.patchStack('stack-3', { name: 'renamed' })
      })
      expect(await found(['quota'])).toEqual([])
      expect(await found(['denied'])).toEqual(['first'])
      expect(await found(['renamed'])).toEqual(['second'])
      expect(await found(['shop/prod'])).toEqual([])
    })

    it('finds words of many runs and of many stacks, newest first', async () => {
      await insert([])
      await bench().store.write(async (writer) => {
        for (let at = 0; at < 70; at++) await writer.insertStack(aStack({ id: `many-${at}`, name: `many-${at}` }))
        for (let at = 0; at < 2_100; at++)
          await writer.insertUpdate(
            ran(`r${String(at).padStart(4, '0')}`, at, {
              stackId: `many-${at % 70}`,
              request: request(at % 100 === 0 ? 'common odd' : 'common'),
            }),
          )
      })
      expect(await found(['common'], { limit: 2 })).toEqual(['r2099', 'r2098'])
      expect(await found(['common', 'odd'], { limit: 2 })).toEqual(['r2000', 'r1900'])
      expect(await found(['many-'], { limit: 2 })).toEqual(['r2099', 'r2098'])
      expect(await found(['many-69'], { limit: 2 })).toEqual(['r2099', 'r2029'])
      expect(await found(['many-', 'odd'], { limit: 1 })).toEqual(['r2000'])
    })
  })

  it('lists the tags of live stacks that people set, each once', async () => {
    await insert([])
    await bench().store.write(async (writer) => {
      await writer.insertStack(aStack({ id: 'more', name: 'more', tags: { team: 'core', env: 'dev' } }))
      await writer.insertStack(aStack({ id: 'dead', name: 'dead', tags: { team: 'old' }, deletedAt: 9 }))
    })
    const tags = (limit: number) => bench().store.read((reader) => reader.tags({ limit }))
    expect(await tags(9)).toEqual([
      { name: 'env', value: 'dev' },
      { name: 'team', value: 'core' },
      { name: 'team', value: 'shop' },
    ])
    expect(await tags(1)).toEqual([{ name: 'env', value: 'dev' }])
  })

  it('stores with a state which stacks it reads', async () => {
    const { store } = bench()
    const rows = [
      aState({ id: 'a', version: 1, stackReferences: ['acme/network/prod', 'half \ud83d'] }),
      aState({ id: 'b', version: 2, stackReferences: [] }),
    ]
    await store.write(async (writer) => {
      await writer.insertStack(aStack({ stateId: 'a' }))
      for (const row of rows) await writer.putState(row, bytesOf(row.id))
    })
    expect(await store.read((reader) => reader.state('a'))).toEqual(rows[0])
    expect(await store.read((reader) => reader.stateByVersion('stack-1', 2))).toEqual(rows[1])
    expect((await store.read((reader) => reader.stacks({})))[0]?.state).toEqual(rows[0])
  })
}
