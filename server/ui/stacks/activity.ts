import type { ActivityKind, ActivityRun } from '#contract/activity.ts'
import type { Deps } from '../../deps.ts'
import { readVisible } from '../../core/access/visible.ts'
import { refOf } from '../../core/stacks/names.ts'
import type { Reader } from '../../store/port.ts'
import type { ActivityFilter, UpdateRow } from '../../store/port/updates.ts'
import type { Handlers } from '../handlers.ts'
import { PAGE_SIZE, PERIOD_MS } from '../lookup.ts'
import { preferencesOf } from '../../core/access/preferences.ts'
import { listNeedles, loginsNamed } from '../listSearch.ts'
import { briefOf, type JudgedAt } from '../../core/updates/briefs.ts'
import { tagOf } from './stackFilter.ts'

/** Tags that are offered to filter by. */
const MAX_TAGS = 200

/** Handles the runs of all stacks, newest first, by page. */
export const activityHandlers = (deps: Deps): Pick<Handlers, 'activity'> => ({
  activity: async ({ query }, call) => {
    const { stack = '', kind, result, by, since, from, until, q = '', tag, favourites, before } = query
    const now = await deps.store.now()
    // Words make it a search: it shares the connections of searches.
    const options = q === '' ? {} : { share: 'searches' as const, signal: call.request.signal }
    return readVisible(
      deps,
      call.user,
      async (reader) => {
        const after = before ? await reader.update(before) : undefined
        const users = await reader.users()
        const needles = listNeedles(q, (word) => loginsNamed(users, word))
        const earliest = from ?? (since && now - PERIOD_MS[since])
        const filter: ActivityFilter = {
          ...named(stack),
          ...kindOf(kind),
          ...(result && { result }),
          ...(by && { requestedBy: by }),
          ...(earliest !== undefined && { since: earliest }),
          ...(until !== undefined && { until }),
          ...(needles.length > 0 && { needles }),
          ...(tag && { tag: tagOf(tag) }),
          ...(favourites && { stackIds: (await preferencesOf(reader, call.user.id)).favourites }),
          ...(after && { before: after }),
          limit: PAGE_SIZE + 1,
        }
        const { rows, reached } = await reader.activity(filter)
        const page = rows.slice(0, PAGE_SIZE)
        return {
          runs: await withStacks(reader, page, { now, notProgressingAfterS: deps.settings.notProgressingAfterS }),
          older: rows.length > PAGE_SIZE ? (page.at(-1)?.id ?? null) : (reached?.id ?? null),
          isPartial: reached !== null,
          people: users.map(({ login }) => login),
          tags: (await reader.tags({ limit: MAX_TAGS })).map(({ name, value }) => `${name}=${value}`),
        }
      },
      options,
    )
  },
})

/** Parses as much of `organization/project/stack` as was given. */
function named(text: string): Pick<ActivityFilter, 'org' | 'project' | 'stack'> {
  const [org = '', project = '', stack = ''] = text.split('/')
  return { ...(org && { org }), ...(project && { project }), ...(stack && { stack }) }
}

function kindOf(kind: ActivityKind | undefined): Pick<ActivityFilter, 'kind' | 'dryRun'> {
  if (kind === undefined) return {}
  if (kind === 'preview') return { dryRun: true }
  return kind === 'not-preview' ? { dryRun: false } : { kind, dryRun: false }
}

/** Adds to each run its stack; a running one has the verdict on its lease. */
export async function withStacks(reader: Reader, rows: readonly UpdateRow[], at: JudgedAt): Promise<ActivityRun[]> {
  const ids = [...new Set(rows.map(({ stackId }) => stackId))]
  const stacks = new Map(await Promise.all(ids.map(async (id) => [id, await reader.stackById(id)] as const)))
  const runs = await Promise.all(
    rows.map(async (row): Promise<ActivityRun[]> => {
      const stack = stacks.get(row.stackId)
      return stack ? [{ stack: refOf(stack), update: await briefOf(reader, row, at) }] : []
    }),
  )
  return runs.flat()
}
