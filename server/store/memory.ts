import { memoryReader } from './memoryReader.ts'
import { copyTables, createTables } from './memoryTables.ts'
import { memoryWriter } from './memoryWriter.ts'
import { type Store, StoreUnavailableError } from './port.ts'
import type { View } from './versioned.ts'

/** `copy`: another store with what is committed, for a clock of its own. */
export type MemoryStore = Store & { copy(beside: { clock: () => number }): Promise<MemoryStore> }

/**
 * Creates a store in memory, for the demo and for tests. Writes run one after another. Reads work on a snapshot instead
 * of waiting for writers: a read inside a write would wait for itself, and a slow read would delay the renewal of
 * leases.
 */
export function createMemoryStore(
  { clock }: { clock: () => number },
  { tables, committed } = { tables: createTables(), committed: 0 },
): MemoryStore {
  const snapshots = new Map<View, number>()
  let lastWrite: Promise<unknown> = Promise.resolve()
  let isClosed = false

  async function inView<T>(at: number, work: (view: View) => Promise<T>): Promise<T> {
    if (isClosed) throw new StoreUnavailableError('The store is closed.')
    const view: View = { at, isOpen: true }
    try {
      return await work(view)
    } finally {
      view.isOpen = false
    }
  }

  async function transact<T>(work: (view: View) => Promise<T>): Promise<T> {
    const mine = committed + 1
    try {
      const result = await inView(mine, work)
      committed = mine
      const oldest = Math.min(mine, ...snapshots.values())
      for (const table of tables.all) table.commit(oldest)
      return result
    } catch (error) {
      for (const table of tables.all) table.rollback()
      throw error
    }
  }

  return {
    now: async () => clock(),
    read: (work) =>
      inView(committed, async (view) => {
        snapshots.set(view, view.at)
        try {
          return await work(memoryReader(tables, view))
        } finally {
          snapshots.delete(view)
        }
      }),
    write(work) {
      const result = lastWrite.then(() => transact((view) => work(memoryWriter(tables, view))))
      lastWrite = result.catch(() => undefined)
      return result
    },
    ready: async (text) => text,
    async copy(beside) {
      await lastWrite
      return createMemoryStore(beside, { tables: copyTables(tables), committed })
    },
    async close() {
      isClosed = true
      await lastWrite
    },
  }
}
