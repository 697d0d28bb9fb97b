import { at } from '#domain/graphLayout/columns.ts'
import { HEADER } from '#domain/graphLayout/sizes.ts'
import { number } from '#words/counts.ts'
import { chipRow, chipsWidth, paintChips } from '../overlays/chips.ts'
import type { Seen, Sheet } from '../scene.ts'
import type { About } from './about.ts'
import { type Brush, SMALLEST } from './brush.ts'
import type { dotPainter } from './dots.ts'
import { paintEnds } from './ends.ts'
import type { Palette } from './palette.ts'
import { ALONE } from './texts.ts'

/** How a group is shown: its opacity, and where the window ends at the right. */
export type Shown = { alpha: number; edge: number }
/** `innerShown` is the opacity of what is inside. */
type GroupShown = Shown & { innerShown: number; paintDots: ReturnType<ReturnType<typeof dotPainter>> }

/** Width of a name that keeps eight letters and what is left out, for letters of one pixel. */
const EIGHT_LETTERS = 7.6

/** Height of the letters of a group's name. */
const groupPx = (scale: number, inner: Sheet | undefined): number =>
  Math.max(SMALLEST, Math.min(inner ? 17 : 20, 13 * scale))

/** Groups within each other differ in their ground. */
const groundOf = ({ tree }: About, palette: Palette, item: number): string =>
  at(tree.depth, item) % 2 === 0 ? palette.canvas : palette.sunken

/** Paints the box of an open group. */
export function paintFrame(brush: Brush, about: About, { item, area, scale }: Seen, alpha: number): void {
  brush.context.globalAlpha = alpha
  brush.boxPath(area, 8 * scale)
  brush.context.fillStyle = groundOf(about, brush.palette, item)
  brush.context.fill()
  brush.strokeBox(about.emphasisOf(item), 1)
}

/** Paints the first line of an open group: its name, its kind and size, and what the overlay says. */
export function nameFrame(
  brush: Brush,
  about: About,
  { item, area, scale, sheet }: Seen,
  { alpha, edge }: Shown,
): void {
  const { context, palette, measure, text } = brush
  const emphasis = about.emphasisOf(item)
  context.globalAlpha = alpha * (emphasis === 'dimmed' ? 0.5 : 1) * about.opacityOfGroup(item)
  const room = HEADER * scale
  const px = Math.max(SMALLEST, Math.min(17, 13 * scale))
  if (room < px * 1.05 || area.w < 60) return
  const label = about.labelOf(item)
  const left = Math.max(area.x, 0) + 10 * Math.min(1, scale)
  const width = Math.min(area.x + area.w, edge) - left - 30 * scale
  const siblings = about.siblingsOf(item)
  const line = area.y + room / 2
  const used = text({ words: label.name, siblings, x: left, y: line, room: width, px }, palette.ink, true)
  if (used <= 0) return
  const beside = Math.max(SMALLEST, px - 1.5)
  const count = number(about.insideOf(item))
  const whole = sheet.p.needsOutside.length > 0 && label.kind ? `${label.kind} · ${count}` : count
  const chips = about.chipsOf(item)
  const taken = chips.length > 0 ? chipsWidth(chips, true, SMALLEST, measure) + 12 : 0
  // Of a kind nothing is told by the two or three letters that would be left; and counts tell more.
  const fits = (some: string) => measure(some, beside, false) + taken <= width - used - 8
  const words = fits(whole) ? whole : fits(count) || chips.length === 0 ? count : ''
  const place = { x: left + used + 8, y: line, room: width - used - 8, px: beside }
  const shown = text({ words, siblings: ALONE, ...place }, palette.muted)
  const start = left + used + shown + 20
  const row = chipRow(chips, left + width - start, SMALLEST, measure)
  const end = start + row.width
  // What an open group consists of is seen in it; a problem is told at least by its sign.
  if (end <= left + width && (row.hasNumbers || !about.isByCount)) paintChips(row, { end, line, px: SMALLEST }, brush)
}

