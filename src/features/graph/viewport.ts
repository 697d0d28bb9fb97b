import { at } from '#domain/graphLayout/columns.ts'
import type { Positions } from '#domain/graphLayout/positions.ts'

export type Area = { x: number; y: number; w: number; h: number }
/** `least` is kept even if the area does not fit then: its upper left corner is shown. */
export type Zooms = { least?: number; most: number }

/** Maximum size of the minimap. It is low, because an entered group is shown above it. */
export const MINIMAP = { width: 110, height: 42 }

/** Border, padding and gap of the minimap, above and below it. */
const AROUND_MINIMAP = 20

/** Maximum height that the minimap takes below an entered group. The breadcrumbs beside it are lower. */
export const ROOM_BELOW = MINIMAP.height + AROUND_MINIMAP

/** How large the whole picture is in the minimap, relative to the layout. */
export const minimapScale = (p: Positions): number => Math.min(MINIMAP.width / at(p.w, 0), MINIMAP.height / at(p.h, 0))

/** Height of the minimap with all around it. */
export const minimapHeight = (p: Positions): number => at(p.h, 0) * minimapScale(p) + AROUND_MINIMAP

/** Margin around a fitted area, as a share of the pane. */
const MARGIN = 0.012

/** Height of the breadcrumbs of groups, below the content of an entered one. */
export const TRAIL = 40

/** The room that a pane has for the content of an entered group, above breadcrumbs and minimap. */
export const enteredSize = ({ width, height }: { width: number; height: number }) => ({
  width: width * (1 - 2 * MARGIN),
  height: (height - ROOM_BELOW) * (1 - 2 * MARGIN),
})

export const areaOf = ({ x, y, w, h }: Positions, box: number): Area => ({
  x: at(x, box),
  y: at(y, box),
  w: at(w, box),
  h: at(h, box),
})

/** An area with so many pixels below it when it fills the height of a pane. */
export const withRoomBelow = (area: Area, room: number, height: number): Area => ({
  ...area,
  h: area.h / (1 - room / height),
})

/** The viewport that centres an area in a pane of that size. React Flow's own function knows mounted nodes only. */
export function viewportFor({ x, y, w, h }: Area, width: number, height: number, { least = 0.0001, most }: Zooms) {
  const [insideW, insideH] = [width * (1 - 2 * MARGIN), height * (1 - 2 * MARGIN)]
  const zoom = Math.max(least, Math.min(most, insideW / w, insideH / h))
  const offset = (start: number, size: number, window: number, inside: number) =>
    size * zoom <= inside ? window / 2 - (start + size / 2) * zoom : (window - inside) / 2 - start * zoom
  return { x: offset(x, w, width, insideW), y: offset(y, h, height, insideH), zoom }
}
