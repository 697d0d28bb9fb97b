import { NO_MARGIN, type Viewport, type Window } from '../scene.ts'

/**
 * Painted around the pane as well, in CSS pixels on each side: while the picture is panned that far, it is moved and not
 * painted again, which takes most of the time of a frame.
 */
export const MARGIN = { x: 128, y: 96 }

export type Shown = {
  window: Window
  /** What is painted, besides the window: equal parts are the same picture. */
  of: readonly unknown[]
  /** Device pixels per CSS pixel. */
  density: number
  isMoving: boolean
}

type Painted = {
  of: readonly unknown[]
  view: Viewport
  margin: typeof MARGIN
  shift: { x: number; y: number }
  paintNames: PaintNames
}

/** Paints the names that stay in the window, in a window that is moved by so much. */
type PaintNames = (x: number, y: number) => void
export type Layers = { picture: HTMLCanvasElement; names: HTMLCanvasElement }

/**
 * The layers of a picture: the picture itself, larger than the pane that shows it, and above it, as large as the pane,
 * the names that stay in the window while their box is partly out of it, which are painted at each move.
 */
export function surfaceOn({ picture, names }: Layers) {
  let painted: Painted | undefined
  let isComplete = true
  const clearNames = () => names.getContext('2d')?.clearRect(0, 0, names.width, names.height)
  const shift = (last: Painted, x: number, y: number) => {
    last.shift = { x, y }
    picture.style.transform = `translate(${x}px, ${y}px)`
    clearNames()
    last.paintNames(x, y)
  }

  return {
    /**
     * Shows a window onto a picture, and paints it only if what is there cannot be moved into place. What depends on
     * the edge of the pane may be a margin away from its place while the window moves, and nothing outside of it is
     * painted while it zooms; a window at rest is exact. Returns whether it was painted.
     */
    show(
      { window, of, density, isMoving }: Shown,
      paint: (context: CanvasRenderingContext2D, window: Window, names: CanvasRenderingContext2D) => PaintNames,
    ): boolean {
      const [context, layer] = [picture.getContext('2d'), names.getContext('2d')]
      if (!context || !layer) return false
      const { x, y, zoom, width, height } = window
      const parts = [...of, width, height, density]
      const last = painted && parts.every((part, i) => part === painted?.of[i]) ? painted : undefined
      if (last?.view.zoom === zoom) {
        // At whole pixels: between them it would be resampled.
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
      painted = isComplete ? { of: parts, view, margin, shift: { x: 0, y: 0 }, paintNames } : undefined
      return true
    },
    /** What is painted is not complete: the next time it is painted again. */
    forget() {
      isComplete = false
      painted = undefined
    },
  }
}
