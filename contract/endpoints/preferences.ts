import { z } from 'zod'
import { FavouriteChange, Favourites, Preferences, SavedView, ViewedList } from '../preferences.ts'
import { endpoint } from '../endpoint.ts'

/** A user's favourites and saved views. */
export const preferenceEndpoints = {
  preferences: endpoint({
    method: 'GET',
    path: '/api/ui/preferences',
    access: 'reader',
    summary: 'Your favourite stacks and saved views.',
    reply: Preferences,
  }),
  favouriteList: endpoint({
    method: 'GET',
    path: '/api/ui/favourites',
    access: 'reader',
    summary: 'Your favourite stacks, as the list of stacks shows them.',
    reply: Favourites,
  }),
  favouriteChange: endpoint({
    method: 'POST',
    path: '/api/ui/favourites',
    access: 'reader',
    summary: 'Make a stack a favourite of yours, or no longer.',
    body: FavouriteChange,
    reply: Preferences,
  }),
  viewSave: endpoint({
    method: 'POST',
    path: '/api/ui/views',
    access: 'reader',
    summary: 'Save a view of a list, in the place of one with the same name.',
    body: SavedView,
    reply: Preferences,
  }),
  viewRemove: endpoint({
    method: 'DELETE',
    path: '/api/ui/views/:name',
    access: 'reader',
    summary: 'Delete a saved view.',
    query: z.object({ list: ViewedList.default('stacks') }),
    reply: Preferences,
  }),
} as const
