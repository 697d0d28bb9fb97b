import { z } from 'zod'
import { Count, StackRef } from './common.ts'

export { EDGE_KIND, GRAPH_FLAG } from './graphNumbers.ts'

/** One entry of the state, without its properties. `index` is its place in the list; URNs may repeat. */
export const ResourceRow = z.object({
  index: Count,
  urn: z.string(),
  name: z.string(),
  type: z.string(),
  parent: z.string().nullable(),
  id: z.string().nullable(),
  custom: z.boolean(),
  provider: z.string().nullable(),
  flags: z.array(
    z.enum(['protect', 'external', 'delete', 'pendingReplacement', 'taint', 'retainOnDelete', 'initErrors', 'view']),
  ),
  /** Type of a pending operation on the same URN, if any. */
  pending: z.string().nullable(),
})
export type ResourceRow = z.infer<typeof ResourceRow>

/** A pending operation in the state, whose resource may or may not be live. */
export const PendingRow = z.object({
  index: Count,
  type: z.string(),
  urn: z.string(),
  name: z.string(),
  resourceType: z.string(),
  isLive: z.boolean(),
})

export const ResourceList = z.object({
  stack: StackRef,
  version: Count,
  resources: z.array(ResourceRow),
  pending: z.array(PendingRow),
})
export type ResourceList = z.infer<typeof ResourceList>

/** One entry with its properties; secrets are masked: `{[signature]: secret}` without ciphertext. */
export const ResourceDetail = z.object({
  row: ResourceRow,
  inputs: z.unknown(),
  outputs: z.unknown(),
  dependencies: z.array(z.string()),
  propertyDependencies: z.record(z.string(), z.array(z.string())),
  deletedWith: z.string().nullable(),
  dependents: z.array(z.string()),
  children: z.array(z.string()),
  initErrors: z.array(z.string()),
  created: z.string().nullable(),
  modified: z.string().nullable(),
  sourcePosition: z.string().nullable(),
  /** Every other key of the entry, as it is stored, secrets masked. */
  rest: z.record(z.string(), z.unknown()),
})
export type ResourceDetail = z.infer<typeof ResourceDetail>

/** By which updates resources were created and changed last, as far back as their events tell without a gap. */
export const ResourceHistory = z.object({
  /** The oldest update that was read; null when not even the newest could be. */
  since: Count.nullable(),
  /** All updates were read. */
  isWhole: z.boolean(),
  /** Of others it is known that they have not changed since. */
  changes: z.array(
    z.object({
      urn: z.string(),
      created: Count.nullable(),
      changed: Count.nullable(),
      /** That change was started, and its outcome is unknown. */
      isUnknown: z.boolean(),
    }),
  ),
})
export type ResourceHistory = z.infer<typeof ResourceHistory>

/** What overlays of the graph need next to its columns; asked for when one is chosen. */
export const GraphNotes = z.object({
  version: Count,
  /** When each entry was changed last, in seconds since 1970; -1 where the state does not say. */
  modified: z.array(z.number().int()),
  pending: z.array(PendingRow),
  /** References to what the state does not hold, by the place of the entry that has them. */
  dangling: z.array(
    z.object({
      from: Count,
      kind: z.enum(['parent', 'provider', 'dependency', 'deletedWith', 'replaceWith']),
      urn: z.string(),
    }),
  ),
})
export type GraphNotes = z.infer<typeof GraphNotes>

/**
 * The graph as columns: 30,000 resources are 1 MB of this and 62 MB of checkpoint.
 * Node i is the entry i of the state; `-1` means none. Edges are three parallel columns.
 */
export const GraphColumns = z.object({
  stack: StackRef,
  version: Count,
  types: z.array(z.string()),
  names: z.array(z.string()),
  /** Index into `types`. */
  type: z.array(z.number().int()),
  parent: z.array(z.number().int()),
  provider: z.array(z.number().int()),
  /** Bits of `GRAPH_FLAG`. */
  flags: z.array(z.number().int()),
  edgeFrom: z.array(z.number().int()),
  edgeTo: z.array(z.number().int()),
  /** Each one of `EDGE_KIND`. */
  edgeKind: z.array(z.number().int()),
  /** The URN of node i is `urnPrefix + qualifiedTypes[qualified[i]] + '::' + names[i]`; otherwise `oddUrns[i]`. */
  urnPrefix: z.string(),
  qualifiedTypes: z.array(z.string()),
  qualified: z.array(z.number().int()),
  oddUrns: z.record(z.string(), z.string()),
})
export type GraphColumns = z.infer<typeof GraphColumns>
