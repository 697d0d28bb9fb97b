import { describe, expect, it } from 'vitest'
import type { StackLock, TicketRow } from '#server/store/port/stacks.ts'
import { aStack, type CurrentBench } from './rows.ts'

const lock: StackLock = {
  id: 'lock-1',
  login: 'ada',
  tokenName: null,
  userAgent: 'browser',
  address: '127.0.0.1',
  reason: 'Moving the ledger “by hand”',
  since: 1_000,
  until: 61_000,
}

const ticket = (id: string, row: Partial<TicketRow> = {}): TicketRow => ({
  id,
  stackId: 'stack-1',
  login: 'admin',
  tokenName: 'ci',
  userAgent: 'curl/8',
  address: null,
  since: 100,
  expiresAt: 1_000,
  notifiedAt: null,
  ...row,
})

export function lockSuite(bench: CurrentBench): void {
  describe('the lock of a stack', () => {
    it('is stored completely, found among all live stacks, and removed', async () => {
      const { store } = bench()
      await store.write(async (writer) => {
        await writer.insertStack(aStack())
        await writer.insertStack(aStack({ id: 'stack-2', name: 'dev', lock: { ...lock, id: 'lock-2' } }))
        await writer.insertStack(aStack({ id: 'stack-3', name: 'old', lock, deletedAt: 5 }))
        await writer.insertStack(aStack({ id: 'stack-4', name: 'free' }))
        await writer.patchStack('stack-1', { lock })
      })
      expect(await store.write((writer) => writer.lockStack('stack-1'))).toEqual(aStack({ lock }))
      await store.read(async (reader) => {
        expect((await reader.lockedStacks()).map(({ id, lock }) => [id, lock?.id])).toEqual([
          ['stack-2', 'lock-2'],
          ['stack-1', 'lock-1'],
        ])
        expect((await reader.stacks({})).map((row) => row.lock?.id)).toEqual(['lock-2', undefined, 'lock-1'])
      })
      await store.write((writer) => writer.patchStack('stack-1', { lock: null }))
      expect((await store.read((reader) => reader.stackById('stack-1')))?.lock).toBeNull()
    })
  })

  describe('the queue of a stack', () => {
    it('returns the clients in order of arrival, however often they ask again', async () => {
      const { store } = bench()
      await store.write(async (writer) => {
        await writer.insertStack(aStack())
        await writer.insertStack(aStack({ id: 'stack-2', name: 'dev' }))
        await writer.putTicket(ticket('b', { since: 200 }))
        await writer.putTicket(ticket('c', { since: 100 }))
        await writer.putTicket(ticket('a', { since: 200 }))
        await writer.putTicket(ticket('elsewhere', { stackId: 'stack-2' }))
        await writer.putTicket(ticket('c', { since: 100, expiresAt: 9_000, notifiedAt: 300 }))
      })
      const rows = await store.read((reader) => reader.queue('stack-1'))
      expect(rows.map(({ id }) => id)).toEqual(['c', 'a', 'b'])
      expect(rows[0]).toEqual(ticket('c', { since: 100, expiresAt: 9_000, notifiedAt: 300 }))
    })

    it('removes expired entries, on every stack, and no others', async () => {
      const { store } = bench()
      await store.write(async (writer) => {
        await writer.insertStack(aStack())
        await writer.putTicket(ticket('gone', { expiresAt: 1_000 }))
        await writer.putTicket(ticket('there', { expiresAt: 1_001 }))
        await writer.dropTickets(1_000)
      })
      expect((await store.read((reader) => reader.queue('stack-1'))).map(({ id }) => id)).toEqual(['there'])
    })

    it('requires an existing stack', async () => {
      const { store } = bench()
      await expect(store.write((writer) => writer.putTicket(ticket('a')))).rejects.toThrow(Error)
    })
  })
}
