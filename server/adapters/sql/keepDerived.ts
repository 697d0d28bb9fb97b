import type { Commands } from './commands.ts'
import { keepAllListed } from './keepListed.ts'
import type { Queries } from './queries.ts'
import { keepAllRunTexts } from './search/search.ts'
import type { Session } from './session.ts'

/** Recomputes all derived rows, unless they were already derived by the same version of the rules. */
export async function keepAllDerived(session: Session, queries: Queries, commands: Commands): Promise<void> {
  await keepAllListed(session, queries, commands)
  await keepAllRunTexts(session, queries, commands)
}
