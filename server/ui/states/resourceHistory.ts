import { lastChanges, type ReportedRun } from '#domain/events/lastChanges.ts'
import type { Deps } from '../../deps.ts'
import type { UpdateRow } from '../../store/port/updates.ts'
import type { Handlers } from '../handlers.ts'
import { findStack } from '../lookup.ts'
import { createChanges, hasEnded } from '../../core/events/changes.ts'
import { noteOf } from '../../core/recoveries/note.ts'

/** Maximum number of runs examined, newest first, and of events of all of them, which have to be read once. */
const MAX_RUNS = 30
const MAX_EVENTS = 30_000
/** Kinds of updates that change the state and say nothing about it. */
const SILENT: ReadonlySet<UpdateRow['kind']> = new Set(['import', 'rename'])

/** Handles which runs created and last changed the resources of a stack, as far back as events exist without a gap. */
export function resourceHistoryHandlers(deps: Deps): Pick<Handlers, 'resourceHistory'> {
  const changesOf = createChanges(deps)
  return {
    async resourceHistory({ params }) {
      const updates = await deps.store.read(async (reader) => {
        const stack = await findStack(reader, params)
        return reader.updates(stack.id, { previews: 'no', limit: MAX_RUNS, offset: 0 })
      })
      const runs: ReportedRun[] = []
      const recoveries: number[] = []
      let events = 0
      for (const update of updates) {
        if (SILENT.has(update.kind)) break
        if (update.kind === 'recovery') {
          const rows = rowsOfRecovery(update)
          if (!rows) break
          runs.push({ version: update.version ?? 0, rows })
          recoveries.push(update.version ?? 0)
          continue
        }
        const received = await deps.store.read((reader) => reader.lastReceived(update.id))
        events += received
        // A run that did something but reported nothing leaves a gap.
        if (events > MAX_EVENTS || (received === 0 && hasEnded(update) && isTelling(update))) break
        runs.push({ version: update.version ?? 0, rows: (await changesOf(update)).rows })
      }
      const since = runs.at(-1)?.version ?? null
      return { since, isWhole: since === 1, recoveries, changes: lastChanges(runs) }
    },
  }
}

/** What a recovery did, by its record; undefined if that is not known, or if resources have other URNs since. */
function rowsOfRecovery(update: UpdateRow): ReportedRun['rows'] | undefined {
  const effect = noteOf(update)?.changes
  if (effect == null || effect.urnsChanged.length > 0) return undefined
  const rowOf = (op: string) => (urn: string) => ({ urn, op, state: 'done' as const, diffs: [] })
  return [...effect.entriesAdded.map(rowOf('import')), ...effect.entriesChanged.map(rowOf('update'))]
}

const isTelling = ({ resourceChanges, status }: UpdateRow): boolean =>
  status === 'succeeded' || Object.values(resourceChanges ?? {}).some((count) => count > 0)
