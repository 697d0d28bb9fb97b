import { z } from 'zod'
import { Count, StackRef } from './common.ts'

/** One difference below an entry, or next to the entries. Secrets are masked on both sides. */
export const PropertyChange = z.object({
  /** `inputs.tags["a.b"]`, `protect`, `dependencies`. */
  path: z.string(),
  kind: z.enum(['added', 'removed', 'changed']),
  /** Absent where there is none on that side, and where values were left out for their size. */
  was: z.unknown().optional(),
  is: z.unknown().optional(),
})
export type PropertyChange = z.infer<typeof PropertyChange>

/** An entry that is not the same on both sides. */
export const EntryChange = z.object({
  change: z.enum(['added', 'removed', 'changed', 'renamed']),
  urn: z.string(),
  /** What it was called before it was renamed. */
  formerUrn: z.string().nullable(),
  type: z.string(),
  id: z.string().nullable(),
  /** Waiting to be deleted, next to a live entry of the same URN. */
  isOld: z.boolean(),
  properties: z.array(PropertyChange),
  /** Properties that differ, and are not among those listed. */
  more: Count,
  /** Values were left out: there were too many, or they were too large. */
  isCut: z.boolean(),
})
export type EntryChange = z.infer<typeof EntryChange>

const OperationName = z.object({ type: z.string(), urn: z.string() })

/** What differs between two states, in the terms of the field: entries and properties, not lines. */
export const StateDiff = z.object({
  entries: z.array(EntryChange),
  counts: z.object({ added: Count, removed: Count, changed: Count, renamed: Count, moved: Count, same: Count }),
  /** Entries that are elsewhere in the list; as few as explain the new order, the first 1,000 of them. */
  moved: z.array(z.string()),
  operationsAdded: z.array(OperationName),
  operationsRemoved: z.array(OperationName),
  operationsSame: Count,
  /** Provider entries whose plugin version differs. */
  providers: z.array(z.object({ urn: z.string(), was: z.string().nullable(), is: z.string().nullable() })),
  /** Version, features, manifest and whatever else is next to the entries. */
  beside: z.array(PropertyChange),
})
export type StateDiff = z.infer<typeof StateDiff>

const Version = z.coerce.number().int().min(0)

export const CompareRequest = z.object({
  /** A version of `of`; the newest without one. */
  from: Version.optional(),
  /** A version of the stack of the address; the newest without one. */
  to: Version.optional(),
  /** `org/project/stack` on the left side; the same stack without it. */
  of: z
    .string()
    .regex(/^[^/]+\/[^/]+\/[^/]+$/, 'is no org/project/stack')
    .optional(),
  /** Only the entries of this URN, with all their values. */
  urn: z.string().optional(),
})

const Side = z.object({ stack: StackRef, version: Count })

export const Comparison = z.object({
  from: Side,
  to: Side,
  /** The left side's URNs were read as if that stack had this one's name. */
  isOtherStack: z.boolean(),
  diff: StateDiff,
})
export type Comparison = z.infer<typeof Comparison>
