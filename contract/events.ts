import { z } from 'zod'
import { StackRef } from './common.ts'

/** Header of every `/api/ui` response: the number of the last event before the response started. */
export const SEQ_HEADER = 'X-Holdfast-Seq'

/**
 * The events of `/api/ui/live`. They report that data is stale, and never carry the data itself. `seq` has no gaps; a
 * gap means that everything must be fetched again.
 */
export const LiveEvent = z.discriminatedUnion('type', [
  z.object({ type: z.literal('hello'), seq: z.number().int(), now: z.number().int() }),
  /**
   * Sent every 15 seconds with the number of the last event. A client whose last event has another number has missed
   * some.
   */
  z.object({ type: z.literal('heartbeat'), seq: z.number().int() }),
  z.object({
    type: z.literal('stack'),
    seq: z.number().int(),
    stack: StackRef,
    what: z.enum(['created', 'changed', 'deleted']),
  }),
  z.object({ type: z.literal('lease'), seq: z.number().int(), stack: StackRef, updateId: z.string() }),
  /** The maintenance lock or the queue for the lease changed. */
  z.object({ type: z.literal('lock'), seq: z.number().int(), stack: StackRef }),
  z.object({
    type: z.literal('update'),
    seq: z.number().int(),
    stack: StackRef,
    updateId: z.string(),
    what: z.enum(['created', 'started', 'ended']),
  }),
  z.object({ type: z.literal('progress'), seq: z.number().int(), stack: StackRef, updateId: z.string() }),
  z.object({ type: z.literal('log'), seq: z.number().int(), stack: StackRef, updateId: z.string() }),
  z.object({ type: z.literal('state'), seq: z.number().int(), stack: StackRef, version: z.number().int() }),
  /** What the ends of updates reported about a stack's resources changed: untracked, lost or doubled ones. */
  z.object({ type: z.literal('untracked'), seq: z.number().int(), stack: StackRef }),
  /** A user opened a recovery of a stack, moved to another step, or left it. */
  z.object({ type: z.literal('review'), seq: z.number().int(), stack: StackRef }),
  /** Steps of a run were held, or a held one was decided. */
  z.object({ type: z.literal('approval'), seq: z.number().int(), stack: StackRef, updateId: z.string() }),
  /** The rules of approvals changed. */
  z.object({ type: z.literal('approvalRules'), seq: z.number().int() }),
  z.object({ type: z.literal('tokens'), seq: z.number().int() }),
  /** Something happened that the caller may not see. */
  z.object({ type: z.literal('hidden'), seq: z.number().int() }),
])
export type LiveEvent = z.infer<typeof LiveEvent>
