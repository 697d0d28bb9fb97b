import { z } from 'zod'
import { StackRef } from './common.ts'

/** Replaces all tags of the stack. The project's own tag always stays. */
export const TagsRequest = z.object({ tags: z.record(z.string().min(1).max(100), z.string().max(1000)) })
/** Another name, another project of the same organization, or both. */
export const StackRenameRequest = z.object({ stack: z.string().trim().min(1), project: z.string().trim().min(1) })
export const StackTransferRequest = z.object({ org: z.string().trim().min(1) })
export const StackRemoveRequest = z.object({
  /** The stack's full name, as typed by the user. */
  confirm: z.string(),
  /** Deletes the stack even if its state has resources: they are forgotten, not destroyed. */
  force: z.boolean().default(false),
})
/** The stack's new address. */
export const StackMoved = z.object({ ref: StackRef })
