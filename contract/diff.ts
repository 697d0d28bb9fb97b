import { z } from 'zod'
import { Count, StackRef } from './common.ts'

/** A difference in an entry, or in the rest of the state. Secrets are masked on both sides. */
export const PropertyChange = z.object({
  /** `inputs.tags["a.b"]`, `protect`, `dependencies`. */
  path: z.string(),
  kind: z.enum(['added', 'removed', 'changed']),
  /** Absent if that side has no value, or if values were omitted for their size. */
  was: z.unknown().optional(),
  is: z.unknown().optional(),
})
export type PropertyChange = z.infer<typeof PropertyChange>

/** An entry that differs between the two sides. */
export const EntryChange = z.object({
  change: z.enum(['added', 'removed', 'changed', 'renamed']),
  urn: z.string(),
  /** URN before a rename. */
  formerUrn: z.string().nullable(),
  type: z.string(),
  id: z.string().nullable(),
  /** Marked for deletion, next to a live entry with the same URN. */
  isOld: z.boolean(),
  properties: z.array(PropertyChange),
  /** Number of further properties that differ. */
  more: Count,
  /** Whether values were omitted because there were too many, or they were too large. */
  isCut: z.boolean(),
})
export type EntryChange = z.infer<typeof EntryChange>

const OperationName = z.object({ type: z.string(), urn: z.string() })

/** Differences between two states, by entry and property rather than by line. */
export const StateDiff = z.object({
  entries: z.array(EntryChange),
  counts: z.object({ added: Count, removed: Count, changed: Count, renamed: Count, moved: Count, same: Count }),
  /** Entries with another place in the list: a minimal set that explains the new order, 1,000 at most. */
  moved: z.array(z.string()),
  operationsAdded: z.array(OperationName),
  operationsRemoved: z.array(OperationName),
  operationsSame: Count,
  /** Provider entries with different plugin versions. */
  providers: z.array(z.object({ urn: z.string(), was: z.string().nullable(), is: z.string().nullable() })),
  /** Version, features, manifest and everything else except the entries. */
  beside: z.array(PropertyChange),
})
export type StateDiff = z.infer<typeof StateDiff>

const Version = z.coerce.number().int().min(0)

export const CompareRequest = z.object({
  /** A version of `of`; the newest by default. */
  from: Version.optional(),
  /** A version of the stack in the address; the newest by default. */
  to: Version.optional(),
  /** `org/project/stack` on the left side; the same stack by default. */
  of: z
    .string()
    .regex(/^[^/]+\/[^/]+\/[^/]+$/, 'is no org/project/stack')
    .optional(),
  /** Returns only entries with this URN, with all their values. */
  urn: z.string().optional(),
})

const Side = z.object({ stack: StackRef, version: Count })

export const Comparison = z.object({
  from: Side,
  to: Side,
  /** The URNs of the left side were read with its stack's name replaced by that of the right side. */
  isOtherStack: z.boolean(),
  diff: StateDiff,
})
export type Comparison = z.infer<typeof Comparison>
