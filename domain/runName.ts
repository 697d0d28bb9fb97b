import type { Lease } from '#contract/leases.ts'

/** A run in the middle of a sentence: `update 2`, `refresh 3`; `an update` if it has no version yet. */
export const runName = ({ kind, version }: Pick<Lease, 'kind' | 'version'>): string =>
  version === null ? `${/^[aeiou]/.test(kind) ? 'an' : 'a'} ${kind}` : `${kind} ${version}`
