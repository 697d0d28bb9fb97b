import { z } from 'zod'
import { Count, Instant } from './common.ts'
import { LeaseVerdict } from './leases.ts'
import { UpdateKind, UpdateStatus } from './updates.ts'

/** A real update in brief, for a bar in a strip of runs. */
export const RunMark = z.object({
  id: z.string(),
  version: Count,
  kind: UpdateKind,
  status: UpdateStatus,
  /** Whether a step of it waits for approval. */
  isWaiting: z.boolean().optional(),
  /** The verdict on its lease, while it runs. */
  verdict: LeaseVerdict.optional(),
  /** Start time. */
  at: Instant,
  /** Null while it runs. */
  tookMs: Count.nullable(),
})
export type RunMark = z.infer<typeof RunMark>
