// Alone, so that what lays out in a worker does not load the schemas.

/** The bits of `GraphColumns.flags`. */
export const GRAPH_FLAG = {
  custom: 1,
  protect: 2,
  delete: 4,
  pendingReplacement: 8,
  /** A pending operation is on its URN, and the entry is the live one. */
  pending: 16,
  initErrors: 32,
  external: 64,
  /** It is a provider. */
  provider: 128,
  /** It refers to a parent, a provider or a dependency that the state does not hold. */
  missing: 256,
  /** Another live entry has its URN. */
  duplicate: 512,
  /** It is in a circle of parents or of dependencies. */
  circular: 1024,
  /** Its deletion only removes it from the state. */
  retainOnDelete: 2048,
} as const

/** The numbers in `GraphColumns.edgeKind`: by what the entry at `edgeFrom` refers to the one at `edgeTo`. */
export const EDGE_KIND = { dependency: 0, property: 1, deletedWith: 2, replaceWith: 3 } as const
