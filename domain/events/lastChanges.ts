import type { ChangeRow } from './changeRow.ts'

/** A run and its effect on each resource, as far as its events tell. */
export type ReportedRun = { version: number; rows: readonly Pick<ChangeRow, 'urn' | 'op' | 'state' | 'diffs'>[] }

/** Which run created a resource, and which last changed it. */
export type LastChange = {
  urn: string
  created: number | null
  changed: number | null
  /** The change was started, and its outcome is unknown. */
  isUnknown: boolean
}

/** Operations that do not change a resource. A refresh counts as a change if it finds a difference. */
const CALM = new Set(['same', 'read', 'discard', 'read-discard', 'refresh'])
const CREATES = new Set(['create', 'import'])

/** For each resource in the runs (newest first): the newest run that changed it, and the last one that created it. */
export function lastChanges(runs: readonly ReportedRun[]): LastChange[] {
  const found = new Map<string, LastChange>()
  for (const { version, rows } of runs) {
    for (const { urn, op, state, diffs } of rows) {
      if (state === 'failed' || (CALM.has(op) && !(op === 'refresh' && diffs.length > 0))) continue
      const known = found.get(urn) ?? { urn, created: null, changed: version, isUnknown: state === 'running' }
      // A resource that was deleted and created again was created by the newer run.
      if (known.created === null && CREATES.has(op)) known.created = version
      found.set(urn, known)
    }
  }
  return [...found.values()]
}
