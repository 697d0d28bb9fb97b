import { NO_MARGIN, type Viewport, type Window } from './scene.ts'

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

type Painted = { of: readonly unknown[]; view: Viewport; margin: typeof MARGIN; shift: { x: number; y: number } }

/** The canvas of a picture, which is larger than the pane that shows it. */
export function surfaceOn(canvas: HTMLCanvasElement) {
  let painted: Painted | undefined
  const shift = (x: number, y: number) => {
    if (painted) painted.shift = { x, y }
    canvas.style.transform = x === 0 && y === 0 ? '' : `translate(${x}px, ${y}px)`
  }

  return {
    /**
     * Shows a window onto a picture, and paints it only if what is there cannot be moved into place. A moving
     * window may show names where they were painted, at most a margin away from their place at the edge of the pane, and
     * while it zooms nothing outside of it is painted; a window at rest is exact. Returns whether it was painted.
     */
    show(
      { window, of, density, isMoving }: Shown,
      paint: (context: CanvasRenderingContext2D, window: Window) => void,
    ): boolean {
      const context = canvas.getContext('2d')
      if (!context) return false
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
          if (dx !== last.shift.x || dy !== last.shift.y) shift(dx, dy)
          return false
        }
      }
      const isZooming = isMoving && last !== undefined && last.view.zoom !== zoom
      const size = {
        width: Math.round((width + 2 * MARGIN.x) * density),
        height: Math.round((height + 2 * MARGIN.y) * density),
      }
      if (canvas.width !== size.width || canvas.height !== size.height) Object.assign(canvas, size)
      Object.assign(canvas.style, {
        left: `${-MARGIN.x}px`,
        top: `${-MARGIN.y}px`,
        width: `${width + 2 * MARGIN.x}px`,
        height: `${height + 2 * MARGIN.y}px`,
      })
      const margin = isZooming ? NO_MARGIN : MARGIN
      painted = { of: parts, view: { x, y, zoom }, margin, shift: { x: 0, y: 0 } }
      shift(0, 0)
      context.setTransform(density, 0, 0, density, MARGIN.x * density, MARGIN.y * density)
      context.clearRect(-MARGIN.x, -MARGIN.y, width + 2 * MARGIN.x, height + 2 * MARGIN.y)
      paint(context, { ...window, margin })
      return true
    },
    /** What is painted is not complete: the next time it is painted again. */
    forget: () => (painted = undefined),
  }
}
