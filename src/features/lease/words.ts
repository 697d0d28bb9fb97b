import { capital } from '#words/capital.ts'
import type { Lease, OperationInFlight } from '#contract/leases.ts'
import { counted, list } from '#words/counts.ts'

/** Each kind of run in a sentence: "an update", "a refresh". */
const nouns: Readonly<Record<string, string>> = {
  update: 'update',
  preview: 'preview',
  refresh: 'refresh',
  destroy: 'destroy',
  import: 'import',
  rename: 'rename',
  recovery: 'recovery',
}

/** `Update 12`, `Refresh`. */
export function runTitle({ kind, version }: Pick<Lease, 'kind' | 'version'>): string {
  const noun = nouns[kind] ?? kind
  const title = capital(noun)
  return version === null ? title : `${title} ${version}`
}

const operations: Readonly<Record<string, string>> = {
  creating: 'create',
  updating: 'update',
  deleting: 'delete',
  reading: 'read',
  importing: 'import',
}

/** How many operations of which kinds: `3 operations: 2 creates and 1 update`, `2 creates`. */
export function operationWords(inFlight: readonly Pick<OperationInFlight, 'type'>[]): string {
  const kinds = [...Map.groupBy(inFlight, ({ type }) => operations[type])].map(([kind = 'other operation', each]) =>
    counted(each.length, kind),
  )
  return kinds.length === 1 ? list(kinds) : `${counted(inFlight.length, 'operation')}: ${list(kinds)}`
}
