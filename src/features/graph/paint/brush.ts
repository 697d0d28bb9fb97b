import type { Look } from '#domain/overlays/overlay.ts'
import type { Pen } from '../overlays/chips.ts'
import type { Area } from '../viewport.ts'
import type { Emphasis } from './emphasis.ts'
import { fitName, type Siblings } from './texts.ts'

/** Minimum height of letters on the screen, in pixels. */
export const SMALLEST = 10.5

/** The text of a key, computed once: while a picture moves, nothing is measured again. */
export type Keep = (key: string, work: () => string) => string
export function keeper(most: number): Keep {
  const texts = new Map<string, string>()
  return (key, work) => {
    let value = texts.get(key)
    if (value !== undefined) return value
    if (texts.size >= most) texts.clear()
    texts.set(key, (value = work()))
    return value
  }
}

/** A text with the width that it may take. */
export type Words = { words: string; siblings: Siblings; room: number; px: number }
/** A text that is cut to its place. */
export type PlacedText = { text: string; x: number; y: number; px: number }
export type Brush = ReturnType<typeof brushWith>

/** What boxes of every kind are painted with, on one layer. */
export function brushWith(pen: Pen, keep: Keep) {
  const { context, palette, measure } = pen
  /** A text cut to its width; empty where hardly a letter would remain. */
  const fit = ({ words, siblings, room, px }: Words, isBold: boolean): string =>
    keep(`${isBold ? 'b' : ''}${px.toFixed(1)} ${Math.floor(room)} ${siblings.parent} ${words}`, () =>
      fitName(words, siblings, Math.floor(room), (part) => measure(part, px, isBold)),
    )
  const write = ({ text, x, y, px }: PlacedText, color: string, isBold = false): void => {
    if (text === '') return
    context.font = `${isBold ? '600 ' : ''}${px}px ${palette.family}`
    context.fillStyle = color
    context.fillText(text, x, y)
  }
  return {
    ...pen,
    keep,
    fit,
    /** Paints a text that is cut to its width already. */
    write,
    /** Cuts a text to its width, and paints it. */
    text(words: Words & { x: number; y: number }, color: string, isBold = false): void {
      write({ ...words, text: fit(words, isBold) }, color, isBold)
    },
    boxPath({ x, y, w, h }: Area, radius: number): void {
      context.beginPath()
      context.roundRect(x, y, w, h, Math.max(0, Math.min(radius, w / 2, h / 2)))
    },
    strokeBox(emphasis: Emphasis, width: number, look?: Look, isDashed = emphasis === 'downstream'): void {
      const isEmphasised = emphasis === 'selected' || emphasis === 'upstream' || emphasis === 'downstream'
      context.lineWidth = emphasis === 'selected' ? 2.5 : isEmphasised ? 1.6 : width
      context.strokeStyle =
        emphasis === 'selected' || emphasis === 'upstream'
          ? palette.accent
          : emphasis === 'downstream'
            ? palette.attention
            : look
              ? palette[look]
              : palette['line-strong']
      if (isDashed) context.setLineDash([5, 3])
      context.stroke()
      if (isDashed) context.setLineDash([])
    },
  }
}
