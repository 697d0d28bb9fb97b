import { describe, expect, it } from 'vitest'
import type { AlarmRow, UntrackedRow } from '#server/store/port/untracked.ts'
import { aStack, type CurrentBench } from './rows.ts'

export const aUntracked = (id: string, changes: Partial<UntrackedRow> = {}): UntrackedRow => ({
  id,
  stackId: 'stack-1',
  urn: `urn:pulumi:prod::website::aws:s3/bucket:Bucket::${id}`,
  resourceType: 'aws:s3/bucket:Bucket',
  resourceId: null,
  source: 'pending',
  since: 1_000,
  updateId: 'update-1',
  version: 1,
  isPending: true,
  left: null,
  intended: { parent: 'urn:parent', clues: [{ label: 'bucket', value: 'büro “a”' }] },
  resolvedAt: null,
  resolvedBy: null,
  outcome: null,
  statement: null,
  ...changes,
})

export const anAlarm = (id: string, changes: Partial<AlarmRow> = {}): AlarmRow => ({
  id,
  stackId: 'stack-1',
  updateId: 'update-1',
  at: 1_000,
  version: 2,
  baseVersion: 1,
  kind: 'massLoss',
  count: 24,
  total: 40,
  entries: [{ urn: 'urn:a', type: 'aws:s3/bucket:Bucket', id: 'a', why: 'A refresh found it gone.' }],
  acknowledgedAt: null,
  acknowledgedBy: null,
  reason: null,
  ...changes,
})

const two = [aStack(), aStack({ id: 'stack-2', name: 'dev' })]

