import type { Metrics } from '../metrics.ts'
import { type Store, StoreUnavailableError, type Writer } from './port.ts'

/** Wraps a store to measure the duration of its transactions, and to count what they stored once it is durable. */
export function measureStore(store: Store, metrics: Metrics): Store {
  async function timed<T>(operation: 'read' | 'write', work: () => Promise<T>): Promise<T> {
    const since = performance.now()
    let isUnavailable = false
    try {
      return await work()
    } catch (error) {
      isUnavailable = error instanceof StoreUnavailableError
      throw error
    } finally {
      metrics.storeCall({ operation, seconds: (performance.now() - since) / 1000, isUnavailable })
    }
  }
  return {
    now: () => store.now(),
    read: (work, options) => timed('read', () => store.read(work, options)),
    write: (work, options) =>
      timed('write', async () => {
        let kept = { entries: 0, refused: 0 }
        const result = await store.write((writer) => {
          kept = { entries: 0, refused: 0 } // a store may repeat a transaction
          return work(counting(writer, kept))
        }, options)
        if (kept.entries > 0) metrics.journalEntries(kept.entries)
        if (kept.refused > 0) metrics.refusedStarts(kept.refused)
        return result
      }),
    ready: (text, as) => store.ready(text, as),
    close: () => store.close(),
  }
}

const counting = (writer: Writer, kept: { entries: number; refused: number }): Writer => ({
  ...writer,
  async appendJournal(...args) {
    const added = await writer.appendJournal(...args)
    kept.entries += added
    return added
  },
  async appendLeaseLog(row) {
    await writer.appendLeaseLog(row)
    if (row.what === 'refused' && row.detail === 'start') kept.refused += 1
  },
})
