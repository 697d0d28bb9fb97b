import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { preferenceEndpoints } from '#contract/endpoints/preferences.ts'
import type { Preferences, SavedView } from '#contract/preferences.ts'
import { call } from './http/client.ts'
import { keys } from './http/keys.ts'

export const preferenceQueries = {
  mine: () =>
    queryOptions({
      queryKey: [...keys.session(), 'preferences'],
      queryFn: ({ signal }) => call(preferenceEndpoints.preferences, {}, signal),
    }),
  /** News of any stack makes it stale, as it does the lists. */
  favourites: () =>
    queryOptions({
      queryKey: [...keys.stackLists(), 'favourites'],
      queryFn: ({ signal }) => call(preferenceEndpoints.favouriteList, {}, signal),
    }),
}

/** Changes are sent one after the other: each response has all preferences, and the last must be the latest. */
export const preferenceChanges = { scope: { id: 'preferences' } }

/** Puts what the server stored into the cache. */
async function kept(client: QueryClient, answer: Promise<Preferences>): Promise<void> {
  const { queryKey } = preferenceQueries.mine()
  const stored = await answer
  await client.cancelQueries({ queryKey }) // a response on the way may be older than the change
  client.setQueryData(queryKey, stored)
  await client.invalidateQueries({ queryKey: preferenceQueries.favourites().queryKey })
}

export const changeFavourite = (client: QueryClient, stackId: string, isFavourite: boolean): Promise<void> =>
  kept(client, call(preferenceEndpoints.favouriteChange, { body: { stackId, isFavourite } }))

export const saveView = (client: QueryClient, view: SavedView): Promise<void> =>
  kept(client, call(preferenceEndpoints.viewSave, { body: view }))

export const removeView = (client: QueryClient, { list, name }: Pick<SavedView, 'list' | 'name'>): Promise<void> =>
  kept(client, call(preferenceEndpoints.viewRemove, { params: { name }, query: { list } }))
