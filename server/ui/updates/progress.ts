import type { RunProgress } from '#contract/runCourse.ts'
import type { UpdateKind } from '#contract/updates.ts'
import type { Changes } from '#domain/events/changes.ts'
import { countRows } from '#domain/events/changeRow.ts'
import { usualOf } from '#domain/health/usualDuration.ts'
import type { Deps } from '../../deps.ts'
import type { Reader } from '../../store/port.ts'
import type { UpdateRow } from '../../store/port/updates.ts'
import type { Handlers } from '../handlers.ts'
import { findRun, findStack } from '../lookup.ts'
import { statusOf } from '../../core/updates/briefs.ts'
import { RUNS_LOOKED_AT } from '../../core/updates/usualRuns.ts'
import { inFlightOf } from './operations.ts'

/** Number of previews in which that of a run is looked for. */
const MAX_PREVIEWS = 10
/** Number of operations shown on a page; a line in a list shows one. */
const MAX_RUNNING = 50
/** Number of failed resources that are named. */
const MAX_FAILED = 1_000

type ChangesOf = (update: UpdateRow) => Promise<Changes>

/** Handles the progress of a run. */
export const progressHandlers = (deps: Deps, changesOf: ChangesOf): Pick<Handlers, 'runProgress'> => ({
  async runProgress({ params }) {
    const { update, expected, usual, running } = await deps.store.read(async (reader) => {
      const found = await findRun(reader, await findStack(reader, params), params.run)
      const alike = await runsAlike(reader, found)
      return {
        update: found,
        expected: await expectedOf(reader, found, alike),
        usual: usualOf(alike),
        running: await inFlightOf(deps, reader, found),
      }
    })
    const { rows, summary } = await changesOf(update)
    const failed = rows.filter(({ state }) => state === 'failed').map(({ urn }) => urn)
    const counts = summary?.resourceChanges ?? countRows(rows)
    return {
      status: statusOf(update),
      startedAt: update.startedAt,
      endedAt: update.endedAt,
      waitedMs: update.approvalTally?.waitedMs ?? 0,
      waitingSince: update.awaiting?.since ?? null,
      waiting: update.awaiting?.steps ?? 0,
      ...split(counts),
      counts,
      expected,
      usual,
      running: running.toSorted((a, b) => (a.since ?? 0) - (b.since ?? 0)).slice(0, MAX_RUNNING),
      runningCount: running.length,
      failed: failed.slice(0, MAX_FAILED),
      failedCount: failed.length,
    }
  },
})

/** Resources that changed, and those that a run left as they are: a bar that counts these is full before the work is. */
function split(counts: Readonly<Record<string, number>>): { done: number; unchanged: number } {
  const unchanged = counts['same'] ?? 0
  return { done: Object.values(counts).reduce((total, count) => total + count, 0) - unchanged, unchanged }
}

const changed = (counts: Readonly<Record<string, number>>): number => split(counts).done

/** `pulumi preview` and the preview of `pulumi up` run the same program. */
const kindOf = ({ kind }: UpdateRow): UpdateKind => (kind === 'preview' ? 'update' : kind)

/** Returns earlier successful runs of the same kind, newest first. */
async function runsAlike(reader: Reader, update: UpdateRow): Promise<UpdateRow[]> {
  const previews = update.dryRun ? 'only' : 'no'
  const rows = await reader.updates(update.stackId, { previews, limit: RUNS_LOOKED_AT, offset: 0 })
  return rows
    .filter((row) => row.id !== update.id && row.createdAt <= update.createdAt && kindOf(row) === kindOf(update))
    .filter(({ status }) => status === 'succeeded')
}

async function expectedOf(
  reader: Reader,
  update: UpdateRow,
  alike: readonly UpdateRow[],
): Promise<RunProgress['expected']> {
  if (!update.dryRun) {
    const { stackId, baseVersion } = update
    const previews = await reader.updates(stackId, { previews: 'only', limit: MAX_PREVIEWS, offset: 0, baseVersion })
    const preview = previews.find(
      (row) => row.createdAt <= update.createdAt && kindOf(row) === kindOf(update) && row.status === 'succeeded',
    )
    const count = preview?.resourceChanges ? changed(preview.resourceChanges) : 0
    if (count > 0) return { count, from: 'preview' }
  }
  // Without a preview (`--skip-preview`) nothing tells how much the program has grown since.
  if (update.kind === 'update' && !update.dryRun) return null
  const last = alike[0]?.resourceChanges
  // Resources deleted by the last run are gone: this run will not process them.
  const before = last ? changed(last) - (last['delete'] ?? 0) : 0
  if (before > 0 && update.kind !== 'destroy') return { count: before, from: 'run' }
  const base = update.baseStateId === null ? undefined : await reader.state(update.baseStateId)
  return base && base.resourceCount > 0 ? { count: base.resourceCount, from: 'state' } : null
}
