import type { OverlayClass } from '#domain/overlays/overlay.ts'
import { number } from '#words/counts.ts'
import type { Palette } from '../paint/palette.ts'
import type { Measure } from '../paint/texts.ts'

/** A class with its number of resources in a group; `filter` is the number that passes the filter. */
export type Chip = { mark: Pick<OverlayClass, 'sign' | 'look'> | 'filter'; count: number }

/** A canvas, with what painting on it needs. */
export type Pen = { context: CanvasRenderingContext2D; palette: Palette; measure: Measure }

const GAP = 6
const signOf = (mark: Chip['mark']): string => (mark === 'filter' ? '⌕' : mark.sign)
const colorOf = (mark: Chip['mark'], palette: Palette): string => palette[mark === 'filter' ? 'accent' : mark.look]

const signWidth = (sign: string, px: number, measure: Measure): number =>
  Math.max(px * 1.25, measure(sign, px, true) + px * 0.5)

/** Total width of chips side by side. */
export const chipsWidth = (chips: readonly Chip[], hasNumbers: boolean, px: number, measure: Measure): number =>
  chips.reduce(
    (sum, { mark, count }) =>
      sum + signWidth(signOf(mark), px, measure) + GAP + (hasNumbers ? measure(number(count), px, true) + 3 : 0),
    0,
  )

/** Replaces the chips that do not fit. */
const MORE = '…'

/** The chips that fit with their numbers; if none does, the first one without its number. */
export type ChipRow = { chips: readonly Chip[]; hasNumbers: boolean; hasMore: boolean; width: number }

export function chipRow(chips: readonly Chip[], room: number, px: number, measure: Measure): ChipRow {
  const rowOf = (count: number, hasNumbers = true): ChipRow => {
    const first = chips.slice(0, count)
    const hasMore = count < chips.length
    const more = hasMore && hasNumbers ? measure(MORE, px, true) + GAP : 0
    return { chips: first, hasNumbers, hasMore, width: chipsWidth(first, hasNumbers, px, measure) + more }
  }
  for (let count = chips.length; count > 0; count--) {
    const row = rowOf(count)
    if (row.width <= room) return row
  }
  const single = { ...rowOf(1), hasMore: false, width: chipsWidth(chips.slice(0, 1), true, px, measure) }
  return single.width <= room ? single : rowOf(1, false)
}

/** Paints chips that end at `end`, and returns where they begin. */
export function paintChips(
  { chips, hasNumbers, hasMore, width: total }: ChipRow,
  { end, line, px }: { end: number; line: number; px: number },
  { context, palette, measure }: Pen,
): number {
  let x = end - total
  const begin = x
  context.font = `600 ${px}px ${palette.family}`
  for (const { mark, count } of chips) {
    const sign = signOf(mark)
    const width = signWidth(sign, px, measure)
    context.fillStyle = colorOf(mark, palette)
    context.beginPath()
    context.roundRect(x, line - px * 0.65, width, px * 1.3, 3)
    context.fill()
    context.fillStyle = palette.raised
    context.fillText(sign, x + (width - measure(sign, px, true)) / 2, line + 0.5)
    x += width
    if (hasNumbers) {
      context.fillStyle = colorOf(mark, palette)
      context.fillText(number(count), x + 3, line + 0.5)
      x += measure(number(count), px, true) + 3
    }
    x += GAP
  }
  if (hasMore && hasNumbers) {
    context.fillStyle = palette.muted
    context.fillText(MORE, x, line + 0.5)
  }
  return begin
}

/** The first of several names, and how many more. */
export const namedFirst = ([first = '', ...others]: readonly string[]): string =>
  `${first}${others.length > 0 ? ` and ${number(others.length)} more` : ''}`

/** What a card with dangling references says. */
export const missingWords = (missing: readonly string[]): string => `✕ ${namedFirst(missing)} missing`

type WriteText = (words: string, x: number, y: number, room: number) => void

/** Writes what a card refers to that is missing, on a chip at its lower edge: for one that has room only for its name. */
export function paintMissing(
  words: string,
  { x, y, w, h }: { x: number; y: number; w: number; h: number },
  px: number,
  text: WriteText,
  { context, palette, measure }: Pen,
): void {
  const width = Math.min(w - 12, Math.ceil(measure(words, px, false)) + 9)
  context.beginPath()
  context.roundRect(x + 6, y + h - 4, width, 14, 7)
  context.fillStyle = palette.surface
  context.fill()
  context.lineWidth = 1
  context.strokeStyle = palette.danger
  context.stroke()
  text(words, x + 10, y + h + 3.5, width - 8)
}
