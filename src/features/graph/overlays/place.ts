import type { Viewport, Window } from '../scene.ts'

type Size = { w: number; h: number }

/**
 * A view of the map in an address: the centre, and how much of the picture's width is in view, as shares of the
 * picture, so that it means about the same in a pane of another size.
 */
export function placeText({ x, y, zoom, width, height }: Window, { w, h }: Size): string {
  const share = (value: number) => String(Number(value.toPrecision(4)))
  return [(width / 2 - x) / zoom / w, (height / 2 - y) / zoom / h, width / zoom / w].map(share).join('_')
}

/** The viewport for such a text in a pane; undefined if invalid. */
export function readPlace(
  text: string,
  { w, h }: Size,
  window: { width: number; height: number },
): Viewport | undefined {
  const numbers = text.split('_').map(Number)
  const [cx, cy, part] = numbers
  if (cx === undefined || cy === undefined || part === undefined || numbers.length !== 3) return undefined
  if (!numbers.every(Number.isFinite) || Math.abs(cx) > 3 || Math.abs(cy) > 3 || part < 1e-5 || part > 50)
    return undefined
  const zoom = window.width / part / w
  return { zoom, x: window.width / 2 - cx * w * zoom, y: window.height / 2 - cy * h * zoom }
}
