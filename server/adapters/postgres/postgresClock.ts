import { performance } from 'node:perf_hooks'

/** How long a reading of the database's clock is extrapolated by this machine's clock; milliseconds. */
const FRESH_MS = 1_000
/** A larger jump means that this machine slept or its clock was set: earlier readings are invalid. */
const TOLERATED_JUMP_MS = 20

const MACHINE = { steady: () => performance.now(), wall: () => Date.now() }

type Reading = { database: number; steady: number; wall: number }

/**
 * The database's clock without a query for each reading: read once a second, extrapolated by a monotonic clock. `read`
 * returns epoch milliseconds and rejects while the database is away; then this rejects too.
 */
export function createDatabaseClock(read: () => Promise<number>, machine = MACHINE): () => Promise<number> {
  let last: Reading | undefined
  let reading: Promise<Reading> | undefined

  async function ask(): Promise<Reading> {
    const asked = machine.steady()
    const database = await read()
    const answered = machine.steady()
    return { database, steady: (asked + answered) / 2, wall: machine.wall() - (answered - asked) / 2 }
  }

  const isFresh = ({ steady, wall }: Reading) => {
    const passed = machine.steady() - steady
    return passed < FRESH_MS && Math.abs(machine.wall() - wall - passed) < TOLERATED_JUMP_MS
  }

  return async () => {
    if (last === undefined || !isFresh(last)) {
      reading ??= ask().finally(() => (reading = undefined))
      last = await reading
    }
    return Math.round(last.database + machine.steady() - last.steady)
  }
}
