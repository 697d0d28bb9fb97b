import type { Store } from '#server/store/port.ts'
import type { Queries } from '../queries.ts'
import type { Session } from '../session.ts'
import { baseOf, makeReady, type Packer, packHere, type ReadyTexts } from './textWriter.ts'

/** The prepared, not yet stored texts of one store; releasing a text releases its preparation. */
export function createReadyTexts(
  queries: Queries,
  read: <T>(work: (session: Session) => Promise<T>) => Promise<T>,
  packer: Packer = packHere,
): { ready: ReadyTexts; prepare: Store['ready'] } {
  const ready: ReadyTexts = new WeakMap()
  const base = (stackId: string) => read((session) => baseOf(session, queries, stackId))
  return {
    ready,
    async prepare(text, as) {
      const done = await makeReady(text, as, { packer, base })
      ready.set(done.text, done.ready)
      return done.text
    },
  }
}
