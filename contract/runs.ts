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

/** How far a running update has come. */
export const RunProgress = z.object({
  updateId: z.string(),
  /** Steps that have ended, and how many resources the stack had before: about as many steps as there will be. */
  done: Count,
  expected: Count.nullable(),
  /** What updates of this kind usually take on this stack; null before the first that succeeded. */
  usualMs: Count.nullable(),
})
export type RunProgress = z.infer<typeof RunProgress>
