import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Session } from '../sql/session.ts'
import type { Connection, Work } from './sqliteConnection.ts'

/** So that no one waits long for the commit of others who came at the same time. */
const MOST_TOGETHER = 64

/**
 * One writer at a time, in the order in which they came. Those that came while the one before waited for the disk are
 * committed together: each is all or nothing by itself, all of them wait for the disk once, and none is answered
 * before that.
 */
export function createWrites(connection: Connection) {
  type Waiting = { work: Work; settle(outcome: { value: unknown } | { error: unknown }): void }
  let waiting: Waiting[] = []
  let working: Promise<void> | undefined

  async function drain(): Promise<void> {
    while (waiting.length > 0) {
      await nextTurn() // calls that arrived meanwhile are read first, and come along
      const group = waiting.slice(0, MOST_TOGETHER)
      waiting = waiting.slice(MOST_TOGETHER)
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
          'error' in outcome ? reject(outcome.error) : resolve(outcome.value as T) // what this very work returned
        waiting.push({ work, settle })
        working ??= drain()
      }),
    isIdle: () => working === undefined,
    /** Resolves when everything that was asked for is done. */
    idle: async () => working,
  }
}
