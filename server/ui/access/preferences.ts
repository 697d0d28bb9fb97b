import type { Deps } from '../../deps.ts'
import type { Handlers } from '../handlers.ts'
import { marksOf } from '../stacks/dashboard.ts'
import { toSummaries } from '../stacks/summary.ts'
import { readVisible } from '../../core/access/visible.ts'
import { changeFavourite, preferencesOf, removeView, saveView } from '../../core/access/preferences.ts'

/** Runs shown for each favourite, as in the list of stacks. */
const RUNS = 10

/** Handles each user's favourites and saved views, stored on the server so that they are available on every machine. */
export function preferenceHandlers(
  deps: Deps,
): Pick<Handlers, 'preferences' | 'favouriteList' | 'favouriteChange' | 'viewSave' | 'viewRemove'> {
  return {
    preferences: (_, { user }) => deps.store.read((reader) => preferencesOf(reader, user.id)),

    async favouriteList(_, { user }) {
      const now = await deps.store.now()
      return readVisible(deps, user, async (reader) => {
        const { favourites } = await preferencesOf(reader, user.id)
        const stacks = await reader.listedStacks(favourites)
        const { notProgressingAfterS } = deps.settings
        const summaries = await toSummaries(reader, stacks, { now, notProgressingAfterS })
        return {
          stacks: summaries.toSorted((a, b) => (nameOf(a) < nameOf(b) ? -1 : 1)),
          runs: Object.fromEntries(
            marksOf(
              await reader.lastRuns(
                stacks.map(({ id }) => id),
                RUNS,
              ),
              summaries,
            ),
          ),
        }
      })
    },

    favouriteChange: ({ body }, { user }) => changeFavourite(deps, user.id, body),
    viewSave: ({ body }, { user }) => saveView(deps, user.id, body),
    viewRemove: ({ params: { name }, query: { list } }, { user }) => removeView(deps, user.id, { list, name }),
  }
}

const nameOf = ({ ref: { org, project, stack } }: { ref: { org: string; project: string; stack: string } }): string =>
  `${org}/${project}/${stack}`
