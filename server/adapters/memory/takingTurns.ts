/**
 * Lets reads and writes take turns, because one connection has one view: a write waits for the reads that have started,
 * reads wait for the write that has started. Reads do not wait for waiting writes, so a read inside a read is possible.
 */
export function createTakingTurns() {
  const reads = new Set<Promise<unknown>>()
  let lastWrite: Promise<unknown> = Promise.resolve()
  let current: Promise<unknown> | undefined

  async function writeNow<T>(work: () => Promise<T>): Promise<T> {
    while (reads.size > 0) await Promise.allSettled(reads)
    const done = work()
    current = done.catch(() => undefined)
    try {
      return await done
    } finally {
      current = undefined
    }
  }

  return {
    async read<T>(work: () => Promise<T>): Promise<T> {
      while (current) await current
      const done = work()
      reads.add(done)
      try {
        return await done
      } finally {
        reads.delete(done)
      }
    },
    /** Writes run one after the other, in order of arrival. */
    write<T>(work: () => Promise<T>): Promise<T> {
      const done = lastWrite.then(() => writeNow(work))
      lastWrite = done.catch(() => undefined)
      return done
    },
    /** Resolves when all writes requested so far are done. */
    idle: async () => void (await lastWrite),
  }
}
