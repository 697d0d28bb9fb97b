import { z } from 'zod'
import { StackRef } from './common.ts'

/** All tags of the stack from now on; the project's own tag stays, whatever is said. */
export const TagsRequest = z.object({ tags: z.record(z.string().min(1).max(100), z.string().max(1000)) })
/** Another name, another project of the same organization, or both. */
export const StackRenameRequest = z.object({ stack: z.string().trim().min(1), project: z.string().trim().min(1) })
export const StackTransferRequest = z.object({ org: z.string().trim().min(1) })
export const StackRemoveRequest = z.object({
  /** The stack's full name, typed. */
  confirm: z.string(),
  /** Also while its state has resources: they are forgotten, not destroyed. */
  force: z.boolean().default(false),
})
/** Where the stack is from now on. */
export const StackMoved = z.object({ ref: StackRef })
