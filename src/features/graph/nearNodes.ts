import type { ReactNode } from 'react'
import { at } from '#domain/graphLayout/columns.ts'
import { labelOf } from '#domain/graphLayout/labels.ts'
import { BOX } from '#domain/graphLayout/positions.ts'
import { HEADER } from '#domain/graphLayout/sizes.ts'
import type { GraphModel } from './model.ts'
import { secondLine } from './paint/cards.ts'
import type { NearNode } from './ResourceNode.tsx'
import { areaIn, READABLE, type SheetInView, type Window } from './scene.ts'

/** With more boxes than this, elements would cost more than they help. */
const MAX_NEAR = 160
/** Height of the letters of a status in its element. */
const STATUS_PX = 12
/** Scale from which the words of a status are legible. */
const STATED = 0.9

/** Elements for the boxes in view, for hover and click. */
export function nearNodes(
  { topology, tree }: GraphModel,
  sheets: readonly SheetInView[],
  view: Window,
  statusOf: (resource: number) => ReactNode,
): NearNode[] {
  const boxes = sheets.flatMap((each) => (each.scale >= READABLE || each.sheet.scale === 1 ? each.boxes : []))
  return boxes
    .filter(({ index, item, inner, area }) => (index > 0 || item === 0) && !inner && area.w < view.width * 4)
    .slice(0, MAX_NEAR)
    .map(({ sheet, index, item, kind }): NearNode => {
      const resource = at(tree.resource, item)
      const { x, y } = areaIn(sheet, index)
      const [width, height] = [at(sheet.p.w, index), kind === BOX.open ? HEADER : at(sheet.p.h, index)]
      const { name } = labelOf(topology, tree, item)
      return {
        id: String(item),
        type: 'near',
        position: { x, y },
        width: width * sheet.scale,
        height: height * sheet.scale,
        measured: { width: width * sheet.scale, height: height * sheet.scale },
        zIndex: 1000 + at(tree.depth, item),
        data: {
          item,
          name,
          title: [name, resource < 0 ? '' : (topology.types[at(topology.type, resource)] ?? '')]
            .filter(Boolean)
            .join('\n'),
          status:
            resource < 0 || kind !== BOX.card || sheet.scale * view.zoom < STATED ? undefined : statusOf(resource),
          kind: kind === BOX.card ? 'card' : kind === BOX.closed ? 'closed' : 'open',
          scale: sheet.scale,
          width,
          height,
          wordScale: secondLine(sheet.scale * view.zoom) / (STATUS_PX * sheet.scale * view.zoom),
        },
      }
    })
}
