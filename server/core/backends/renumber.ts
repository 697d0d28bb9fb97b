import { versionsByAge } from '#domain/backends/versionsByAge.ts'
import type { Reader, Writer } from '../../store/port.ts'
import type { StateRow } from '../../store/port/states.ts'
import type { UpdateRow } from '../../store/port/updates.ts'

const AT_ONCE = 1_000

/** All states and runs of a mirrored stack, newest first. */
export async function versionsOf(reader: Reader, stackId: string): Promise<{ states: StateRow[]; runs: UpdateRow[] }> {
  const states = await all((range) => reader.states(stackId, range))
  const runs = await all((range) => reader.updates(stackId, { ...range, previews: 'no' }))
  return { states, runs }
}

async function all<T>(page: (range: { limit: number; offset: number }) => Promise<T[]>): Promise<T[]> {
  const found: T[] = []
  for (;;) {
    const next = await page({ limit: AT_ONCE, offset: found.length })
    found.push(...next)
    if (next.length < AT_ONCE) return found
  }
}

/**
 * Numbers the versions of a mirrored stack by age, after runs or states were added, in a transaction of the caller that
 * has the stack locked. The state that a run left has the run's number. Returns the highest number.
 */
export async function renumber(writer: Writer, stackId: string): Promise<number> {
  const { states, runs } = await versionsOf(writer, stackId)
  const ofRun = new Map(runs.map((run) => [run.id, run]))
  const seen = states.filter(({ updateId }) => updateId === null || !ofRun.has(updateId))
  const versions = versionsByAge([
    ...runs.map(({ id, endedAt, createdAt }) => ({ id, kind: 'run', at: endedAt ?? createdAt }) as const),
    ...seen.map(({ id, createdAt }) => ({ id, kind: 'seen', at: createdAt }) as const),
  ])
  for (const { id, version } of runs) {
    const next = versions.get(id) ?? version ?? 0
    if (next !== version) await writer.patchUpdate(id, { version: next, baseVersion: next - 1 })
  }
  for (const { id, version, updateId } of states) {
    const next = versions.get(id) ?? (updateId === null ? version : (versions.get(updateId) ?? version))
    if (next !== version) await writer.patchState(id, { version: next })
  }
  return versions.size
}
