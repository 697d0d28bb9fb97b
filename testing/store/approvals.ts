import { describe, expect, it } from 'vitest'
import { ApprovalRule } from '#contract/approvals.ts'
import type { ApprovalRow, NewApprovalRow } from '#server/store/port/approvals.ts'
import type { Store } from '#server/store/port.ts'
import { aLease, anUpdate, type CurrentBench, seed } from './rows.ts'

const aRow = (id: string, changes: Partial<ApprovalRow> = {}): ApprovalRow => ({
  id,
  stackId: 'stack-1',
  updateId: 'update-1',
  of: 'step',
  step: 'delete',
  urn: `urn:pulumi:prod::website::aws:rds/instance:Instance::${id}`,
  type: 'aws:rds/instance:Instance',
  rules: [{ id: 'no-data-loss', name: 'no deletes of “databases”' }],
  why: 'Deletes wait for an operator.',
  isRefusal: false,
  status: 'waiting',
  since: 1_000,
  until: 61_000,
  decidedAt: null,
  keptMinutes: 60,
  keptUntil: null,
  persons: 2,
  role: 'operator',
  ownRuns: false,
  decisions: [{ by: { login: 'ada', tokenName: null }, at: 1_500, allow: true, reason: 'über fällig\n"yes"' }],
  sequenceID: 7,
  digest: 'd'.repeat(64),
  ...changes,
})

export const anApproval = (id: string, changes: Partial<ApprovalRow> = {}): NewApprovalRow => ({
  ...aRow(id, changes),
  entry: `{"kind":0,"of":"${id}"}`,
})

const RULE = ApprovalRule.parse({
  id: 'no-data-loss',
  name: 'no deletes of “databases”',
  what: { steps: ['delete'], holdsData: true },
  action: { kind: 'hold' },
})

/** What takes a database back to where it had no approvals, as it was before their migration and later ones. */
export const WITHOUT_APPROVALS = [
  'drop table "approvals"',
  'drop table "approvalRules"',
  'alter table "updates" drop column "awaiting"',
  'alter table "updates" drop column "stepCounts"',
  'alter table "updates" drop column "approvalTally"',
  'alter table "updates" drop column "lateReport"',
]
/** The number of that migration. */
export const APPROVALS_MIGRATION = 3

export const approvalIds = (store: Store, read: 'waiting' | 'ofUpdate' | 'inForce'): Promise<string[]> =>
  store.read(async (reader) => {
    const rows = {
      waiting: () => reader.waitingApprovals({ limit: 9 }),
      ofUpdate: () => reader.approvalsOfUpdate('update-1'),
      inForce: () => reader.approvalsInForce('stack-1', 5_000),
    }
    return (await rows[read]()).map(({ id }) => id)
  })

