/** More dependents than this, and the lines of a box are not drawn until it or one of them is selected. */
export const HUB = 12

/** What a box is: a resource, a closed group, or an open one with others in it. */
export const BOX = { card: 0, closed: 1, open: 2 } as const
export const EDGE = { backward: 1, twoWay: 2, hub: 4 } as const

/** Where everything is. Pixels of the layout, from the corner of the frame; the same input gives the same output. */
export type Positions = {
  /** Item of each box; containers come before what they hold, the frame is first. */
  item: Int32Array
  kind: Uint8Array
  x: Float32Array
  y: Float32Array
  w: Float32Array
  h: Float32Array
  /** By box: dependencies on what is outside this picture, and dependents there. */
  needsOutside: Int32Array
  neededOutside: Int32Array
  /** All boxes but the frame as they are read: scope after scope, in each by bands, ranks and rows. */
  sequence: Int32Array
  /** Boxes: from what is needed to what needs it. */
  edgeFrom: Int32Array
  edgeTo: Int32Array
  /** How many dependencies a line represents. */
  edgeWeight: Int32Array
  edgeFlags: Uint8Array
  /** Corners of line e: `points[2 * pointStart[e]] … points[2 * pointStart[e + 1] - 1]`, x and y in turn. */
  pointStart: Int32Array
  points: Float32Array
}
