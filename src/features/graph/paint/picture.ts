import { BOX } from '#domain/graphLayout/positions.ts'
import {
  NO_MARGIN,
  READABLE,
  SHOWING,
  type BoxInView,
  boxesInView,
  type Sheet,
  type Sheets,
  trailAt,
  type Window,
} from '../scene.ts'
import type { Area } from '../viewport.ts'
import { aboutItems, type Picture } from './about.ts'
import { brushWith, keeper, SMALLEST } from './brush.ts'
import { paintCard } from './cards.ts'
import { cycleTest } from './cycles.ts'
import { dotPainter, type Textures } from './dots.ts'
import { nameFrame, nameGroup, paintFrame, paintGroup } from './groups.ts'
import { linePainter } from './lines.ts'
import type { Palette } from './palette.ts'
import type { Measure } from './texts.ts'

/** At most this many cards are painted with their names: more are not legible at once. */
const MANY_LABELS = 260

/** The part of the page that painting needs. */
export type Tools = {
  measure: Measure
  palette: Palette
  /** Device pixels per CSS pixel. */
  density: number
  newImage: (width: number, height: number) => HTMLCanvasElement
  /** Textures of one model: they outlive a painter, and are repainted when overlay, filter or theme change. */
  textures: Textures
  /** Requests another frame: not everything was painted in this one. */
  again: () => void
}

/** Paints a picture in any window. */
export function painterOf(picture: Picture, { measure, palette, density, newImage, textures, again }: Tools) {
  const about = aboutItems(picture)
  const { marks, hits, selection } = picture
  const { tree, markOf, isFaded } = about
  const keep = keeper(4_000)
  const dotsOfFrame = dotPainter(
    { tree, marks, hits, markOf, opacityOf: about.opacityOf },
    { palette, density, newImage, textures, again },
  )
  const paintLines = linePainter(
    { tree, selection, isFaded, isInCycle: cycleTest(picture.model, marks) },
    { measure, palette, px: SMALLEST },
  )

  /**
   * Paints what is in a window. Names of groups that may reach its edge are painted on `layer`, which may be a canvas of
   * its own; `paintNames` of the result paints them again after the picture has been moved by (x, y). While a pointer is
   * over the item `pointed`, its lines alone stand out.
   */
  return function paint(
    context: CanvasRenderingContext2D,
    view: Window,
    root: Sheet,
    sheets: Sheets,
    { layer = context, pointed = -1 }: { layer?: CanvasRenderingContext2D; pointed?: number } = {},
  ) {
    context.textBaseline = 'middle'
    const brush = brushWith({ context, palette, measure }, keep)
    const above = brushWith({ context: layer, palette, measure }, keep)
    const edgeNames: { box: BoxInView; alpha: number }[] = []
    const paintDots = dotsOfFrame()
    const edge = view.width
    let labels = 0
    const inView = boxesInView(root, view, sheets)
    const trail = trailAt(root, view, sheets)
    const isEntered = ({ inner, item }: BoxInView) => inner !== undefined && trail.includes(item)
    for (const { sheet, boxes, scale } of inView) {
      const alpha = sheet === root ? 1 : opacityAt(scale)
      if (alpha <= 0) continue
      for (const box of boxes) {
        if (box.kind !== BOX.open || (box.index === 0 && sheet !== root)) continue
        if (box.index > 0) paintFrame(brush, about, box, alpha)
        if (mayStay(box.area)) edgeNames.push({ box, alpha })
        else nameFrame(brush, about, box, { alpha, edge })
      }
      context.globalAlpha = alpha
      paintLines(context, sheet, view, { scale, alpha, pointed, isAround: boxes.some(isEntered) })
      for (const box of boxes) {
        context.globalAlpha = alpha
        if (box.kind === BOX.closed) {
          const contentAlpha = box.inner ? opacityAt(box.inner.scale * view.zoom) : 0
          const hasEdgeName = paintGroup(brush, about, box, { alpha, edge, contentAlpha, paintDots })
          if (hasEdgeName) edgeNames.push({ box, alpha })
        } else if (box.kind === BOX.card && labels < MANY_LABELS && paintCard(brush, about, box, alpha)) labels++
      }
    }
    context.globalAlpha = 1
    paintNames(0, 0)
    return { inView, paintNames }

    function paintNames(x: number, y: number): void {
      layer.textBaseline = 'middle'
      for (const { box, alpha } of edgeNames) {
        const moved = { ...box, area: { ...box.area, x: box.area.x + x, y: box.area.y + y } }
        if (box.kind === BOX.open) nameFrame(above, about, moved, { alpha, edge })
        else nameGroup(above, about, moved, { alpha, edge })
      }
      layer.globalAlpha = 1
    }

    /** Whether a name may be at the edge of the window, now or after a move by the margin. */
    function mayStay({ x, w }: Area): boolean {
      const { x: more } = view.margin ?? NO_MARGIN
      return x < more || x + w > view.width - more
    }
  }
}

/** The content of a closed group fades in while it becomes legible. */
const opacityAt = (scale: number): number => Math.min(1, (scale - SHOWING) / (READABLE - SHOWING))