export function approvalSuite(bench: CurrentBench): void {
  describe('rules of approvals', () => {
    it('are none at first, and then those of the newest version', async () => {
      const { store } = bench()
      expect(await store.read((reader) => reader.approvalRules())).toBeUndefined()
      await store.write(async (writer) => {
        await writer.insertRuleSet({ version: 1, at: 1_000, login: 'ada', rules: [RULE] })
        await writer.insertRuleSet({ version: 2, at: 2_000, login: 'bob', rules: [] })
      })
      await store.read(async (reader) => {
        expect(await reader.approvalRules()).toEqual({ version: 2, at: 2_000, login: 'bob', rules: [] })
        expect((await reader.approvalRuleVersions(9)).map(({ version }) => version)).toEqual([2, 1])
        expect(await reader.approvalRuleVersions(1)).toHaveLength(1)
        expect((await reader.approvalRuleVersions(9))[1]?.rules).toEqual([RULE])
      })
    })

    it('have each version once', async () => {
      const { store } = bench()
      const row = { version: 1, at: 1_000, login: 'ada', rules: [] }
      await store.write((writer) => writer.insertRuleSet(row))
      await expect(store.write((writer) => writer.insertRuleSet(row))).rejects.toThrow(Error)
    })
  })

  describe('approvals', () => {
    it('are kept as they are, and changed in what a patch says', async () => {
      const { store } = bench()
      await seed(store)
      await store.write((writer) => writer.insertApprovals([anApproval('a'), anApproval('b')]))
      expect(await store.read((reader) => reader.approvalById('a'))).toEqual(aRow('a'))
      expect(await store.read((reader) => reader.approvalById('c'))).toBeUndefined()
      expect(await store.read((reader) => reader.approvalEntry('b'))).toBe('{"kind":0,"of":"b"}')
      expect(await store.read((reader) => reader.approvalEntry('c'))).toBeUndefined()
      const patch = { status: 'allowed', decidedAt: 2_000, keptUntil: 9_000, decisions: [], isRefusal: true } as const
      await store.write((writer) => writer.patchApproval('a', { ...patch, decisions: [] }))
      await store.read(async (reader) => {
        expect(await reader.approvalById('a')).toEqual(aRow('a', { ...patch, decisions: [] }))
        expect(await reader.approvalById('b')).toEqual(aRow('b'))
      })
      await store.write((writer) => writer.patchApproval('a', { decidedAt: null, keptUntil: null }))
      expect(await store.read((reader) => reader.approvalById('a'))).toMatchObject({ decidedAt: null, keptUntil: null })
    })

    it('have an order: of a run as asked, of all the longest wait first', async () => {
      const { store } = bench()
      await seed(store)
      await store.write(async (writer) => {
        await writer.insertUpdate(anUpdate({ id: 'other' }))
        await writer.insertApprovals([anApproval('late', { since: 3_000 }), anApproval('early', { since: 1_000 })])
        await writer.insertApprovals([
          anApproval('same', { since: 3_000 }),
          anApproval('done', { status: 'refused', since: 500 }),
          anApproval('elsewhere', { stackId: 'stack-2', updateId: 'other', since: 2_000 }),
        ])
      })
      expect(await approvalIds(store, 'ofUpdate')).toEqual(['late', 'early', 'same', 'done'])
      // Those of a stack that is not there count as waiting, too: the caller has to look.
      expect(await approvalIds(store, 'waiting')).toEqual(['early', 'elsewhere', 'late', 'same'])
      expect(await store.read((reader) => reader.waitingApprovals({ limit: 2 }))).toHaveLength(2)
    })

    it('keep the entries of the last hundred steps of a stack that were stopped, of the others that may still run', async () => {
      const { store } = bench()
      await seed(store)
      const named = (name: string, changes: Partial<ApprovalRow>, count = 1) =>
        Array.from({ length: count }, (_, index) => anApproval(`${name}-${index + 1}`, changes))
      await store.write(async (writer) => {
        await writer.insertApprovals(named('elsewhere', { status: 'refused', stackId: 'stack-2', updateId: 'other' }))
        await writer.insertApprovals([...named('waits', {}), ...named('allowed', { status: 'allowed' })])
        await writer.insertApprovals([
          ...named('late', { status: 'timedOut' }),
          ...named('refused', { status: 'refused' }, 99),
        ])
      })
      const entries = (...ids: string[]) =>
        store.read((reader) => Promise.all(ids.map(async (id) => (await reader.approvalEntry(id))?.includes(id))))
      expect(await entries('late-1', 'refused-1')).toEqual([true, true])
      await store.write((writer) => writer.insertApprovals(named('again', { status: 'refused' })))
      expect(await entries('late-1', 'refused-1')).toEqual([false, true])
      await store.write((writer) => writer.insertApprovals(named('once more', { status: 'refused' }, 100)))
      expect(await entries('refused-99', 'again-1', 'once more-1')).toEqual([false, false, true])
      expect(await entries('elsewhere-1', 'waits-1', 'allowed-1')).toEqual([true, true, true])
      expect(await store.read((reader) => reader.approvalEntry('late-1'))).toBe('{}')
      expect(await store.read((reader) => reader.approvalById('late-1'))).toMatchObject({ status: 'timedOut' })
    })

    it('are in force until their time is up', async () => {
      const { store } = bench()
      await seed(store)
      await store.write((writer) =>
        writer.insertApprovals([
          anApproval('waits'),
          anApproval('over', { status: 'allowed', keptUntil: 5_000 }),
          anApproval('counts', { status: 'allowed', keptUntil: 5_001 }),
          anApproval('elsewhere', { status: 'allowed', keptUntil: 9_000, stackId: 'stack-2' }),
        ]),
      )
      expect(await approvalIds(store, 'inForce')).toEqual(['counts'])
    })

    it('end with their update, those that were decided excepted', async () => {
      const { store } = bench()
      await seed(store)
      await store.write(async (writer) => {
        await writer.insertApprovals([
          anApproval('waits'),
          anApproval('allowed', { status: 'allowed', decidedAt: 1_200 }),
          anApproval('elsewhere', { updateId: 'other' }),
        ])
        await writer.endApprovals('update-1', 4_000)
      })
      await store.read(async (reader) => {
        expect(await reader.approvalById('waits')).toEqual(aRow('waits', { status: 'ended', decidedAt: 4_000 }))
        expect(await reader.approvalById('allowed')).toMatchObject({ status: 'allowed', decidedAt: 1_200 })
        expect(await reader.approvalById('elsewhere')).toMatchObject({ status: 'waiting' })
      })
    })

    it('are undone with the transaction that fails', async () => {
      const { store } = bench()
      await seed(store)
      await store.write((writer) => writer.insertApprovals([anApproval('a')]))
      const failing = store.write(async (writer) => {
        await writer.insertApprovals([anApproval('b')])
        await writer.patchApproval('a', { status: 'allowed' })
        throw new Error('no')
      })
      await expect(failing).rejects.toThrow('no')
      expect(await approvalIds(store, 'waiting')).toEqual(['a'])
    })

    it('say of a running update what it waits for, and what was counted', async () => {
      const { store } = bench()
      await seed(store)
      const awaiting = { since: 1_000, until: 61_000, steps: 2, persons: 1, role: 'admin' } as const
      const running = { status: 'running', lease: aLease, startedAt: 2_000 } as const
      await store.write((writer) =>
        writer.patchUpdate('update-1', { ...running, awaiting, stepCounts: { 'no-data-loss': 3 } }),
      )
      const update = () => store.read((reader) => reader.update('update-1'))
      expect(await update()).toMatchObject({ awaiting, stepCounts: { 'no-data-loss': 3 } })
      expect(await store.read((reader) => reader.runningUpdates())).toMatchObject([{ awaiting }])
      await store.write((writer) => writer.patchUpdate('update-1', { awaiting: null }))
      expect(await update()).toMatchObject({ awaiting: null, stepCounts: { 'no-data-loss': 3 } })
    })
  })
}
