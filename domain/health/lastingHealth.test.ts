import { describe, expect, it } from 'vitest'
import { lastingHealth } from './lastingHealth.ts'
import { harmOf } from './stackHealth.ts'

type Rows = Parameters<typeof lastingHealth>[0]
type Run = NonNullable<Rows['latest']>

const lease = { grantedAt: 1_000, renewedAt: 1_000, expiresAt: 301_000, durationS: 300 }
const run = (more: Partial<Run> = {}): Run => ({
  id: 'run',
  kind: 'update',
  status: 'succeeded',
  requestedBy: 'deb',
  endedBy: null,
  resolvedAt: null,
  dryRun: false,
  endReason: null,
  baseStateId: null,
  stateId: null,
  lease: null,
  disconnected: null,
  startedAt: 1_000,
  lastWriteAt: null,
  lastEventAt: null,
  ...more,
})
const state = { resourceCount: 3, pendingCount: 0, pendingCreates: 0, unknownOutputs: 0, unhealthy: 0, finding: null }
const rows = (more: Partial<Rows> = {}): Rows => ({
  state,
  holderId: null,
  latest: run(),
  orphanedUpdate: null,
  openAlarms: 0,
  brokenReferences: [],
  ...more,
})
const held = run({ status: 'running', lease })
const expired = run({ status: 'failed', endReason: 'expiry' })

describe('the stored health', () => {
  it.each([
    ['a stack where nothing runs', rows(), 'ok'],
    ['a stack with an alarm', rows({ openAlarms: 1 }), 'alarm'],
    ['a stack with a held lease, whatever its verdict', rows({ holderId: 'run', latest: held }), 'running'],
    ['a stack whose client disappeared', rows({ latest: expired, orphanedUpdate: expired }), 'orphaned'],
    [
      'a stack that is updated again after a client disappeared',
      rows({ holderId: 'run', latest: held, orphanedUpdate: { ...expired, id: 'old' } }),
      'running',
    ],
    ['a stack that was updated since a client disappeared', rows({ orphanedUpdate: { ...expired, id: 'old' } }), 'ok'],
  ] as const)('is correct for %s', (_, of, health) => {
    expect(lastingHealth(of).harm).toBe(harmOf(health))
  })

  it('expires when the renewal of the lease is overdue', () => {
    const { notRespondingFrom } = lastingHealth(rows({ holderId: 'run', latest: held }))
    expect(notRespondingFrom).toBeGreaterThan(lease.renewedAt)
    expect(notRespondingFrom).toBeLessThanOrEqual(lease.expiresAt)
  })

  it('does not expire when no one holds the lease', () => {
    expect(lastingHealth(rows({ latest: held })).notRespondingFrom).toBeNull()
  })
})
