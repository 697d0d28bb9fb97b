import type { Lease } from '#contract/leases.ts'
import type { Tone } from '#src/ui/tone.ts'

/** The colour of a lease on the time axis. */
export const verdictTones = {
  alive: 'running',
  awaitingApproval: 'waiting',
  notProgressing: 'attention',
  notResponding: 'attention',
  disconnected: 'disconnected',
  orphaned: 'danger',
} as const satisfies Record<Lease['verdict'], Tone>
