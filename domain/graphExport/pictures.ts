import { at } from '#domain/graphLayout/columns.ts'
import { labelOf, summariesOf } from '#domain/graphLayout/labels.ts'
import { BOX, type Positions } from '#domain/graphLayout/positions.ts'
import type { Topology } from '#domain/graphLayout/topology.ts'
import type { Tree } from '#domain/graphLayout/tree.ts'
import type { FocusPicture } from '../graphQueries/focusPicture.ts'
import { isGroup } from '../graphQueries/bundles.ts'
import { RELATION } from '../graphQueries/relations.ts'
import type { Picture, PictureBox } from './picture.ts'

/** The map as it is laid out: what is open as frames, what is closed as groups told by what they hold. */
export function pictureOfMap(topology: Topology, tree: Tree, p: Positions): Picture {
  const boxes = Array.from(p.item, (item, box): PictureBox => {
    const { name, kind } = labelOf(topology, tree, item)
    const isClosed = p.kind[box] === BOX.closed
    return {
      x: at(p.x, box),
      y: at(p.y, box),
      w: at(p.w, box),
      h: at(p.h, box),
      lines: [name, isClosed ? (summariesOf(topology, tree, item, 2)[0] ?? kind) : kind].filter((text) => text !== ''),
      look: isClosed ? 'group' : p.kind[box] === BOX.open || box === 0 ? 'frame' : 'card',
    }
  })
  const lines = Array.from(p.edgeFrom, (_, e) => ({
    points: Array.from(p.points.subarray(2 * at(p.pointStart, e), 2 * at(p.pointStart, e + 1))),
    isCurved: false,
    isDashed: false,
  })).filter(({ points }) => points.length >= 4)
  return { width: at(p.w, 0), height: at(p.h, 0), boxes, lines }
}

/** A neighbourhood as it is shown. */
export function pictureOfFocus(
  { boxes, lines, width, height }: FocusPicture,
  textOf: (box: FocusPicture['boxes'][number]) => string[],
): Picture {
  return {
    width,
    height,
    boxes: boxes.map((box) => ({
      x: box.x,
      y: box.y,
      w: box.w,
      h: box.h,
      lines: textOf(box),
      look: box.column === 0 ? 'focus' : isGroup(box) ? 'group' : 'card',
    })),
    lines: lines.map(({ points, kinds }) => ({
      points: [...points],
      isCurved: true,
      isDashed: (kinds & RELATION.property) === 0,
    })),
  }
}
