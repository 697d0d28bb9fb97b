import { usualDuration } from '#domain/health/usualDuration.ts'
import type { Deps } from '../../deps.ts'

/** Number of last runs of a stack in which those are looked for that show how long a run usually takes. */
export const RUNS_LOOKED_AT = 50

/** The usual duration of a run that starts, in milliseconds; null if unknown, and for a preview, which is never slow. */
export const usualMsOf = (deps: Pick<Deps, 'store'>, updateId: string): Promise<number | null> =>
  deps.store.read(async (reader) => {
    const update = await reader.update(updateId)
    if (update === undefined || update.dryRun) return null
    return usualDuration(await reader.lastRuns([update.stackId], RUNS_LOOKED_AT), update.kind)
  })
