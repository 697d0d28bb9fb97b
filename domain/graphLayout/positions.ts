/** Maximum number of dependents of a box whose edges are all drawn. Those of others are bundled, one for each open group. */
export const HUB = 30

/** Kinds of boxes: a resource, a closed group, or an open one with others in it. */
export const BOX = { card: 0, closed: 1, open: 2 } as const
export const EDGE = {
  backward: 1,
  twoWay: 2,
  /** Drawn when one of its ends is selected. */
  hub: 4,
  /** One of many from the same box: drawn lightly. */
  pale: 8,
  /** Represents the edges of a hub into an open group, as long as these are not drawn. */
  bundle: 16,
} as const

/**
 * The positions of a layout in its own pixels, from the corner of the frame. Deterministic: the same input gives the
 * same output.
 */
export type Positions = {
  /** Item of each box; parents come before their content, the frame is first. */
  item: Int32Array
  kind: Uint8Array
  x: Float32Array
  y: Float32Array
  w: Float32Array
  h: Float32Array
  /** By box: number of dependencies and of dependents outside of the picture. */
  needsOutside: Int32Array
  neededOutside: Int32Array
  /** All boxes except the frame in reading order: scope by scope, in each by bands, ranks and rows. */
  sequence: Int32Array
  /** Indexes of boxes, from the needed one to the dependent one. */
  edgeFrom: Int32Array
  edgeTo: Int32Array
  /** Number of dependencies that an edge represents. */
  edgeWeight: Int32Array
  edgeFlags: Uint8Array
  /** Corners of edge e: `points[2 * pointStart[e]] … points[2 * pointStart[e + 1] - 1]`, alternating x and y. */
  pointStart: Int32Array
  points: Float32Array
}
