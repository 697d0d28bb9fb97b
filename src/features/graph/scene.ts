import { at } from '#domain/graphLayout/columns.ts'
import { BOX, type Positions } from '#domain/graphLayout/positions.ts'
import type { Tree } from '#domain/graphLayout/tree.ts'
import { type Area, TRAIL, viewportFor, withRoomBelow, type Zooms } from './viewport.ts'

/**
 * A layout at its position in the world. The content of a closed group is a layout of its own, drawn within the group's
 * box at the scale that fits: zooming in opens it, and nothing else moves.
 */
export type Sheet = { p: Positions; x: number; y: number; scale: number }

/** Layouts of closed groups: those that have arrived, and requests for others. */
export type Sheets = { get: (item: number) => Positions | undefined; request: (item: number) => void }

export type Viewport = { x: number; y: number; zoom: number }
/** A pane, with what is painted around it on each side. */
export type Window = Viewport & { width: number; height: number; margin?: { x: number; y: number } }

export const NO_MARGIN = { x: 0, y: 0 }

/** Scale from which the cards of a layout are legible, and from which its content begins to show. */
export const READABLE = 0.56
export const SHOWING = 0.42
/** Scale from which the cards of an entered group can spare room for the minimap. */
const ROOMY = 0.6
/** From this width on the screen, the content of a group is laid out: it will soon be large enough to show. */
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
  const p = sheets.get(at(sheet.p.item, box))
  if (!p) return undefined
  const { x, y, w, h } = areaIn(sheet, box)
  const [roomW, roomH] = [w * (1 - 2 * INSET.side), h * (1 - INSET.top - INSET.bottom)]
  const scale = Math.min(roomW / at(p.w, 0), roomH / at(p.h, 0))
  return { p, scale, x: x + (w - at(p.w, 0) * scale) / 2, y: y + h * INSET.top + (roomH - at(p.h, 0) * scale) / 2 }
}

/**
 * The area and zooms that show an entered group: all of its content, above the breadcrumbs and, as long as its cards stay
 * large enough, above the minimap; less of the content if its cards would be too small to read. `scale` is that of the
 * content, if it has been laid out.
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

export const isInView = ({ x, y, w, h }: Area, { width, height, margin = NO_MARGIN }: Window): boolean =>
  x < width + margin.x && y < height + margin.y && x + w > -margin.x && y + h > -margin.y

/** A box that is in view, with the content of a closed group that is large enough. */
export type BoxInView = {
  sheet: Sheet
  /** In the layout. */
  index: number
  item: number
  kind: number
  area: Area
  scale: number
  inner?: Sheet | undefined
}

/** A layout of which something is in view, at its scale on the screen. */
export type SheetInView = { sheet: Sheet; boxes: BoxInView[]; scale: number }

/** The boxes in view by layout, containers first; with contents of closed groups that are large enough. */
export function boxesInView(root: Sheet, view: Window, sheets: Sheets): SheetInView[] {
  const inView: SheetInView[] = []
  const open = [root]
  for (let sheet = open.pop(); sheet; sheet = open.pop()) {
    const scale = sheet.scale * view.zoom
    const boxes: BoxInView[] = []
    for (let box = 0; box < sheet.p.item.length; box++) {
      const area = toScreen(areaIn(sheet, box), view)
      if (!isInView(area, view)) continue
      const item = at(sheet.p.item, box)
      const kind = at(sheet.p.kind, box)
      let inner: Sheet | undefined
      if (kind === BOX.closed && area.w > NEAR) {
        const content = innerSheet(sheet, box, sheets)
        if (!content) sheets.request(item)
        else if (content.scale * view.zoom >= SHOWING) open.push((inner = content))
      }
      boxes.push({ sheet, index: box, item, kind, area, scale, inner })
    }
    inView.push({ sheet, boxes, scale })
  }
  return inView
}

/** The innermost visible box at a point of the screen. */
export function hitAt(root: Sheet, view: Window, sheets: Sheets, px: number, py: number): BoxInView | undefined {
  let hit: BoxInView | undefined
  for (const { boxes } of boxesInView(root, view, sheets)) {
    for (const each of boxes) {
      const { x, y, w, h } = each.area
      if (each.index === 0 || px < x || py < y || px > x + w || py > y + h) continue
      if (!hit || each.area.w <= hit.area.w) hit = each
    }
  }
  return hit
}

/**
 * The box of an item in the world. While layouts of groups around it are missing, the innermost box that contains it; they
 * are requested.
 */
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
    const boxItem = at(sheet.p.item, box)
    if (boxItem === item || at(sheet.p.kind, box) !== BOX.closed) return { sheet, box, isWhole: boxItem === item }
    const inner = innerSheet(sheet, box, sheets)
    if (!inner) {
      sheets.request(boxItem)
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
      const visibleW = Math.min(x + w, view.width) - Math.max(x, 0)
      const visibleH = Math.min(y + h, view.height) - Math.max(y, 0)
      return visibleW > 0 && visibleH > 0 && visibleW * visibleH > (view.width * view.height) / 2
    })
    if (inside === undefined) return trail
    trail.push(at(sheet.p.item, inside))
    const inner = sheet.p.kind[inside] === BOX.closed ? innerSheet(sheet, inside, sheets) : undefined
    if (!inner) return trail
    sheet = inner
  }
}
