import { at } from './columns.ts'
import { BAND_GAP, type Grid } from './pack.ts'

/**
 * Free strips of the picture for edges; vertical ones have a range of x, horizontal ones of y. `nets` are those routed
 * through it so far, `first` is the first lane of each range.
 */
export type Lanes = {
  lo: number[]
  hi: number[]
  isVertical: boolean[]
  nets: Set<number>[]
  first: Map<string, number>
}

export const middleOf = (lanes: Lanes, lane: number): number => ((lanes.lo[lane] ?? 0) + (lanes.hi[lane] ?? 0)) / 2

/** The lanes of one scope, as indexes into `Lanes`; -1 for none. */
export type ScopeLanes = {
  grid: Grid
  margin: number
  /** By block: the channel to its left. */
  channel: number[]
  /** By band: the space to the right of its last block. */
  right: number[]
  /** By block: the strips above each row, and the one below the last. */
  gaps: number[][]
  /** By band: the strip below it. */
  below: number[]
  /** By position in the sequence: the space to the left of a child that is not the first of its row. */
  inRow: Int32Array
}

const BEFORE_ARROW = 11
const AFTER_CARD = 5

/** Adds the lanes of a scope whose upper left corner is at (`x`, `y`). */
export function addLanes(lanes: Lanes, grid: Grid, x: number, y: number, width: (child: number) => number): ScopeLanes {
  const add = (isVertical: boolean, lo: number, hi: number) => {
    const offset = isVertical ? x : y
    lanes.lo.push(offset + lo)
    lanes.hi.push(offset + Math.max(lo, hi))
    lanes.nets.push(new Set())
    return lanes.isVertical.push(isVertical) - 1
  }
  const leftMost = grid.blocks.reduce((left, block) => Math.min(left, block.left), Infinity)
  const margin = add(true, 3, leftMost - BEFORE_ARROW)
  const inRow = new Int32Array(grid.sequence.length).fill(-1)
  const channel: number[] = []
  const gaps: number[][] = []
  grid.blocks.forEach((block, b) => {
    const previous = grid.blocks[b - 1]
    const isFirst = !previous || previous.band !== block.band
    channel.push(isFirst ? margin : add(true, previous.right + AFTER_CARD, block.left - BEFORE_ARROW))
    gaps.push([
      ...block.rows.map((row, r) => {
        const above = block.rows[r - 1]
        return above ? add(false, above.bottom + 4, row.top - 4) : add(false, row.top - 11, row.top - 5)
      }),
      add(false, (block.rows.at(-1)?.bottom ?? 0) + 5, (block.rows.at(-1)?.bottom ?? 0) + 11),
    ])
    for (const row of block.rows) {
      for (let p = row.first + 1; p <= row.last; p++) {
        const [before, child] = [grid.sequence[p - 1] ?? 0, grid.sequence[p] ?? 0]
        const edge = at(grid.x, before) + width(before)
        inRow[p] = add(true, edge + AFTER_CARD, at(grid.x, child) - BEFORE_ARROW)
      }
    }
  })
  return {
    grid,
    margin,
    channel,
    gaps,
    inRow,
    right: grid.bands.map((band) => add(true, (grid.blocks[band.last]?.right ?? 0) + AFTER_CARD, grid.width - 4)),
    below: grid.bands.map((band, b) =>
      add(false, band.bottom + 13, (grid.bands[b + 1]?.top ?? band.bottom + 2 * BAND_GAP) - 13),
    ),
  }
}
