import { at } from '../columns.ts'
import { meshedEdges } from './mesh.ts'
import { HUB } from '../positions.ts'
import type { Visible } from '../visible.ts'

/** How the edges from a box are drawn: as lines, as light lines, or as light lines that end at open groups. */
export const FAN = { plain: 0, pale: 1, bundled: 2 } as const

/** The edges of a box with more dependents than this are drawn lightly: they would stand out from all others. */
const MANY = 5
/** So many lines are as hard to follow as all of the light ones of a box, which share a track. */
const LIKE = 6

/** How edges are drawn: by box, those that begin there; and by edge, whether it is one of a mesh. */
export type Fans = { of: Uint8Array; meshed: Uint8Array }

/** How the edges between visible boxes are drawn. */
export function fansAmong(visible: Visible, parent: Int32Array): Fans {
  const meshed = meshedEdges(visible, parent)
  const targets = new Int32Array(parent.length)
  visible.from.forEach((box, e) => {
    if (!meshed[e]) targets[box] = at(targets, box) + 1
  })
  const fanOf = (count: number) => (count > HUB ? FAN.bundled : count > MANY ? FAN.pale : FAN.plain)
  return { of: Uint8Array.from(targets, fanOf), meshed }
}

/** The number of lines that have to be told apart. */
export function lineCount({ from }: Visible, { of, meshed }: Fans): number {
  const isCounted = new Uint8Array(of.length)
  let lines = 0
  from.forEach((box, e) => {
    if (meshed[e] || isCounted[box]) return
    const isPlain = of[box] === FAN.plain
    lines += isPlain ? 1 : LIKE
    if (!isPlain) isCounted[box] = 1
  })
  return lines
}
