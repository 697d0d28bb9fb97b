import type { Deps } from '../../deps.ts'
import type { StackRow } from '../../store/port/stacks.ts'
import type { UpdateRow } from '../../store/port/updates.ts'
import { paging } from './history.ts'

/** Runs that are searched for refreshes, newest first. */
const SEARCHED = 1_000

/** The refreshes of a stack: each compares the state with the cloud, and a preview of one changes nothing. */
const refreshesOf = (deps: Deps, stack: StackRow): Promise<UpdateRow[]> =>
  deps.store.read(async (reader) => {
    const runs = await reader.updates(stack.id, { previews: 'also', limit: SEARCHED, offset: 0 })
    return runs.filter(({ kind }) => kind === 'refresh')
  })

/** Steps of a refresh that found nothing different. */
const WITHOUT_CHANGE: ReadonlySet<string> = new Set(['same', 'refresh', 'read'])

/** Whether a refresh found something that differs, and left it: one that was not a preview has taken it over. */
const foundDrift = ({ dryRun, resourceChanges }: UpdateRow): boolean =>
  dryRun && Object.entries(resourceChanges ?? {}).some(([op, count]) => count > 0 && !WITHOUT_CHANGE.has(op))

/**
 * What the last refresh that succeeded says about drift (docs/protocol.md, Drift). The format has no word for "unknown":
 * then there is no run, and `warning` says so.
 */
export async function driftStatus(deps: Deps, stack: StackRow) {
  const refreshes = await refreshesOf(deps, stack)
  const last = refreshes.find(({ status }) => status === 'succeeded')
  return {
    answer: {
      driftDetected: last !== undefined && foundDrift(last),
      latestDriftRun: last?.id ?? '',
      runInProgress: refreshes.some(({ status }) => status === 'running'),
    },
    warning: last ? undefined : 'Nobody has looked for drift of this stack: run pulumi refresh --preview-only.',
  }
}

/** The refreshes as drift runs of the published API, newest first. */
export async function driftRuns(deps: Deps, stack: StackRow, query: { page?: string; pageSize?: string }) {
  const refreshes = await refreshesOf(deps, stack)
  const { limit, offset } = paging(query)
  const rows = refreshes.slice(offset, offset + limit)
  return {
    driftRuns: rows.map((update) => {
      const status = update.status === 'running' || update.status === 'succeeded' ? update.status : 'failed'
      return {
        id: update.id,
        driftDetected: update.status === 'succeeded' && foundDrift(update),
        created: isoTime(update.createdAt),
        status,
        detectUpdate: {
          updateId: update.id,
          resourceChanges: update.resourceChanges ?? {},
          modified: isoTime(update.endedAt ?? update.startedAt ?? update.createdAt),
          status,
        },
      }
    }),
    itemsPerPage: query.page === undefined && query.pageSize === undefined ? rows.length : limit,
    total: refreshes.length,
  }
}

const isoTime = (at: number): string => new Date(at).toISOString()
