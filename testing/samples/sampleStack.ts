import type { StackSummary } from '#contract/stacks.ts'
import type { UpdateBrief } from '#contract/updates.ts'

const NOW = Date.UTC(2026, 0, 5, 9, 0, 0)
const MIN = 60_000

export const sampleUpdate = (change: Partial<UpdateBrief> = {}): UpdateBrief => ({
  id: '5b0c9a1e-0000-4000-8000-000000000011',
  kind: 'update',
  dryRun: false,
  version: 11,
  status: 'succeeded',
  message: 'Tidy up',
  by: { login: 'alice', tokenName: null },
  createdAt: NOW - 190 * MIN,
  startedAt: NOW - 189 * MIN,
  endedAt: NOW - 180 * MIN,
  resourceChanges: { create: 2, same: 38 },
  failure: null,
  resourceCount: 40,
  ci: null,
  git: null,
  pendingLeft: 0,
  ...change,
})

/** A stack for rendering tests: healthy, free, updated three hours ago. */
export const sampleStack = (change: Partial<StackSummary> = {}): StackSummary => ({
  id: 'stack-payments-prod',
  ref: { org: 'acme', project: 'payments', stack: 'prod' },
  createdAt: NOW - 100_000 * MIN,
  tags: {},
  version: 11,
  resourceCount: 40,
  pendingCount: 0,
  pendingCreates: 0,
  integrity: null,
  errorCount: 0,
  unhealthyCount: 0,
  health: 'ok',
  healthReason: 'The last update succeeded and the state is valid.',
  lastUpdate: sampleUpdate(),
  lease: null,
  ...change,
})
