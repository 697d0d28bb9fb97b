import type { Viewport, Window } from '../scene.ts'
import { toScreen } from '../scene.ts'
import type { Area } from '../viewport.ts'

/** An area counts as in view with so many pixels of it outside. */
const SLACK = 8
/** Distance from the edge of the pane to what is moved into view. */
const AIR = 12

/** Whether all of an area is in view. */
export function isInView(area: Area, view: Window): boolean {
  const { x, y, w, h } = toScreen(area, view)
  return x >= -SLACK && y >= -SLACK && x + w <= view.width + SLACK && y + h <= view.height + SLACK
}

/** The view moved as little as shows an area; of one larger than the pane its upper left corner. */
export function intoView(area: Area, { x, y, zoom, width, height }: Window): Viewport {
  const place = toScreen(area, { x, y, zoom })
  const shift = (start: number, size: number, pane: number) =>
    Math.max(AIR - start, 0) || Math.min(0, Math.max(pane - AIR - start - size, AIR - start))
  return { x: x + shift(place.x, place.w, width), y: y + shift(place.y, place.h, height), zoom }
}
