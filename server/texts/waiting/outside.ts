import type { ReadOptions, Reader, Store } from '../../store/port.ts'
import type { TextJobs, UnguardedJobs } from '../textJobs.ts'
import type { Needed, OpenRead, Outcome } from './openRead.ts'

/** So many pieces of work may one call need: one for each of the versions or stacks that it looks at, and a few. */
const MAX_NEEDED = 200

/**
 * Does work that waits for a thread, and returns its result. In a read transaction (of a store made by `jobsOutside`),
 * the transaction ends first, the work is done, and the transaction is opened again with the result in hand: nobody holds
 * a connection or a snapshot while waiting for a turn. The key names the work within the call; its result must not
 * depend on the snapshot, so it is named by hashes, not by what is current.
 */
export async function outside<T>(jobs: TextJobs, key: string, work: () => Promise<T>): Promise<T> {
  const read = jobs.openRead()
  if (read === null) return work()
  const outcome = read.done.get(key)
  if (outcome === undefined) {
    read.need({ key, work })
    return new Promise<never>(() => undefined) // this attempt is over
  }
  if ('error' in outcome) throw outcome.error
  return outcome.value as T // the key determines the work
}

/**
 * These jobs, and this store with read transactions that end before work is done for them (`outside`). What such a call
 * returns is consistent: all rows are from its last transaction, and everything else was computed from texts, which
 * never change under their id. Jobs inside a write are those of the service itself, because others wait for that
 * transaction, even if one user started it.
 */
export const jobsOutside = <S extends Pick<Store, 'read' | 'write' | 'now'>>(
  store: S,
  jobs: UnguardedJobs,
): { store: S; jobs: TextJobs } => ({
  store: endingReads(store, jobs),
  jobs: { ...jobs, isOutsideReads: true },
})

const endingReads = <S extends Pick<Store, 'read' | 'write' | 'now'>>(store: S, jobs: UnguardedJobs): S => ({
  ...store,
  write: (work, options) => store.write((writer) => jobs.as(null, () => work(writer)), options),
  now: () => {
    const read = jobs.openRead()
    return read === null ? store.now() : (read.now ??= store.now())
  },
  async read<T>(work: (reader: Reader) => Promise<T>, options?: ReadOptions): Promise<T> {
    if (jobs.openRead() !== null) return readLasting(store, work, options) // part of the outer call
    const done = new Map<string, Outcome>()
    let now: Promise<number> | undefined
    for (let count = 0; count <= MAX_NEEDED; count++) {
      const { promise, resolve } = Promise.withResolvers<Needed>()
      const read: OpenRead = { done, need: resolve, now }
      const needed = promise.then((one) => ({ needed: one }))
      const ended = await readLasting(
        store,
        (reader) =>
          jobs.within(read, () => Promise.race([work(reader).then((value) => ({ needed: null, value })), needed])),
        options,
      )
      if (ended.needed === null) return ended.value
      now = read.now
      done.set(ended.needed.key, await outcomeOf(ended.needed.work))
    }
    throw new Error(
      `a transaction needed more than ${MAX_NEEDED} pieces of work; does the key of one change each time?`,
    )
  },
})

const outcomeOf = async (work: () => Promise<unknown>): Promise<Outcome> => {
  try {
    return { value: await work() }
  } catch (error) {
    return { error }
  }
}

/** Reads with a reader whose texts can still be read when its transaction is over, each in one of its own. */
async function readLasting<T>(
  { read }: Pick<Store, 'read'>,
  work: (reader: Reader) => Promise<T>,
  options: ReadOptions | undefined,
): Promise<T> {
  return read(async (reader) => {
    let isOver = false
    const during = <R>(use: (one: Reader) => Promise<R>): Promise<R> => (isOver ? read(use, options) : use(reader))
    try {
      return await work({
        ...reader,
        stateText: (id) => during((one) => one.stateText(id)),
        stateParts: (id) => during((one) => one.stateParts(id)),
        statesApart: (before, after) => during((one) => one.statesApart(before, after)),
      })
    } finally {
      isOver = true
    }
  }, options)
}
