import type { OverlayClass } from '#domain/overlays/overlay.ts'
import { number } from '#words/counts.ts'
import type { Palette } from '../palette.ts'
import type { Measure } from '../texts.ts'

/** A class with the number of resources that it has in a group; `filter` is the number that a filter leaves. */
export type Chip = { mark: Pick<OverlayClass, 'sign' | 'look'> | 'filter'; count: number }

type Tools = { context: CanvasRenderingContext2D; palette: Palette; measure: Measure }

const GAP = 6
const signOf = (mark: Chip['mark']): string => (mark === 'filter' ? '⌕' : mark.sign)
const colorOf = (mark: Chip['mark'], palette: Palette): string => palette[mark === 'filter' ? 'accent' : mark.look]

const signWidth = (sign: string, px: number, measure: Measure): number =>
  Math.max(px * 1.25, measure(sign, px, true) + px * 0.5)

/** How wide chips come out, one beside the other. */
export const chipsWidth = (chips: readonly Chip[], hasNumbers: boolean, px: number, measure: Measure): number =>
  chips.reduce(
    (sum, { mark, count }) =>
      sum + signWidth(signOf(mark), px, measure) + GAP + (hasNumbers ? measure(number(count), px, true) + 3 : 0),
    0,
  )

/** Paints chips that end at a place, and tells where they begin. */
export function paintChips(
  chips: readonly Chip[],
  { end, line, px, hasNumbers }: { end: number; line: number; px: number; hasNumbers: boolean },
  { context, palette, measure }: Tools,
): number {
  let x = end - chipsWidth(chips, hasNumbers, px, measure)
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
  return begin
}
