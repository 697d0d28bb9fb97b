import type { RunMark, RunProgress } from '#contract/runs.ts'
import { usualDuration } from '#domain/health/usualDuration.ts'
import { harmOf } from '#domain/health/stackHealth.ts'
import { ENTRY_KIND } from '#domain/journal/journalEntry.ts'
import type { Deps } from '../../deps.ts'
import { refOf } from '../../core/stacks/names.ts'
import type { Reader } from '../../store/port.ts'
import type { RunRow, UpdateRow } from '../../store/port/updates.ts'
import type { Handlers } from '../handlers.ts'
import { withStacks } from './activity.ts'
import { toSummary } from './summary.ts'

const DAY_MS = 24 * 3600 * 1000
/** How far back the strips go. */
const STRIP_DAYS = 14
const MOST_STACKS = 12
const MOST_RUNS = 60
const MOST_RECENT = 10
/** Running updates whose progress is told; a fleet has more than anybody looks at. */
const MOST_RUNNING = 20

/** What the home page shows beside what needs somebody. Every part is bounded, whatever there is. */
export const dashboardHandlers = (deps: Deps): Pick<Handlers, 'dashboard'> => ({
  async dashboard() {
    const now = await deps.store.now()
    const since = now - STRIP_DAYS * DAY_MS
    return deps.store.read(async (reader) => {
      const tallies = await reader.stackTallies({ now })
      const { stacks } = await reader.stackPage({
        now,
        wasUpdated: true,
        sort: 'activity',
        limit: MOST_STACKS,
        offset: 0,
      })
      const runs = marksOf(
        await reader.lastRuns(
          stacks.map(({ id }) => id),
          MOST_RUNS,
        ),
      )
      const started = await reader.startedSince(now - DAY_MS)
      const count = (rows: readonly { count: number }[]) => rows.reduce((sum, row) => sum + row.count, 0)
      return {
        now,
        healths: tallies
          .map(({ health, count: stacksOf }) => ({ health, count: stacksOf }))
          .toSorted((a, b) => harmOf(a.health) - harmOf(b.health)),
        unresolved: await reader.ledgerCount({ isOpen: true }),
        started: {
          total: count(started),
          failed: count(started.filter(({ status }) => status === 'failed' || status === 'expired')),
        },
        progress: await progressOf(reader),
        since,
        stacks: stacks.map((stack) => ({
          ref: refOf(stack),
          health: toSummary(stack, { now, silentAfterS: deps.settings.silentAfterS }).health,
          runs: (runs.get(stack.id) ?? []).filter(({ at }) => at >= since),
        })),
        recent: await withStacks(reader, await reader.activity({ limit: MOST_RECENT })),
      }
    })
  },
})

/** Runs as bars of a strip, stack by stack, oldest first. */
export function marksOf(rows: readonly RunRow[]): Map<string, RunMark[]> {
  const marks = new Map<string, RunMark[]>()
  for (const row of rows.toSorted((a, b) => a.version - b.version)) {
    const list = marks.get(row.stackId) ?? []
    list.push(toMark(row))
    marks.set(row.stackId, list)
  }
  return marks
}

const toMark = ({ id, version, kind, status, endReason, createdAt, startedAt, endedAt }: RunRow): RunMark => {
  const at = startedAt ?? createdAt
  return {
    id,
    version,
    kind,
    status: endReason === 'expiry' ? 'expired' : status,
    at,
    tookMs: endedAt === null ? null : Math.max(0, endedAt - at),
  }
}

/** How far running updates have come: steps by their journals, what is usual by the runs before. */
async function progressOf(reader: Reader): Promise<RunProgress[]> {
  const running = (await reader.runningUpdates()).filter(({ dryRun }) => !dryRun).slice(0, MOST_RUNNING)
  const before = await reader.lastRuns(
    running.map(({ stackId }) => stackId),
    MOST_RUNS,
  )
  return Promise.all(
    running.map(async (update) => ({
      updateId: update.id,
      ...(await stepsOf(reader, update)),
      usualMs: usualDuration(
        before.filter(({ stackId }) => stackId === update.stackId),
        update.kind,
      ),
    })),
  )
}

async function stepsOf(reader: Reader, update: UpdateRow): Promise<Pick<RunProgress, 'done' | 'expected'>> {
  const ends: readonly number[] = [ENTRY_KIND.success, ENTRY_KIND.failure]
  const done = (await reader.journalKinds(update.id))
    .filter(({ kind }) => ends.includes(kind))
    .reduce((sum, { count }) => sum + count, 0)
  const base = update.baseStateId === null ? undefined : await reader.state(update.baseStateId)
  const expected = base?.resourceCount ?? 0
  // A first update, or one that adds to the stack, has no end that could be known.
  return { done, expected: expected > done ? expected : null }
}
