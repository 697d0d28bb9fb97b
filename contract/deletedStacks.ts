import { z } from 'zod'
import { Count, Instant, StackRef } from './common.ts'

/**
 * For so long after its deletion nothing of a stack is removed, whatever the retention of versions says
 * (docs/protocol.md, Stacks).
 */
export const KEPT_FOR_CERTAIN_MS = 30 * 24 * 3600 * 1000

/** A stack that was deleted, with what comes back with it. */
export const DeletedStack = z.object({
  id: z.string(),
  /** The name that it had. */
  ref: StackRef,
  deletedAt: Instant,
  /** Empty where no one wrote down who deleted it. */
  deletedBy: z.string(),
  /** Until then everything is kept for certain; nothing is deleted by itself afterwards. */
  keptUntil: Instant,
  resourceCount: Count,
  pendingCount: Count,
  version: Count,
  lastUpdateAt: Instant.nullable(),
  /** Another stack has its name by now: it can come back under another one. */
  isNameTaken: z.boolean(),
})
export type DeletedStack = z.infer<typeof DeletedStack>

export const DeletedStacks = z.object({
  /** Those deleted last come first. */
  stacks: z.array(DeletedStack),
  total: Count,
  page: Count,
  pageSize: Count,
  now: Instant,
})

export const DeletedStackFilter = z.object({
  search: z.string().optional(),
  page: z.coerce.number().int().min(1).default(1),
})
export type DeletedStackFilter = z.input<typeof DeletedStackFilter>

/** Under the name that it had, or under another one in its project. */
export const RestoreRequest = z.object({ name: z.string().trim().min(1).max(100).optional() })
export const RestoredStack = z.object({ ref: StackRef })
