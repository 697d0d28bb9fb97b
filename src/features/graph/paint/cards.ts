import type { OverlayClass } from '#domain/overlays/overlay.ts'
import { missingWords, paintMissing } from '../overlays/chips.ts'
import { READABLE, type BoxInView } from '../scene.ts'
import type { Area } from '../viewport.ts'
import type { About } from './about.ts'
import { type Brush, SMALLEST } from './brush.ts'
import { paintEnds } from './ends.ts'
import { ALONE, lineOf } from './texts.ts'

/** Height of the letters of a name, on a small card that has room for them. */
const COMFORTABLE = 12

/** Height of the letters below the name, at a scale on the screen. */
export const secondLine = (scale: number): number => Math.max(SMALLEST, Math.min(14, 10.5 * scale))

/** Paints a resource. Returns whether there was room for its name. */
export function paintCard(brush: Brush, about: About, box: BoxInView, alpha: number): boolean {
  const { context, palette, text } = brush
  const { item, area, scale } = box
  const emphasis = about.emphasisOf(item)
  if (area.h < 3) {
    paintBar(brush, about, box, alpha)
    return false
  }
  const mark = about.markOf(item)
  brush.boxPath(area, 5 * scale)
  context.globalAlpha = alpha * (emphasis === 'dimmed' ? 0.55 : 1) * about.opacityOf(item)
  context.fillStyle = palette.raised
  context.fill()
  brush.strokeBox(emphasis, 1, mark?.look)
  const strip = mark ? paintStrip(brush, mark, area, scale) : 0
  const { name, kind } = about.labelOf(item)
  const plain = Math.max(SMALLEST, Math.min(16, 13 * scale))
  if (area.h < plain + 3 || area.w < 48) return false
  const second = secondLine(scale)
  const isTwo = area.h >= plain + second + 3
  const pad = Math.min(10, 9 * scale)
  const x = area.x + Math.max(pad, strip + 0.6 * pad)
  const width = area.x + area.w - pad - x
  const siblings = about.siblingsOf(item)
  // A name that is whole in letters of this size has them.
  const hasRoom = isTwo && area.h >= COMFORTABLE + second + 3
  const px =
    hasRoom && brush.fit({ words: name, siblings, room: width, px: COMFORTABLE }, true) === name
      ? Math.max(plain, COMFORTABLE)
      : plain
  // A low card has its two lines as far apart as possible.
  const line = area.y + (isTwo ? Math.min(area.h * 0.34, (area.h - second - 1) / 2) : area.h / 2)
  const words = isTwo ? name : lineOf({ name, kind }, siblings.names)
  const rivals = words === name ? siblings : { ...siblings, names: siblings.lines, shared: 0 }
  text({ words, siblings: rivals, x, y: line, room: width, px }, palette.ink, true)
  const missing = about.missingOf(item)
  if (isTwo)
    text(
      {
        // What is missing is more urgent than the type, and nothing may lie over either.
        words: missing ? missingWords(missing) : kind,
        siblings: ALONE,
        x,
        y: Math.max(area.y + area.h * 0.72, line + (px + second) / 2 + 1),
        room: width,
        px: second,
      },
      missing ? palette.danger : palette.muted,
    )
  const hasChip = missing !== undefined && !isTwo && scale >= READABLE
  if (hasChip)
    paintMissing(
      missingWords(missing),
      area,
      SMALLEST,
      (words, x, y, room) => text({ words, siblings: ALONE, x, y, room, px: SMALLEST }, palette.danger),
      brush,
    )
  paintEnds(brush, box, hasChip)
  return true
}

/** A card that is too low for anything but a colour. */
function paintBar({ context, palette }: Brush, about: About, { item, area }: BoxInView, alpha: number): void {
  context.fillStyle = palette[about.markOf(item)?.look ?? 'control']
  context.globalAlpha = alpha * 0.5 * about.opacityOf(item)
  context.fillRect(area.x, area.y, area.w, Math.max(1, area.h * 0.8))
}

/** Paints the class of a card, its colour and sign, at the left. Returns the width of that. */
function paintStrip(
  { context, palette, measure }: Brush,
  { look, sign }: OverlayClass,
  area: Area,
  scale: number,
): number {
  const px = Math.max(SMALLEST, Math.min(15, 12.5 * scale))
  const hasSign = area.h >= px + 3 && area.w >= 48
  const width = hasSign ? Math.max(px * 1.2, measure(sign, px, true) + px * 0.4) : Math.max(3, 4 * scale)
  context.fillStyle = palette[look]
  context.beginPath()
  context.roundRect(area.x, area.y, width, area.h, [5 * scale, 0, 0, 5 * scale])
  context.fill()
  if (hasSign) {
    context.font = `600 ${px}px ${palette.family}`
    context.fillStyle = palette.raised
    context.fillText(sign, area.x + (width - measure(sign, px, true)) / 2, area.y + area.h / 2)
  }
  return width
}
