import type { Commands } from './commands.ts'
import { keepAllListed } from './keepListed.ts'
import type { Queries } from './queries.ts'
import { keepAllRunTexts } from './search/search.ts'
import type { Session } from './session.ts'

/** Derives whatever follows from rows, unless that was done by the same rules before. */
export async function keepAllDerived(session: Session, queries: Queries, commands: Commands): Promise<void> {
  await keepAllListed(session, queries, commands)
  await keepAllRunTexts(session, queries, commands)
}
