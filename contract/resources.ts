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
    z.enum([
      'protect',
      'external',
      'delete',
      'pendingReplacement',
      'taint',
      'retainOnDelete',
      'initErrors',
      'view',
      'unknownOutputs',
    ]),
  ),
  /** Type of a pending operation on the same URN, if any. */
  pending: z.string().nullable(),
})
export type ResourceRow = z.infer<typeof ResourceRow>

/** A pending operation in the state. Its resource may or may not be live. */
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

/** One entry with its properties. Secrets are masked: `{[signature]: secret}` without ciphertext. */
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
  /** All other keys of the entry, as stored. Secrets are masked. */
  rest: z.record(z.string(), z.unknown()),
})
export type ResourceDetail = z.infer<typeof ResourceDetail>

/** Which updates created and last changed resources, as far back as the events reach without a gap. */
export const ResourceHistory = z.object({
  /** The oldest update that was read; null if not even the newest could be. */
  since: Count.nullable(),
  /** Whether all updates were read. */
  isWhole: z.boolean(),
  /** The versions among them that a recovery wrote, which changed the state alone. */
  recoveries: z.array(Count),
  /** Resources that are not listed have not changed since. */
  changes: z.array(
    z.object({
      urn: z.string(),
      created: Count.nullable(),
      changed: Count.nullable(),
      /** The change was started, and its outcome is unknown. */
      isUnknown: z.boolean(),
    }),
  ),
})
export type ResourceHistory = z.infer<typeof ResourceHistory>

/** Data for overlays of the graph in addition to its columns; requested when an overlay is selected. */
export const GraphNotes = z.object({
  version: Count,
  /** When each entry was last changed, in Unix seconds; -1 if the state does not say. */
  modified: z.array(z.number().int()),
  pending: z.array(
    PendingRow.extend({
      /** What the operation needs, and its parent unless that is the stack. */
      names: z.array(z.object({ urn: z.string(), isParent: z.boolean(), isThere: z.boolean() })),
    }),
  ),
  /** The entries of pending operations, what these name, and what depends on them. */
  around: z.array(Count),
  /** References to URNs that are not in the state, by the index of the referring entry. */
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
 * The graph as columns: 30,000 resources take 1 MB in this form and 62 MB as a checkpoint. Node i is entry i of the
 * state; `-1` means none. Edges are three parallel columns.
 */
export const GraphColumns = z.object({
  stack: StackRef,
  version: Count,
  types: z.array(z.string()),
  names: z.array(z.string()),
  /** Index into `types`. */
  type: z.array(z.number().int()),
  parent: z.array(z.number().int()),
  /** Parents that are not in the state, with the entries that name them; `parent` is -1 for these. */
  missingParents: z.array(z.object({ urn: z.string(), children: z.array(Count) })),
  provider: z.array(z.number().int()),
  /** Bits of `GRAPH_FLAG`. */
  flags: z.array(z.number().int()),
  edgeFrom: z.array(z.number().int()),
  edgeTo: z.array(z.number().int()),
  /** Values of `EDGE_KIND`. */
  edgeKind: z.array(z.number().int()),
  /**
   * The URN of node i is `oddUrns[i]` if present, otherwise `urnPrefix + qualifiedTypes[qualified[i]] + '::' +
   * names[i]`.
   */
  urnPrefix: z.string(),
  qualifiedTypes: z.array(z.string()),
  qualified: z.array(z.number().int()),
  oddUrns: z.record(z.string(), z.string()),
})
export type GraphColumns = z.infer<typeof GraphColumns>
