import type { Lease } from '#contract/leases.ts'

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
  const title = noun.charAt(0).toUpperCase() + noun.slice(1)
  return version === null ? title : `${title} ${version}`
}
