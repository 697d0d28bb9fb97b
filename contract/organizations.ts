import { z } from 'zod'
import { Count, Instant } from './common.ts'

export const Organization = z.object({
  name: z.string(),
  stackCount: Count,
  /** Number of deleted stacks that can be restored. */
  deletedCount: Count,
  /** Null for those that no administrator created: the first one, and those with a role or a stack. */
  createdAt: Instant.nullable(),
  createdBy: z.string().nullable(),
  /** Whether it was created by an administrator and never had a stack. */
  isRemovable: z.boolean(),
})
export type Organization = z.infer<typeof Organization>

export const Organizations = z.object({ organizations: z.array(Organization) })
export const NewOrganization = z.object({ name: z.string().trim().max(100) })
