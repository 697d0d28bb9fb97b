import type { Commands } from './commands.ts'
import { keepAllListed } from './keepListed.ts'
import type { Queries } from './queries.ts'
import { keepAllRunTexts } from './search/search.ts'
import type { Session } from './session.ts'

/**
 * Recomputes all derived rows, unless the same version of the rules already derived them. Returns whether any were
 * derived.
 */
export async function keepAllDerived(session: Session, queries: Queries, commands: Commands): Promise<boolean> {
  const isListed = await keepAllListed(session, queries, commands)
  const isSearchable = await keepAllRunTexts(session, queries, commands)
  return isListed || isSearchable
}
