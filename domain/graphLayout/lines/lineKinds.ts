import { EDGE, type Positions } from '../positions.ts'

/** What lines of a layout look like besides plain ones, for its legend. */
export type LineKinds = {
  /** Against the reading order, because boxes depend on each other in a circle. */
  hasBackward: boolean
  /** From boxes that many others need. */
  hasPale: boolean
}

/** The kinds of lines that are drawn without a selection. */
export function lineKindsOf({ edgeFlags }: Pick<Positions, 'edgeFlags'>): LineKinds {
  const isDrawn = (flags: number, kind: number) => !(flags & EDGE.hub) && (flags & kind) !== 0
  return {
    hasBackward: edgeFlags.some((flags) => isDrawn(flags, EDGE.backward)),
    hasPale: edgeFlags.some((flags) => isDrawn(flags, EDGE.pale)),
  }
}
