import type { createQueries } from '#server/adapters/sql/queries.ts'

/** Queries of which each database must answer from an index, without sorting or scanning every row. */
export const frequentQueries = (queries: ReturnType<typeof createQueries>) => ({
  'tokens by hash': queries.tokenByHash(),
  'stacks by name': queries.stackByName(),
  'updates by version': queries.updates('no', false),
  'an update by version': queries.updateByVersion(),
  'updates by time': queries.updates('also', false),
  'running updates': queries.runningUpdates(false),
  orphanedUpdates: queries.orphanedUpdates(false),
  'states by version': queries.states(),
  journal: queries.journal.journal(),
  events: queries.events.byReceipt(),
  'lease log': queries.leaseLog(),
  'lease log of an update': queries.leaseLogOfUpdate(),
  'audit log of a stack': queries.audit.rows('newest', 'none', 0, 0, 'stack'),
  'audit log from a place on': queries.audit.rows('oldest', 'none', 0, 0, 'after'),
})
