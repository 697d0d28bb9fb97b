import { MAX_FAVOURITES, MAX_VIEWS, Preferences, type SavedView } from '#contract/preferences.ts'
import type { Deps } from '../../deps.ts'
import { DomainError } from '../../errors.ts'
import type { Reader } from '../../store/port.ts'

const NOTHING: Preferences = { favourites: [], views: [] }

/** The name under which a user's preferences are stored. */
const keyOf = (userId: string) => `preferences:${userId}`

/**
 * Returns the stored preferences; defaults if they cannot be read: they are not important enough to prevent a page from
 * loading.
 */
export async function preferencesOf(reader: Reader, userId: string): Promise<Preferences> {
  const text = await reader.meta(keyOf(userId))
  if (text === undefined) return NOTHING
  try {
    return Preferences.catch(NOTHING).parse(JSON.parse(text))
  } catch {
    return NOTHING
  }
}

/** Marks a stack as a user's favourite, or not any more. */
export const changeFavourite = (
  deps: Deps,
  userId: string,
  { stackId, isFavourite }: { stackId: string; isFavourite: boolean },
): Promise<Preferences> =>
  change(deps, userId, ({ favourites, ...rest }) => {
    const others = favourites.filter((id) => id !== stackId)
    if (isFavourite && others.length >= MAX_FAVOURITES)
      throw new DomainError({ kind: 'tooManyPreferences', of: 'favourites', most: MAX_FAVOURITES })
    return { ...rest, favourites: isFavourite ? [...others, stackId] : others }
  })

type Named = Pick<SavedView, 'list' | 'name'>
const isSame = (a: Named, b: Named): boolean => a.list === b.list && a.name === b.name

/** Saves a view of a list; one with the same name is replaced. */
export const saveView = (deps: Deps, userId: string, view: SavedView): Promise<Preferences> =>
  change(deps, userId, ({ views, ...rest }) => {
    const others = views.filter((each) => !isSame(each, view))
    if (others.length >= MAX_VIEWS)
      throw new DomainError({ kind: 'tooManyPreferences', of: 'saved views', most: MAX_VIEWS })
    return { ...rest, views: [...others, view].toSorted((a, b) => (a.name < b.name ? -1 : 1)) }
  })

export const removeView = (deps: Deps, userId: string, view: Named): Promise<Preferences> =>
  change(deps, userId, ({ views, ...rest }) => ({ ...rest, views: views.filter((each) => !isSame(each, view)) }))

const change = (deps: Deps, userId: string, next: (present: Preferences) => Preferences): Promise<Preferences> =>
  deps.store.write(async (writer) => {
    const changed = next(await preferencesOf(writer, userId))
    await writer.setMeta(keyOf(userId), JSON.stringify(changed))
    return changed
  })
