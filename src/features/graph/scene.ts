import { at } from '#domain/graphLayout/columns.ts'
import { BOX, type Positions } from '#domain/graphLayout/positions.ts'
import type { Tree } from '#domain/graphLayout/tree.ts'
import { type Area, TRAIL, viewportFor, withRoomBelow, type Zooms } from './viewport.ts'

/**
 * A layout at its position in the world. The content of a closed group is a layout of its own, drawn within the group's
 * box at the scale that fits: zooming in opens it, and nothing else moves.
 */
export type Sheet = { p: Positions; x: number; y: number; scale: number }

/** The layouts that are there; missing ones are requested. */
export type Sheets = { of: (item: number) => Positions | undefined; want: (item: number) => void }

export type Viewport = { x: number; y: number; zoom: number }
/** A pane, with what is painted around it on each side. */
export type Window = Viewport & { width: number; height: number; margin?: { x: number; y: number } }

export const NO_MARGIN = { x: 0, y: 0 }

/** Scale from which the cards of a layout are legible, and from which its content begins to show. */
export const READABLE = 0.56
export const SHOWING = 0.42
/** Scale from which the cards of an entered group can spare room for the minimap. */
const ROOMY = 0.6
/** A group this wide on the screen is about to open: its content is laid out. */
const NEAR = 150

/** Padding of the content of a group, as a share of its box. */
const INSET = { side: 0.015, top: 0.075, bottom: 0.02 }

export const rootSheet = (p: Positions): Sheet => ({ p, x: 0, y: 0, scale: 1 })

/** The box of a sheet in the world. */
export const areaIn = ({ p, x, y, scale }: Sheet, box: number): Area => ({
  x: x + at(p.x, box) * scale,
  y: y + at(p.y, box) * scale,
  w: at(p.w, box) * scale,
  h: at(p.h, box) * scale,
})

/** The content of a closed group at its position, if it has been laid out. */
export function innerSheet(sheet: Sheet, box: number, sheets: Sheets): Sheet | undefined {
  const p = sheets.of(at(sheet.p.item, box))
  if (!p) return undefined
  const { x, y, w, h } = areaIn(sheet, box)
  const [roomW, roomH] = [w * (1 - 2 * INSET.side), h * (1 - INSET.top - INSET.bottom)]
  const scale = Math.min(roomW / at(p.w, 0), roomH / at(p.h, 0))
  return { p, scale, x: x + (w - at(p.w, 0) * scale) / 2, y: y + h * INSET.top + (roomH - at(p.h, 0) * scale) / 2 }
}

/**
 * What to show of an entered group: all of its content, above the breadcrumbs and, as long as its cards stay large
 * enough, above the minimap. Where that would be too small to read, less of it. `scale` is that of its content, if it
 * has been laid out.
 */
export function entering(
  area: Area,
  scale: number | undefined,
  size: { width: number; height: number },
  map: number,
): { area: Area; zooms: Zooms } {
  const above = (room: number) => withRoomBelow(area, room, size.height)
  if (scale === undefined) return { area: above(TRAIL), zooms: { most: Infinity } }
  const { zoom } = viewportFor(above(map), size.width, size.height, { most: Infinity })
  return {
    area: above(scale * zoom >= ROOMY ? map : TRAIL),
    zooms: { least: READABLE / scale, most: Infinity },
  }
}

export const toScreen = ({ x, y, w, h }: Area, view: Viewport): Area => ({
  x: x * view.zoom + view.x,
  y: y * view.zoom + view.y,
  w: w * view.zoom,
  h: h * view.zoom,
})

export const isSeen = ({ x, y, w, h }: Area, { width, height, margin = NO_MARGIN }: Window): boolean =>
  x < width + margin.x && y < height + margin.y && x + w > -margin.x && y + h > -margin.y

export type Seen = {
  sheet: Sheet
  box: number
  item: number
  kind: number
  area: Area
  scale: number
  inner?: Sheet | undefined
}

/** The visible boxes by layout, containers first; with contents of closed groups that are large enough. */
export function seenIn(root: Sheet, view: Window, sheets: Sheets): { sheet: Sheet; boxes: Seen[]; scale: number }[] {
  const found: { sheet: Sheet; boxes: Seen[]; scale: number }[] = []
  const open = [root]
  for (let sheet = open.pop(); sheet; sheet = open.pop()) {
    const scale = sheet.scale * view.zoom
    const boxes: Seen[] = []
    for (let box = 0; box < sheet.p.item.length; box++) {
      const area = toScreen(areaIn(sheet, box), view)
      if (!isSeen(area, view)) continue
      const item = at(sheet.p.item, box)
      const kind = at(sheet.p.kind, box)
      let inner: Sheet | undefined
      if (kind === BOX.closed && area.w > NEAR) {
        const content = innerSheet(sheet, box, sheets)
        if (!content) sheets.want(item)
        else if (content.scale * view.zoom >= SHOWING) open.push((inner = content))
      }
      boxes.push({ sheet, box, item, kind, area, scale, inner })
    }
    found.push({ sheet, boxes, scale })
  }
  return found
}

/** The innermost visible box at a point of the screen. */
export function hitAt(root: Sheet, view: Window, sheets: Sheets, px: number, py: number): Seen | undefined {
  let hit: Seen | undefined
  for (const { boxes } of seenIn(root, view, sheets)) {
    for (const seen of boxes) {
      const { x, y, w, h } = seen.area
      if (seen.box === 0 || px < x || py < y || px > x + w || py > y + h) continue
      if (!hit || seen.area.w <= hit.area.w) hit = seen
    }
  }
  return hit
}

/** The position of an item in the world, as far as layouts are there; missing ones are requested. */
export function locate(
  root: Sheet,
  tree: Tree,
  item: number,
  sheets: Sheets,
): { sheet: Sheet; box: number; isWhole: boolean } | undefined {
  let sheet = root
  for (;;) {
    const box = boxShowing(tree, sheet.p, item)
    if (box < 0) return undefined
    const shown = at(sheet.p.item, box)
    if (shown === item || at(sheet.p.kind, box) !== BOX.closed) return { sheet, box, isWhole: shown === item }
    const inner = innerSheet(sheet, box, sheets)
    if (!inner) {
      sheets.want(shown)
      return { sheet, box, isWhole: false }
    }
    sheet = inner
  }
}

/** The box that shows an item: its own, or the nearest that contains it. */
export function boxShowing(tree: Tree, p: Positions, item: number): number {
  for (let i = item; i >= 0; i = at(tree.parent, i)) {
    const box = p.item.indexOf(i)
    if (box >= 0) return box
  }
  return -1
}

/** The groups that fill most of the view, outermost first. */
export function trailAt(root: Sheet, view: Window, sheets: Sheets): number[] {
  const trail: number[] = []
  let sheet = root
  for (;;) {
    const inside = Array.from(sheet.p.item.keys()).findLast((box) => {
      if (box === 0 || sheet.p.kind[box] === BOX.card) return false
      const { x, y, w, h } = toScreen(areaIn(sheet, box), view)
      const seenW = Math.min(x + w, view.width) - Math.max(x, 0)
      const seenH = Math.min(y + h, view.height) - Math.max(y, 0)
      return seenW > 0 && seenH > 0 && seenW * seenH > (view.width * view.height) / 2
    })
    if (inside === undefined) return trail
    trail.push(at(sheet.p.item, inside))
    const inner = sheet.p.kind[inside] === BOX.closed ? innerSheet(sheet, inside, sheets) : undefined
    if (!inner) return trail
    sheet = inner
  }
}
