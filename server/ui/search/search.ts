import { MAX_FOUND, type SearchFacets } from '#contract/search.ts'
import { facetsOf } from '#domain/search/facets.ts'
import { isEmptySearch, parseSearch } from '#domain/search/searchQuery.ts'
import { needlesOf } from '#domain/search/needles.ts'
import type { Deps } from '../../deps.ts'
import { readVisible } from '../../core/access/visible.ts'
import { findResources, MAX_EXAMINED } from '../../core/search/findResources.ts'
import { keepSearchIndex } from '../../core/search/searchIndex.ts'
import type { Handlers } from '../handlers.ts'
import { withStacks } from '../stacks/activity.ts'
import type { FoundResource as Found } from '../../store/port/search.ts'
import { toFound } from './found.ts'

/** How long a search waits for recent changes to be indexed, in milliseconds. */
const PATIENCE_MS = 50

/** Handles search over all stacks. */
export const searchHandlers = (deps: Deps): Pick<Handlers, 'resourceSearch' | 'runSearch'> => ({
  async resourceSearch({ query: { query, near, limit, facets } }, { user, request: { signal } }) {
    const search = parseSearch(query)
    const isBehind = !(await isIndexed(deps))
    const withFacets = facets === 'true'
    if (isEmptySearch(search))
      return { resources: [], isMore: false, isPartial: false, isBehind, facets: withFacets ? counted([], true) : null }
    return readVisible(
      deps,
      user,
      async (reader) => {
        const [org = '', project = '', name = ''] = near?.split('/') ?? []
        const nearby = near === undefined ? undefined : await reader.stack({ org, project, name })
        // Facets count more results than are listed: one search finds both.
        const found = await findResources(reader, search, {
          near: nearby?.id,
          limit: (withFacets ? MAX_FOUND : limit) + 1,
        })
        const isMore = found.rows.length > limit
        return {
          resources: found.rows.slice(0, limit).map(toFound),
          isMore,
          isPartial: !isMore && !found.isComplete,
          isBehind,
          facets: withFacets ? counted(found.rows, found.isComplete) : null,
        }
      },
      { share: 'searches', signal },
    )
  },

  async runSearch({ query: { query, limit } }, { user, request: { signal } }) {
    const needles = needlesOf(query.split(/\s+/))
    if (needles === undefined) return { runs: [], isPartial: false }
    const at = { now: await deps.store.now(), notProgressingAfterS: deps.settings.notProgressingAfterS }
    return readVisible(
      deps,
      user,
      async (reader) => {
        const { rows, isComplete } = await reader.findRuns({ needles, limit, examine: MAX_EXAMINED })
        return { runs: await withStacks(reader, rows, at), isPartial: !isComplete }
      },
      { share: 'searches', signal },
    )
  },
})

/** What the results can be narrowed by. `isComplete`: whether the search found all that there are. */
function counted(rows: readonly Found[], isComplete: boolean): SearchFacets {
  const results = rows.slice(0, MAX_FOUND)
  return { counted: results.length, isMore: rows.length > MAX_FOUND || !isComplete, ...facetsOf(results) }
}

/** Resolves with true as soon as everything is indexed, or with false after a moment. */
async function isIndexed(deps: Deps): Promise<boolean> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<boolean>((done) => (timer = setTimeout(() => done(false), PATIENCE_MS)))
  const isDone = await Promise.race([keepSearchIndex(deps).then(() => true), late])
  clearTimeout(timer)
  return isDone
}
