import { BOX } from '#domain/graphLayout/positions.ts'
import { NO_MARGIN, READABLE, SHOWING, type Seen, seenIn, type Sheet, type Sheets, type Window } from '../scene.ts'
import type { Area } from '../viewport.ts'
import { aboutItems, type Picture } from './about.ts'
import { brushWith, keeper, SMALLEST } from './brush.ts'
import { paintCard } from './cards.ts'
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
  const { marks, hits, reach } = picture
  const { tree, markOf, isFaded } = about
  const keep = keeper(4_000)
  const dotsOfFrame = dotPainter(
    { tree, marks, hits, markOf, faded: about.opacityOf },
    { palette, density, newImage, textures, again },
  )
  const paintLines = linePainter({ tree, reach, isFaded }, { measure, palette, px: SMALLEST })

  /**
   * Paints what is in a window. The names of open groups that may reach its edge are painted on a layer, which may be one
   * of its own; `paintNames` of the result paints them again when the window has been moved by so much.
   */
  return function paint(context: CanvasRenderingContext2D, view: Window, root: Sheet, sheets: Sheets, layer = context) {
    context.textBaseline = 'middle'
    const brush = brushWith({ context, palette, measure }, keep)
    const above = brushWith({ context: layer, palette, measure }, keep)
    const named: { seen: Seen; alpha: number }[] = []
    const paintDots = dotsOfFrame()
    const edge = view.width
    let labels = 0
    const all = seenIn(root, view, sheets)
    for (const { sheet, boxes, scale } of all) {
      const alpha = sheet === root ? 1 : opacityAt(scale)
      if (alpha <= 0) continue
      for (const seen of boxes) {
        if (seen.kind !== BOX.open || (seen.box === 0 && sheet !== root)) continue
        if (seen.box > 0) paintFrame(brush, about, seen, alpha)
        if (mayStay(seen.area)) named.push({ seen, alpha })
        else nameFrame(brush, about, seen, { alpha, edge })
      }
      context.globalAlpha = alpha
      paintLines(context, sheet, view, scale, alpha)
      for (const seen of boxes) {
        context.globalAlpha = alpha
        if (seen.kind === BOX.closed) {
          const contentAlpha = seen.inner ? opacityAt(seen.inner.scale * view.zoom) : 0
          const isNamedLater = paintGroup(brush, about, seen, { alpha, edge, contentAlpha, paintDots })
          if (isNamedLater) named.push({ seen, alpha })
        } else if (seen.kind === BOX.card && labels < MANY_LABELS && paintCard(brush, about, seen, alpha)) labels++
      }
    }
    context.globalAlpha = 1
    paintNames(0, 0)
    return { seen: all, paintNames }

    function paintNames(x: number, y: number): void {
      layer.textBaseline = 'middle'
      for (const { seen, alpha } of named) {
        const moved = { ...seen, area: { ...seen.area, x: seen.area.x + x, y: seen.area.y + y } }
        if (seen.kind === BOX.open) nameFrame(above, about, moved, { alpha, edge })
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
