import { z } from 'zod'
import { Count, Instant, StackRef } from './common.ts'

/**
 * Period after its deletion in which nothing of a stack is removed, whatever the retention of versions
 * (docs/protocol.md, Stacks).
 */
export const KEPT_FOR_CERTAIN_MS = 30 * 24 * 3600 * 1000

/** A deleted stack, and what would be restored with it. */
export const DeletedStack = z.object({
  id: z.string(),
  /** Name before the deletion. */
  ref: StackRef,
  deletedAt: Instant,
  /** Empty if it was not recorded who deleted the stack. */
  deletedBy: z.string(),
  /** Everything is kept at least until then. Nothing is removed automatically afterwards. */
  keptUntil: Instant,
  resourceCount: Count,
  pendingCount: Count,
  version: Count,
  lastUpdateAt: Instant.nullable(),
  /** Whether another stack has the name by now. The deleted one can then be restored under another name. */
  isNameTaken: z.boolean(),
})
export type DeletedStack = z.infer<typeof DeletedStack>

export const DeletedStacks = z.object({
  /** Most recently deleted first. */
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

/** `name`: a new name in the same project; the former name if absent. */
export const RestoreRequest = z.object({ name: z.string().trim().min(1).max(100).optional() })
export const RestoredStack = z.object({ ref: StackRef })