/** Paints a closed group. Returns whether its first line is left to `nameGroup`, to be over what is inside. */
export function paintGroup(brush: Brush, about: About, seen: Seen, shown: GroupShown): boolean {
  const { context, palette, measure, text } = brush
  const { alpha, paintDots, innerShown } = shown
  const { item, area, scale, inner } = seen
  const emphasis = about.emphasisOf(item)
  const fade = (emphasis === 'dimmed' ? 0.55 : 1) * about.opacityOfGroup(item)
  context.globalAlpha = alpha * fade
  brush.boxPath(area, Math.min(14, 7 * scale))
  context.fillStyle = inner ? groundOf(about, palette, item) : palette.raised
  context.fill()
  brush.strokeBox(emphasis, 1.6)
  if (area.h < groupPx(scale, inner) + 2 || area.w < 40) {
    paintDots(context, item, area, alpha * fade * 0.9, !about.hasFilter && about.chipsOf(item).length === 0)
    const [first] = about.chipsOf(item)
    const end = area.x + area.w
    if (first && area.w > SMALLEST * 1.6 && area.h > SMALLEST * 1.2)
      paintChips(chipRow([first], 0, SMALLEST, measure), { end, line: area.y + area.h / 2, px: SMALLEST }, brush)
    return false
  }
  // Below the upper edge of the window the name is over what is inside, as that of a frame is.
  if (innerShown >= 1 && area.y >= 0) return true
  const head = nameGroup(brush, about, seen, shown)
  const { left, pad, room, small, count, chips, row, isBelow, isCounted, hasNext } = head
  let { below } = head
  if (innerShown >= 1) return false
  context.globalAlpha = alpha * fade * (1 - innerShown)
  let indent = 0
  if (hasNext) {
    const bottom = area.y + area.h
    // A low group has its dots in this line.
    const isLow = bottom - below < small * 2
    if (isBelow && row) {
      indent = row.width
      const middle = Math.min(below + small * 0.62, bottom - small * 0.65 - 1.5)
      paintChips(row, { end: left + indent, line: middle, px: small }, brush)
    }
    const width = room - indent
    // Two lines if there are few dots.
    const rows = about.insideOf(item) <= 24 && bottom - below > small * 3.4 ? 2 : 1
    const summed =
      indent === 0 && bottom - below > small + 2
        ? brush.keep(`${item} ${rows} ${Math.floor(width)} ${small.toFixed(1)}`, () =>
            linesOf(about.summaryOf(item), rows, (part) => measure(part, small, false) <= width).join('\n'),
          )
        : ''
    const counts = indent > 0 && row?.hasNumbers ? [`of ${count}`, count] : [count]
    // A number is never shortened.
    const alone = counts.find((part) => measure(part, small, false) <= width)
    const words =
      summed !== '' ? summed.split('\n') : isBelow && !isCounted && !isLow && alone !== undefined ? [alone] : []
    for (const part of words) {
      const place = { x: left + indent, y: below + small * 0.62, room: width, px: small }
      text({ words: part, siblings: ALONE, ...place }, palette.muted)
      below += small * 1.25
    }
    if (indent > 0 && words.length === 0 && !isLow) below += small * 1.25
    if (words.length > 0 || !isLow) indent = 0
  }
  const rest = {
    x: area.x + pad + indent,
    y: below + 2 * scale,
    w: area.w - 2 * pad - indent,
    h: area.y + area.h - below - 7 * scale,
  }
  if (rest.h > 4 && rest.w > 10)
    paintDots(context, item, rest, context.globalAlpha, !about.hasFilter && chips.length === 0)
  if (!inner) paintEnds(brush, seen)
  return false
}

/** The first line of a group: its name, its size, and what the overlay says. */
export function nameGroup(brush: Brush, about: About, { item, area, scale, inner }: Seen, { alpha, edge }: Shown) {
  const { context, palette, measure, text } = brush
  const emphasis = about.emphasisOf(item)
  context.globalAlpha = alpha * (emphasis === 'dimmed' ? 0.55 : 1) * about.opacityOfGroup(item)
  const { name } = about.labelOf(item)
  const px = groupPx(scale, inner)
  const pad = Math.min(12, 9 * scale)
  const top = Math.max(area.y, 0)
  const right = Math.min(area.x + area.w, edge)
  const left = Math.max(area.x, 0) + pad
  const count = number(about.insideOf(item))
  const small = Math.max(SMALLEST, Math.min(15, 10.5 * scale))
  const countWidth = measure(count, small, false)
  const chips = about.chipsOf(item)
  // Not lower, however large the group is: what is in it begins there.
  const line = top + Math.min(area.h / 2, px * 0.95 + Math.min(4, 2 * scale))
  // The name comes first: counts that do not fit beside it are in the next line if there is one.
  const room = right - pad - left
  const nameWidth = measure(name, px, true) + 6
  const rowIn = (space: number) => chipRow(chips, space, small, measure)
  const below = line + px * 0.62
  const hasNext = !inner && area.y + area.h - below > small
  const isBelow =
    hasNext && nameWidth + (chips.length > 0 ? chipsWidth(chips, true, small, measure) : countWidth) > room
  const least = Math.min(nameWidth, Math.max(EIGHT_LETTERS * px, room * 0.55))
  const beside = isBelow || chips.length === 0 ? undefined : rowIn(room - least)
  const row = beside ?? (chips.length > 0 ? rowIn(room) : undefined)
  // The number of resources gives way to the name, and to what the overlay says.
  const isCounted = (isBelow || chips.length > 0 ? nameWidth : least) + (beside?.width ?? 0) + countWidth <= room
  let end = right - pad
  if (isCounted) {
    end -= countWidth
    text({ words: count, siblings: ALONE, x: end, y: line, room: countWidth + 2, px: small }, palette.muted)
  }
  if (beside) end = paintChips(beside, { end, line, px: small }, brush)
  const width = isBelow && !isCounted ? room : end - left - 4
  text({ words: name, siblings: about.siblingsOf(item), x: left, y: line, room: width, px }, palette.ink, true)
  return { left, pad, room, small, count, chips, row, isBelow, isCounted, hasNext, below }
}

/** The longest of several texts that fits into the given lines, broken at commas. */
function linesOf(texts: readonly string[], rows: number, fits: (words: string) => boolean): string[] {
  for (const words of texts) {
    const lines: string[] = []
    for (const part of words.split(', ')) {
      const last = lines.at(-1)
      if (last !== undefined && fits(`${last}, ${part},`)) lines[lines.length - 1] = `${last}, ${part}`
      else lines.push(part)
    }
    if (lines.length <= rows && lines.every(fits))
      return lines.map((line, i) => (i < lines.length - 1 ? `${line},` : line))
  }
  return []
}
