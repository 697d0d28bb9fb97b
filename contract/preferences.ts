import { z } from 'zod'
import { RunMark } from './runs.ts'
import { StackSummary } from './stacks.ts'

export const MAX_FAVOURITES = 200
export const MAX_VIEWS = 50

/** The lists that have saved views. */
export const ViewedList = z.enum(['stacks', 'activity', 'audit'])
export type ViewedList = z.infer<typeof ViewedList>

/** A saved view of a list: a name, and the query of its address. */
export const SavedView = z.object({
  list: ViewedList.default('stacks'),
  name: z.string().trim().min(1, 'give it a name').max(60),
  search: z.string().max(1000),
})
export type SavedView = z.infer<typeof SavedView>

/** A user's favourites and saved views, the same on every machine. */
export const Preferences = z.object({
  /** Stack ids, in the order in which they were added. */
  favourites: z.array(z.string()).max(MAX_FAVOURITES),
  /** Sorted by name; names are unique within each list. */
  views: z.array(SavedView).max(MAX_VIEWS),
})
export type Preferences = z.infer<typeof Preferences>

export const FavouriteChange = z.object({ stackId: z.string().max(100), isFavourite: z.boolean() })

/** The favourites that still exist, by name, with their last runs. */
export const Favourites = z.object({
  stacks: z.array(StackSummary),
  runs: z.record(z.string(), z.array(RunMark)),
})