export function untrackedSuite(bench: CurrentBench): void {
  describe('the list of untracked resources', () => {
    it('keeps open items apart from resolved ones, each in order', async () => {
      const { store } = bench()
      await store.write(async (writer) => {
        for (const stack of two) await writer.insertStack(stack)
        await writer.insertUntracked([
          aUntracked('old'),
          aUntracked('b', { since: 3_000 }),
          aUntracked('a', { since: 3_000 }),
        ])
        await writer.insertUntracked([
          aUntracked('elsewhere', { stackId: 'stack-2', since: 2_000, isPending: false, source: 'unrecorded' }),
          aUntracked('first', { resolvedAt: 10, outcome: 'accounted', resolvedBy: 'holdfast' }),
        ])
      })
      await store.write(async (writer) => {
        const answer = {
          resolvedAt: 20,
          resolvedBy: 'ada',
          outcome: 'doesNotExist',
          statement: 'Looked in the console',
        }
        const left = { at: 15, version: 3, updateId: 'update-3', kind: 'import' }
        await writer.patchUntracked('old', { ...answer, outcome: 'doesNotExist', isPending: false, left })
      })
      await store.read(async (reader) => {
        const page = { limit: 100, offset: 0 }
        const ids = async (filter: { stackId?: string; isOpen: boolean }) =>
          (await reader.untracked({ ...filter, ...page })).map(({ id }) => id)
        expect(await ids({ isOpen: true })).toEqual(['b', 'a', 'elsewhere'])
        expect(await ids({ isOpen: true, stackId: 'stack-1' })).toEqual(['b', 'a'])
        expect(await ids({ isOpen: false })).toEqual(['old', 'first'])
        expect(await ids({ isOpen: false, stackId: 'stack-2' })).toEqual([])
        expect((await reader.untracked({ isOpen: true, limit: 1, offset: 1 })).map(({ id }) => id)).toEqual(['a'])
        expect(await reader.untrackedCount({ isOpen: true })).toBe(3)
        expect(await reader.untrackedCount({ isOpen: true, stackId: 'stack-2' })).toBe(1)
        expect(await reader.untrackedById('old')).toEqual(
          aUntracked('old', {
            resolvedAt: 20,
            resolvedBy: 'ada',
            outcome: 'doesNotExist',
            statement: 'Looked in the console',
            isPending: false,
            left: { at: 15, version: 3, updateId: 'update-3', kind: 'import' },
          }),
        )
        expect(await reader.untrackedById('nobody')).toBeUndefined()
      })
    })

    it('finds items by a part of the URN or ID, taken literally, ignoring case', async () => {
      const { store } = bench()
      await store.write(async (writer) => {
        await writer.insertStack(aStack())
        await writer.insertUntracked([
          aUntracked('Invoices'),
          aUntracked('100%', { resourceId: 'i-0AB_c' }),
          aUntracked('other'),
        ])
      })
      await store.read(async (reader) => {
        const found = async (search: string) =>
          (await reader.untracked({ isOpen: true, search, limit: 9, offset: 0 })).map(({ id }) => id)
        expect(await found('invoices')).toEqual(['Invoices'])
        expect(await found('0ab_C')).toEqual(['100%'])
        expect(await found('0%_')).toEqual([])
        expect(await found('%')).toEqual(['100%'])
        expect(await reader.untrackedCount({ isOpen: true, search: 'bucket' })).toBe(3)
      })
    })

    it('names each stack of its items once, without deleted ones', async () => {
      const { store } = bench()
      await store.write(async (writer) => {
        for (const stack of two) await writer.insertStack(stack)
        await writer.insertStack(aStack({ id: 'stack-3', name: 'gone', deletedAt: 5 }))
        await writer.insertUntracked([
          aUntracked('a', { since: 1_000 }),
          aUntracked('b', { since: 2_000, stackId: 'stack-2' }),
          aUntracked('c', { since: 500, stackId: 'stack-2' }),
          aUntracked('d', { since: 3_000, stackId: 'stack-3' }),
        ])
      })
      await store.read(async (reader) => {
        const names = async (filter: { stackId?: string; search?: string; isOpen: boolean }) =>
          (await reader.untrackedStacks(filter)).map(({ name }) => name)
        const [first, second] = two.map(({ name }) => name)
        expect(await names({ isOpen: true })).toEqual([second, first])
        expect(await names({ isOpen: true, stackId: 'stack-2' })).toEqual([second])
        expect(await names({ isOpen: true, search: 'Bucket::a' })).toEqual([first])
        expect(await names({ isOpen: false })).toEqual([])
      })
    })

    it('is rolled back with its transaction, and requires an existing stack', async () => {
      const { store } = bench()
      await store.write((writer) => writer.insertStack(aStack()))
      const failing = store.write(async (writer) => {
        await writer.insertUntracked([aUntracked('a')])
        await writer.insertAlarm(anAlarm('a'))
        throw new Error('rolled back on purpose')
      })
      await expect(failing).rejects.toThrow('rolled back on purpose')
      expect(await store.read((reader) => reader.untrackedCount({ isOpen: true }))).toBe(0)
      expect(await store.read((reader) => reader.alarms({ limit: 9 }))).toEqual([])
      await expect(
        store.write((writer) => writer.insertUntracked([aUntracked('a', { stackId: 'none' })])),
      ).rejects.toThrow(Error)
      await expect(store.write((writer) => writer.insertAlarm(anAlarm('a', { stackId: 'none' })))).rejects.toThrow(
        Error,
      )
      await expect(store.write((writer) => writer.patchUntracked('none', { version: 2 }))).rejects.toThrow(Error)
    })
  })

  describe('alarms', () => {
    it('are found by stack, by update, and while not acknowledged', async () => {
      const { store } = bench()
      await store.write(async (writer) => {
        for (const stack of two) await writer.insertStack(stack)
        await writer.insertAlarm(anAlarm('a'))
        await writer.insertAlarm(anAlarm('b', { kind: 'sameId' }))
        await writer.insertAlarm(anAlarm('c', { at: 2_000, stackId: 'stack-2', updateId: 'update-2' }))
        await writer.acknowledgeAlarm('b', { at: 3_000, login: 'ada', reason: 'The account was closed' })
      })
      await store.read(async (reader) => {
        const ids = async (filter: { stackId?: string; updateId?: string; isOpen?: boolean }) =>
          (await reader.alarms({ ...filter, limit: 9 })).map(({ id }) => id)
        expect(await ids({})).toEqual(['c', 'a', 'b'])
        expect(await ids({ isOpen: true })).toEqual(['c', 'a'])
        expect(await ids({ isOpen: false })).toEqual(['b'])
        expect(await ids({ stackId: 'stack-1', isOpen: true })).toEqual(['a'])
        expect(await ids({ updateId: 'update-2' })).toEqual(['c'])
        expect((await reader.alarms({ limit: 1 })).map(({ id }) => id)).toEqual(['c'])
        const acknowledged = { acknowledgedAt: 3_000, acknowledgedBy: 'ada', reason: 'The account was closed' }
        expect(await reader.alarm('b')).toEqual(anAlarm('b', { kind: 'sameId', ...acknowledged }))
      })
    })
  })
}
