import { MAX_FAVOURITES, MAX_VIEWS, type Preferences, type SavedView } from '#contract/preferences.ts'
import type { Deps } from '../../deps.ts'
import { ApiError } from '../../http/apiError.ts'
import type { Call, Handlers } from '../handlers.ts'
import { marksOf } from '../stacks/dashboard.ts'
import { toSummaries } from '../stacks/summary.ts'
import { preferencesKey, preferencesOf } from './storedPreferences.ts'

/** Runs shown for each favourite, as in the list of stacks. */
const RUNS = 10

/** Handles each user's favourites and saved views, stored on the server so that they are available on every machine. */
export function preferenceHandlers(
  deps: Deps,
): Pick<Handlers, 'preferences' | 'favouriteList' | 'favouriteChange' | 'viewSave' | 'viewRemove'> {
  const change = (call: Call, apply: (present: Preferences) => Preferences): Promise<Preferences> =>
    deps.store.write(async (writer) => {
      const next = apply(await preferencesOf(writer, call))
      await writer.setMeta(preferencesKey(call), JSON.stringify(next))
      return next
    })

  return {
    preferences: (_, call) => deps.store.read((reader) => preferencesOf(reader, call)),

    async favouriteList(_, call) {
      const now = await deps.store.now()
      return deps.store.read(async (reader) => {
        const { favourites } = await preferencesOf(reader, call)
        const stacks = await reader.listedStacks(favourites)
        const { silentAfterS } = deps.settings
        return {
          stacks: (await toSummaries(reader, stacks, { now, silentAfterS })).toSorted((a, b) =>
            nameOf(a) < nameOf(b) ? -1 : 1,
          ),
          runs: Object.fromEntries(marksOf(await reader.lastRuns(favourites, RUNS))),
        }
      })
    },

    favouriteChange: ({ body: { stackId, isFavourite } }, call) =>
      change(call, ({ favourites, ...rest }) => {
        const others = favourites.filter((id) => id !== stackId)
        if (isFavourite && others.length >= MAX_FAVOURITES)
          throw new ApiError('bad_request', `There are ${MAX_FAVOURITES} favourites already: remove one first.`)
        return { ...rest, favourites: isFavourite ? [...others, stackId] : others }
      }),

    viewSave: ({ body }, call) =>
      change(call, ({ views, ...rest }) => {
        const others = views.filter((view) => !isSame(view, body))
        if (others.length >= MAX_VIEWS)
          throw new ApiError('bad_request', `There are ${MAX_VIEWS} saved views already: remove one first.`)
        return { ...rest, views: [...others, body].toSorted((a, b) => (a.name < b.name ? -1 : 1)) }
      }),

    viewRemove: ({ params: { name }, query: { list } }, call) =>
      change(call, ({ views, ...rest }) => ({ ...rest, views: views.filter((view) => !isSame(view, { list, name })) })),
  }
}

type Named = Pick<SavedView, 'list' | 'name'>
const isSame = (a: Named, b: Named): boolean => a.list === b.list && a.name === b.name

const nameOf = ({ ref: { org, project, stack } }: { ref: { org: string; project: string; stack: string } }): string =>
  `${org}/${project}/${stack}`
