import { z } from 'zod'
import { Count, Instant } from './common.ts'
import { UpdateKind, UpdateStatus } from './updates.ts'

/** A real update in short: a bar in a strip of runs. */
export const RunMark = z.object({
  id: z.string(),
  version: Count,
  kind: UpdateKind,
  status: UpdateStatus,
  /** When it was started. */
  at: Instant,
  /** Null while it runs. */
  tookMs: Count.nullable(),
})
export type RunMark = z.infer<typeof RunMark>
