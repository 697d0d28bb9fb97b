import { performance } from 'node:perf_hooks'

/** How long a reading of the database's clock is carried on by this machine's own. */
const FRESH_MS = 1_000
/** This machine slept, or its clock was set: earlier readings are invalid. */
const TOLERATED_JUMP_MS = 20

const MACHINE = { steady: () => performance.now(), wall: () => Date.now() }

type Reading = { database: number; steady: number; wall: number }

/**
 * The database's clock without a question for each look at it: read once a second, carried on by a clock that never
 * jumps. `read` gives epoch milliseconds and fails while the database is away; then so does this.
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
