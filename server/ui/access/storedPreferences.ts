import { Preferences } from '#contract/preferences.ts'
import type { Reader } from '../../store/port.ts'
import type { Call } from '../handlers.ts'

const NOTHING: Preferences = { favourites: [], views: [] }

/** The name under which a user's preferences are stored. */
export const preferencesKey = ({ user }: Pick<Call, 'user'>) => `preferences:${user.id}`

/**
 * Returns the stored preferences; defaults if they cannot be read: they are not important enough to prevent a page from
 * loading.
 */
export async function preferencesOf(reader: Reader, call: Pick<Call, 'user'>): Promise<Preferences> {
  const text = await reader.meta(preferencesKey(call))
  if (text === undefined) return NOTHING
  try {
    return Preferences.catch(NOTHING).parse(JSON.parse(text))
  } catch {
    return NOTHING
  }
}
