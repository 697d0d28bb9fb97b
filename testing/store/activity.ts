import { describe, expect, it } from 'vitest'
import type { ActivityFilter, UpdateRow } from '#server/store/port/updates.ts'
import { aStack, anUpdate, aState, bytesOf, type CurrentBench } from './rows.ts'

export function activitySuite(bench: CurrentBench): void {
  const ran = (id: string, createdAt: number, row: Partial<UpdateRow> = {}) =>
    anUpdate({ id, createdAt, version: 1, status: 'succeeded', endReason: 'complete', ...row })
  const insert = (rows: UpdateRow[]) =>
    bench().store.write(async (writer) => {
      await writer.insertStack(aStack())
      await writer.insertStack(aStack({ id: 'stack-2', name: 'dev' }))
      await writer.insertStack(aStack({ id: 'stack-3', project: 'shop', org: 'umbrella' }))
      await writer.insertStack(aStack({ id: 'gone', name: 'gone', deletedAt: 9 }))
      for (const row of rows) await writer.insertUpdate(row)
    })
  const idsOf = async (filter: Partial<ActivityFilter> = {}) =>
    (await bench().store.read((reader) => reader.activity({ limit: 100, ...filter }))).map(({ id }) => id)

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

  it('stores with a state which stacks it reads, and when that is unknown', async () => {
    const { store } = bench()
    const rows = [
      aState({ id: 'a', version: 1, stackReferences: ['acme/network/prod', 'half \ud83d'] }),
      aState({ id: 'b', version: 2, stackReferences: null }),
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
