import { z } from 'zod'
import { Count, Instant, StackRef } from './common.ts'
import { RecoveryId } from './recoveryId.ts'

export const AlarmKind = z.enum(['massLoss', 'silentLoss', 'sameId', 'oldTwin', 'otherNames'])

/** A suspicious effect of an update on a state (GR-34). */
export const Alarm = z.object({
  id: z.string(),
  stack: StackRef,
  kind: AlarmKind,
  title: z.string(),
  explanation: z.string(),
  at: Instant,
  updateId: z.string(),
  /** Versions of the state after the update and before it. */
  version: Count,
  baseVersion: Count,
  count: Count,
  total: Count,
  /** The first affected entries. */
  entries: z.array(z.object({ urn: z.string(), type: z.string(), id: z.string(), why: z.string() })),
  /** The recovery for it. */
  recovery: RecoveryId,
  acknowledged: z.object({ at: Instant, by: z.string(), reason: z.string() }).nullable(),
})
export type Alarm = z.infer<typeof Alarm>

export const AlarmFilter = z.object({
  /** `org/project/stack`. */
  stack: z.string().optional(),
  updateId: z.string().optional(),
  state: z.enum(['open', 'all']).default('open'),
})
export type AlarmFilter = z.infer<typeof AlarmFilter>

export const Alarms = z.object({ alarms: z.array(Alarm) })

export const AcknowledgeRequest = z.object({ reason: z.string().trim().min(1).max(2000) })
