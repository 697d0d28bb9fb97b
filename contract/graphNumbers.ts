// In a file of its own, so that the layout worker does not load the schemas.

/** The bits of `GraphColumns.flags`. */
export const GRAPH_FLAG = {
  custom: 1,
  protect: 2,
  delete: 4,
  pendingReplacement: 8,
  /** A pending operation has the entry's URN, and the entry is the live one. */
  pending: 16,
  initErrors: 32,
  external: 64,
  /** The entry is a provider. */
  provider: 128,
  /** The entry refers to a parent, provider or dependency that is not in the state. */
  missing: 256,
  /** Another live entry has the same URN. */
  duplicate: 512,
  /** The entry is part of a cycle of parents or of dependencies. */
  circular: 1024,
  /** Deleting the resource only removes it from the state. */
  retainOnDelete: 2048,
  /** The entry is listed before one that it refers to. */
  order: 4096,
} as const

/** The values of `GraphColumns.edgeKind`: how the entry at `edgeFrom` refers to the one at `edgeTo`. */
export const EDGE_KIND = { dependency: 0, property: 1, deletedWith: 2, replaceWith: 3 } as const
