import { type ForeignHolder, LockWord } from '#contract/backends.ts'
import type { Lease, LeaseVerdict } from '#contract/leases.ts'
import { isCalm } from '#domain/backends/backendNames.ts'

// One order for the time axis and the list below it: a reader who has found the worst in one finds it in the other.

/** The least healthy first. A run that waits for approval comes before one that is only slow: its steps are refused soon. */
const VERDICTS = {
  orphaned: 0,
  disconnected: 1,
  notResponding: 2,
  awaitingApproval: 3,
  notProgressing: 4,
  alive: 5,
} as const satisfies Record<LeaseVerdict, number>

/** How urgent something is: the first number that differs decides, and the smaller is the more urgent. */
export type Urgency = readonly number[]

/** By verdict; then what is refused next, then the longest held. */
export const leaseUrgency = ({ verdict, decideBy = 0, since }: Lease): Urgency => [
  VERDICTS[verdict],
  1,
  decideBy,
  since,
]

/**
 * A lock of a backend that needs nothing is as urgent as a lease that is alive, any other as one that does not respond;
 * among them the most harmful word comes first, then the longest held.
 */
export const lockUrgency = (holder: ForeignHolder): Urgency => [
  VERDICTS[isCalm(holder.word) ? 'alive' : 'notResponding'],
  0,
  LockWord.options.indexOf(holder.word),
  lockedSince(holder),
]

/** Maintenance locks need no one, but are held. */
export const MAINTENANCE = 1 + VERDICTS.alive
export const NOT_HELD = 1 + MAINTENANCE

/** Compares two urgencies, for sorting. */
export function byUrgency(a: Urgency, b: Urgency): number {
  const at = a.findIndex((value, index) => value !== b[index])
  return (a[at] ?? 0) - (b[at] ?? 0)
}

/** When the oldest lock file was written; of a run without lock, its last write, which is all that is known of it. */
export const lockedSince = ({ locks, lastWriteAt }: ForeignHolder): number =>
  locks.length > 0 ? Math.min(...locks.map(({ since }) => since)) : (lastWriteAt ?? 0)
