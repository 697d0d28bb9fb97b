import { z } from 'zod'
import { ActivityRun } from './activity.ts'
import { StackRef } from './common.ts'

/** More in one answer is no list any more; a filter is. */
export const MOST_FOUND = 5_000

export const ResourceSearch = z.object({
  /** Words, and filters as `type:…`, `stack:…`, `provider:…`, `id:…`, `protected:yes`; or a URN. */
  query: z.string().max(2_000),
  /** A stack as `organization/project/name` whose resources come first. */
  near: z.string().optional(),
  limit: z.coerce.number().int().min(1).max(MOST_FOUND).default(100),
})
export type ResourceSearch = z.infer<typeof ResourceSearch>

export const FoundResource = z.object({
  stack: StackRef,
  urn: z.string(),
  name: z.string(),
  type: z.string(),
  id: z.string().nullable(),
  /** The package, as `aws`. */
  provider: z.string(),
  /** The name of the provider resource, where it is not the default one. */
  providerName: z.string().nullable(),
  isProtected: z.boolean(),
})
export type FoundResource = z.infer<typeof FoundResource>

export const FoundResources = z.object({
  /** The best first. */
  resources: z.array(FoundResource),
  /** There are more than were asked for. */
  isMore: z.boolean(),
  /** Some stacks have changed since they were indexed: ask again in a moment. */
  isBehind: z.boolean(),
})
export type FoundResources = z.infer<typeof FoundResources>

export const RunSearch = z.object({
  /** Words in the message, the person, the commit, the branch or the build. */
  query: z.string().max(2_000),
  limit: z.coerce.number().int().min(1).max(100).default(10),
})
export const FoundRuns = z.object({ runs: z.array(ActivityRun) })
export type FoundRuns = z.infer<typeof FoundRuns>
