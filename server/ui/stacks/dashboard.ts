import type { RunMark } from '#contract/runs.ts'
import { type Dashboard, DASHBOARD_RUNS, type StackSummary } from '#contract/stacks.ts'
import { harmOf } from '#domain/health/stackHealth.ts'
import type { Deps } from '../../deps.ts'
import { readVisible } from '../../core/access/visible.ts'
import type { TallyRow } from '../../store/port/stacks.ts'
import type { RunRow } from '../../store/port/updates.ts'
import type { Handlers } from '../handlers.ts'
import { withStacks } from './activity.ts'
import { toSummaries } from './summary.ts'
import { DAY_MS } from '#words/time.ts'

/** Days shown in the strips of runs. */
const STRIP_DAYS = 14
const MAX_STACKS = 12
const MAX_RECENT = 10

/** Handles the content of the home page besides *Needs attention*. Every part is bounded, however large the fleet. */
export const dashboardHandlers = (deps: Deps): Pick<Handlers, 'dashboard'> => ({
  async dashboard(_, { user }) {
    const now = await deps.store.now()
    const since = now - STRIP_DAYS * DAY_MS
    const { notProgressingAfterS } = deps.settings
    return readVisible(deps, user, async (reader) => {
      const tallies = await reader.stackTallies({ now, notProgressingAfterS })
      const { stacks } = await reader.stackPage({
        now,
        notProgressingAfterS,
        wasUpdated: true,
        sort: 'activity',
        limit: MAX_STACKS,
        offset: 0,
      })
      const summaries = await toSummaries(reader, stacks, { now, notProgressingAfterS })
      const runs = marksOf(
        await reader.lastRuns(
          stacks.map(({ id }) => id),
          DASHBOARD_RUNS,
        ),
        summaries,
      )
      const started = await reader.startedSince(now - DAY_MS)
      const count = (rows: readonly { count: number }[]) => rows.reduce((sum, row) => sum + row.count, 0)
      return {
        now,
        healthCounts: worstFirst(tallies),
        unresolved: await reader.untrackedCount({ isOpen: true }),
        started: {
          total: count(started),
          failed: count(started.filter(({ status }) => status === 'failed')),
          interrupted: count(started.filter(({ status }) => status === 'expired')),
        },
        since,
        stacks: summaries.map(({ id, ref, health, lastUpdate, elsewhere }) => ({
          ref,
          health,
          lastKind: lastUpdate?.kind,
          lockWord: elsewhere?.holder?.word,
          runs: (runs.get(id) ?? []).filter(({ at }) => at >= since),
        })),
        recent: await withStacks(reader, (await reader.activity({ limit: MAX_RECENT })).rows, {
          now,
          notProgressingAfterS,
        }),
      }
    })
  },
})

/** Numbers of stacks by health, the most harmful first. */
export const worstFirst = (rows: readonly TallyRow[]): Dashboard['healthCounts'] =>
  rows.map(({ health, count }) => ({ health, count })).toSorted((a, b) => harmOf(a.health) - harmOf(b.health))

/** Returns runs as bars of a strip, by stack, oldest first; the one that holds a lease has the verdict of its stack. */
export function marksOf(
  rows: readonly RunRow[],
  stacks: readonly Pick<StackSummary, 'lease'>[],
): Map<string, RunMark[]> {
  const marks = new Map<string, RunMark[]>()
  const verdicts = new Map(stacks.flatMap(({ lease }) => (lease ? [[lease.updateId, lease.verdict] as const] : [])))
  for (const row of rows.toSorted((a, b) => a.version - b.version)) {
    const list = marks.get(row.stackId) ?? []
    list.push({ ...toMark(row), verdict: verdicts.get(row.id) })
    marks.set(row.stackId, list)
  }
  return marks
}

const toMark = ({
  id,
  version,
  kind,
  status,
  endReason,
  isWaiting,
  createdAt,
  startedAt,
  endedAt,
}: RunRow): RunMark => {
  const at = startedAt ?? createdAt
  return {
    id,
    version,
    kind,
    status: endReason === 'expiry' ? 'expired' : status,
    isWaiting,
    at,
    tookMs: endedAt === null ? null : Math.max(0, endedAt - at),
  }
}
