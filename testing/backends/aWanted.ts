import type { Wanted } from '#server/core/backends/wanted.ts'

/** A backend that a setting or a command line names, and only administrators see. */
export const aWanted = (changes: Partial<Wanted> = {}): Wanted => ({
  name: 'acme-s3',
  kind: 's3',
  address: 's3://acme-state',
  shown: 's3://acme-state',
  keepsCopies: true,
  seenBy: 'administrators',
  ...changes,
})
