import { NO_MARGIN, type Viewport, type Window } from '../scene.ts'

/**
 * The picture is painted that far beyond the pane, in CSS pixels on each side. While the user pans within this margin, the
 * canvas is moved instead of being painted again, which would take most of the time of a frame.
 */
export const MARGIN = { x: 128, y: 96 }

export type SurfaceView = {
  window: Window
  /** What the picture is made of, besides the window: equal parts give the same picture. */
  parts: readonly unknown[]
  /** Device pixels per CSS pixel. */
  density: number
  isMoving: boolean
}

type LastPaint = {
  parts: readonly unknown[]
  view: Viewport
  margin: typeof MARGIN
  shift: { x: number; y: number }
  paintNames: PaintNames
}

/** Paints the names at the edge of the window after the picture has been moved by (x, y). */
type PaintNames = (x: number, y: number) => void
export type Layers = { picture: HTMLCanvasElement; names: HTMLCanvasElement }

/**
 * The two layers of a picture: the picture, larger than the pane; and above it, as large as the pane, the names of boxes
 * that are partly out of the window. These names stay in the window, so they are painted at each move.
 */
export function surfaceOn({ picture, names }: Layers) {
  let current: LastPaint | undefined
  let isComplete = true
  const clearNames = () => names.getContext('2d')?.clearRect(0, 0, names.width, names.height)
  const shift = (last: LastPaint, x: number, y: number) => {
    last.shift = { x, y }
    picture.style.transform = `translate(${x}px, ${y}px)`
    clearNames()
    last.paintNames(x, y)
  }

  return {
    /**
     * Shows a window onto a picture. Moves the last painting into position if that is enough, otherwise paints again, and
     * returns whether it did. While the window moves, what depends on the edge of the pane may be up to a margin off; while
     * it zooms, the margin is not painted. At rest the picture is exact.
     */
    show(
      { window, parts: ownParts, density, isMoving }: SurfaceView,
      paint: (context: CanvasRenderingContext2D, window: Window, names: CanvasRenderingContext2D) => PaintNames,
    ): boolean {
      const [context, layer] = [picture.getContext('2d'), names.getContext('2d')]
      if (!context || !layer) return false
      const { x, y, zoom, width, height } = window
      const parts = [...ownParts, width, height, density]
      const last = current && parts.every((part, i) => part === current?.parts[i]) ? current : undefined
      if (last?.view.zoom === zoom) {
        // Moved by whole pixels: the browser would blur it between them.
        const [dx, dy] = [x - last.view.x, y - last.view.y].map((d) => Math.round(d * density) / density) as [
          number,
          number,
        ]
        const isThere = dx === 0 && dy === 0 && (isMoving || last.margin === MARGIN)
        const isInside = Math.abs(dx) <= last.margin.x && Math.abs(dy) <= last.margin.y
        if (isThere || (isMoving && isInside)) {
          if (dx !== last.shift.x || dy !== last.shift.y) shift(last, dx, dy)
          return false
        }
      }
      const isZooming = isMoving && last !== undefined && last.view.zoom !== zoom
      const margin = isZooming ? NO_MARGIN : MARGIN
      const inside = { width: Math.round(width * density), height: Math.round(height * density) }
      const around = {
        width: Math.round((width + 2 * MARGIN.x) * density),
        height: Math.round((height + 2 * MARGIN.y) * density),
      }
      if (names.width !== inside.width || names.height !== inside.height) Object.assign(names, inside)
      if (picture.width !== around.width || picture.height !== around.height) Object.assign(picture, around)
      Object.assign(picture.style, {
        left: `${-MARGIN.x}px`,
        top: `${-MARGIN.y}px`,
        width: `${width + 2 * MARGIN.x}px`,
        height: `${height + 2 * MARGIN.y}px`,
        transform: '',
      })
      clearNames()
      layer.setTransform(density, 0, 0, density, 0, 0)
      context.setTransform(density, 0, 0, density, MARGIN.x * density, MARGIN.y * density)
      context.clearRect(-MARGIN.x, -MARGIN.y, width + 2 * MARGIN.x, height + 2 * MARGIN.y)
      isComplete = true
      const paintNames = paint(context, { ...window, margin }, layer)
      const view = { x, y, zoom }
      current = isComplete ? { parts, view, margin, shift: { x: 0, y: 0 }, paintNames } : undefined
      return true
    },
    /** The painter has not painted everything: the next call of `show` paints again. */
    forget() {
      isComplete = false
      current = undefined
    },
  }
}
