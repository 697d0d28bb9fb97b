import { number } from '#words/counts.ts'
import { at } from '#domain/graphLayout/columns.ts'
import { labelOf, summariesOf } from '#domain/graphLayout/labels.ts'
import { BOX, EDGE, type Positions } from '#domain/graphLayout/positions.ts'
import type { Topology } from '#domain/graphLayout/topology.ts'
import type { Tree } from '#domain/graphLayout/tree.ts'
import type { Picture, PictureBox } from './picture.ts'

/**
 * The map as laid out: open groups as frames, closed ones with a summary of their contents. Resources that nearly
 * everything needs show a count instead of edges, as on screen.
 */
export function pictureOfMap(topology: Topology, tree: Tree, p: Positions): Picture {
  const users = new Map<number, number>()
  const isHub = (e: number) => (at(p.edgeFlags, e) & EDGE.hub) !== 0
  p.edgeFrom.forEach((box, e) => {
    if (isHub(e)) users.set(box, (users.get(box) ?? 0) + at(p.edgeWeight, e))
  })
  const boxes = Array.from(p.item, (item, box): PictureBox => {
    const { name, kind } = labelOf(topology, tree, item)
    const uses = users.get(box)
    const isClosed = p.kind[box] === BOX.closed
    const about = isClosed ? (summariesOf(topology, tree, item, 2)[0] ?? kind) : kind
    return {
      x: at(p.x, box),
      y: at(p.y, box),
      w: at(p.w, box),
      h: at(p.h, box),
      lines: [
        name,
        [about, uses === undefined ? '' : `used by ${number(uses)}`].filter((part) => part !== '').join(' · '),
      ].filter((text) => text !== ''),
      look: isClosed ? 'group' : p.kind[box] === BOX.open || box === 0 ? 'frame' : 'card',
    }
  })
  const lines = Array.from(p.edgeFrom, (_, e) => ({
    points: Array.from(p.points.subarray(2 * at(p.pointStart, e), 2 * at(p.pointStart, e + 1))),
    isCurved: false,
    isDashed: false,
  })).filter(({ points }, e) => points.length >= 4 && !isHub(e))
  return { width: at(p.w, 0), height: at(p.h, 0), boxes, lines }
}
