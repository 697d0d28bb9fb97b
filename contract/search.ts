import { z } from 'zod'
import { ActivityRun } from './activity.ts'
import { Count, StackRef } from './common.ts'

/** Maximum number of results in one answer. */
export const MAX_FOUND = 5_000

export const ResourceSearch = z.object({
  /** Words, of which the longest eight are used, and filters as `type:…`, `stack:…`, `provider:…`, `id:…`, `protected:yes`; or a URN. */
  query: z.string().max(2_000),
  /** A stack as `organization/project/name` whose resources come first. */
  near: z.string().optional(),
  limit: z.coerce.number().int().min(1).max(MAX_FOUND).default(100),
  /** Whether to count what the results can be narrowed by as well. */
  facets: z.enum(['true', 'false']).default('false'),
})
export type ResourceSearch = z.infer<typeof ResourceSearch>

export const FoundResource = z.object({
  stack: StackRef,
  urn: z.string(),
  name: z.string(),
  type: z.string(),
  id: z.string().nullable(),
  /** The package, e.g. `aws`. */
  provider: z.string(),
  /** Name of the provider resource, if it is not the default one. */
  providerName: z.string().nullable(),
  isProtected: z.boolean(),
})
export type FoundResource = z.infer<typeof FoundResource>

const Facet = z.object({ value: z.string(), count: Count })

/** What the results of a search can be narrowed by: the most common values, with the number of results that have them. */
export const SearchFacets = z.object({
  /** Number of counted results. */
  counted: Count,
  /** Whether there are more results than were counted: the numbers are then lower bounds. */
  isMore: z.boolean(),
  types: z.array(Facet),
  providers: z.array(Facet),
  stacks: z.array(Facet),
})
export type SearchFacets = z.infer<typeof SearchFacets>

export const FoundResources = z.object({
  /** Best match first. */
  resources: z.array(FoundResource),
  /** Whether there are more than the requested number. */
  isMore: z.boolean(),
  /** The search ended at its limit of examined resources: there may be more. A more specific word finds them. */
  isPartial: z.boolean(),
  /** Some stacks have changed since they were indexed: the same request may return more in a moment. */
  isBehind: z.boolean(),
  /** Null unless they were asked for. */
  facets: SearchFacets.nullable(),
})
export type FoundResources = z.infer<typeof FoundResources>

export const RunSearch = z.object({
  /** Words in the message, the user's name, the commit, the branch or the build. */
  query: z.string().max(2_000),
  limit: z.coerce.number().int().min(1).max(100).default(10),
})
export const FoundRuns = z.object({
  runs: z.array(ActivityRun),
  /** As for resources. */
  isPartial: z.boolean(),
})
export type FoundRuns = z.infer<typeof FoundRuns>
