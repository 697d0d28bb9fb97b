import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Session } from '../sql/session.ts'
import type { Connection, Work } from './sqliteConnection.ts'

/** Maximum number of writes in one commit, so that none waits long for the others. */
const MAX_TOGETHER = 64

/**
 * Runs one writer at a time, in order of arrival. Writers that arrived while the last commit waited for the disk are
 * committed together: each is all or nothing by itself, all of them wait for the disk once, and none is answered before
 * that.
 */
export function createWrites(connection: Connection) {
  type Waiting = { work: Work; settle(outcome: { value: unknown } | { error: unknown }): void }
  let waiting: Waiting[] = []
  let working: Promise<void> | undefined

  async function drain(): Promise<void> {
    while (waiting.length > 0) {
      await nextTurn() // lets the event loop read waiting calls, which then join this commit
      const group = waiting.slice(0, MAX_TOGETHER)
      waiting = waiting.slice(MAX_TOGETHER)
      const outcomes = await connection
        .together(group.map(({ work }) => work))
        .catch((error: unknown) => group.map(() => ({ error })))
      for (const [index, { settle }] of group.entries()) settle(outcomes[index] ?? { error: new Error('no outcome') })
    }
    working = undefined
  }

  return {
    write: <T>(work: (session: Session) => Promise<T>): Promise<T> =>
      new Promise<T>((resolve, reject) => {
        const settle: Waiting['settle'] = (outcome) =>
          'error' in outcome ? reject(outcome.error) : resolve(outcome.value as T) // this writer's result
        waiting.push({ work, settle })
        working ??= drain()
      }),
    isIdle: () => working === undefined,
    /** Resolves when all writes requested so far are done. */
    idle: async () => working,
  }
}
