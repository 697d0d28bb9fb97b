import type { KeptElsewhere } from '#contract/backends.ts'

/** A stack that is kept in a bucket, free and whole. */
export const sampleElsewhere = (facts: Partial<KeptElsewhere> = {}): KeptElsewhere => ({
  backend: 'acme-s3',
  kind: 's3',
  cliName: 'organization/shop/prod',
  address: 's3://acme-state',
  metaProblem: null,
  unreadStates: [],
  brokenSidecars: [],
  brokenTags: null,
  brokenEntries: null,
  hasOlderRuns: false,
  writtenAt: null,
  seenAt: null,
  problem: null,
  stateProblem: null,
  holder: null,
  ...facts,
})
