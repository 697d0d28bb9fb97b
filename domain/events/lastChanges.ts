import type { ChangeRow } from './changeRow.ts'

/** A run and what it did to each resource, as far as its events tell. */
export type ToldRun = { version: number; rows: readonly Pick<ChangeRow, 'urn' | 'op' | 'state' | 'diffs'>[] }

/** By which run a resource was created and last changed. */
export type LastChange = {
  urn: string
  created: number | null
  changed: number | null
  /** That change was started, and its outcome is unknown. */
  isUnknown: boolean
}

/** What leaves a resource as it is. A refresh changes what it finds different. */
const CALM = new Set(['same', 'read', 'discard', 'read-discard', 'refresh'])
const CREATES = new Set(['create', 'import'])

/** What runs report about resources, newest first: for each the newest run that changed it, and the one that created it last. */
export function lastChanges(runs: readonly ToldRun[]): LastChange[] {
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
