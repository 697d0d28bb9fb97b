import { at } from '#domain/graphLayout/columns.ts'
import { BOX, type Positions } from '#domain/graphLayout/positions.ts'
import type { Tree } from '#domain/graphLayout/tree.ts'
import { areaIn, entering, innerSheet, locate, type Sheet, type Sheets, type Viewport } from '../scene.ts'
import { type Area, areaOf, minimapHeight, viewportFor, type Zooms } from '../viewport.ts'
import type { Size } from '../worker/expected.ts'

/** Maximum zoom when everything is shown. */
const FIT = 1.6
/** Zoom at which a card is easy to read. */
const COMFORTABLE = 0.9

/** The picture that a camera is over, in a pane of this size. */
export type Ground = { root: Sheet; tree: Tree; sheets: Sheets; size: Size }

/** Where a camera goes: an area, and the zooms to show it at. */
export type Target = { area: Area; zooms: Zooms }

/** The view of a target; undefined while the pane has no size. */
export const viewOfTarget = ({ area, zooms }: Target, { width, height }: Size): Viewport | undefined =>
  width > 0 ? viewportFor(area, width, height, zooms) : undefined

/** Everything. */
export const wholeOf = (positions: Positions): Target => ({ area: areaOf(positions, 0), zooms: { most: FIT } })

/**
 * An item: a card at a comfortable zoom, a group as large as the pane. While layouts of the groups around it are missing,
 * the innermost box that contains it; they are requested. `target` is undefined for the frame of
 * the picture.
 */
export function targetOfItem(
  { root, tree, sheets }: Ground,
  item: number,
  zoom: number,
): { target: Target | undefined; isWhole: boolean } | undefined {
  const spot = locate(root, tree, item, sheets)
  if (!spot) return undefined
  if (spot.box <= 0) return { target: undefined, isWhole: true }
  const area = areaIn(spot.sheet, spot.box)
  const comfortable = COMFORTABLE / spot.sheet.scale
  const isCard = spot.isWhole && spot.sheet.p.kind[spot.box] === BOX.card
  const zooms = isCard
    ? { least: comfortable, most: Math.min(Math.max(comfortable, zoom), comfortable * 1.8) }
    : { most: Infinity }
  return { target: { area, zooms }, isWhole: spot.isWhole }
}

/** A group's content, or the box of the group until its content, which is requested, has been laid out. */
export function targetInside(
  { root, tree, sheets, size }: Ground,
  item: number,
): { target: Target; isLaidOut: boolean } | undefined {
  const spot = locate(root, tree, item, sheets)
  if (!spot?.isWhole) return undefined
  const isClosed = spot.sheet.p.kind[spot.box] === BOX.closed
  const content = isClosed ? innerSheet(spot.sheet, spot.box, sheets) : undefined
  if (!content) sheets.request(item)
  const area = content ? areaIn(content, 0) : areaIn(spot.sheet, spot.box)
  return {
    target: entering(area, content?.scale, size, minimapHeight(root.p)),
    isLaidOut: !isClosed || content !== undefined,
  }
}

/** The view in which the corner of an item is where it was in the layout before; undefined if it was or is in no box. */
export function steadyView(view: Viewport, item: number, before: Positions, after: Positions): Viewport | undefined {
  const [from, to] = [before.item.indexOf(item), after.item.indexOf(item)]
  if (from < 0 || to < 0) return undefined
  return {
    x: view.x + (at(before.x, from) - at(after.x, to)) * view.zoom,
    y: view.y + (at(before.y, from) - at(after.y, to)) * view.zoom,
    zoom: view.zoom,
  }
}
