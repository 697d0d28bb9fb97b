import type { Page } from '@playwright/test'

/** A rectangle on the screen. */
export type Rect = { x: number; y: number; w: number; h: number }
/** What was drawn on a canvas since it was last cleared, in pixels of the page. */
export type Painted = {
  texts: { text: string; px: number; at: Rect }[]
  boxes: Rect[]
  /** The points of each line, x and y in turn. */
  lines: number[][]
  /** The corners of each filled triangle, tip first. */
  heads: number[][]
}

declare global {
  interface Window {
    drawn?: Painted
  }
}

/** Runs in the page before its own scripts: records every drawing call on a canvas since it was last cleared. */
export function recordDrawing(): void {
  const own = CanvasRenderingContext2D.prototype
  const { clearRect, fillText, roundRect, beginPath, moveTo, lineTo, arcTo, stroke, fill } = own
  const empty = (): Painted => ({ texts: [], boxes: [], lines: [], heads: [] })
  let path: number[] = []
  let isBox = false
  const place = (context: CanvasRenderingContext2D, x: number, y: number): [number, number] => {
    const { a, d, e, f } = context.getTransform()
    const { left, top } = context.canvas.getBoundingClientRect()
    const density = context.canvas.width / context.canvas.clientWidth
    return [left + (x * a + e) / density, top + (y * d + f) / density]
  }
  // Not the minimap.
  const isPicture = ({ canvas }: CanvasRenderingContext2D) => canvas.isConnected && canvas.clientWidth > 400
  const isSeen = (context: CanvasRenderingContext2D) => isPicture(context) && context.globalAlpha > 0.1
  const rect = (context: CanvasRenderingContext2D, x: number, y: number, w: number, h: number): Rect => {
    const [left, top] = place(context, x, y)
    const [right, bottom] = place(context, x + w, y + h)
    return { x: left, y: top, w: right - left, h: bottom - top }
  }
  own.clearRect = function (...args) {
    if (isPicture(this)) window.drawn = empty()
    clearRect.apply(this, args)
  }
  own.beginPath = function () {
    path = []
    isBox = false
    beginPath.call(this)
  }
  own.moveTo = function (x, y) {
    path.push(...place(this, x, y))
    moveTo.call(this, x, y)
  }
  own.lineTo = function (x, y) {
    path.push(...place(this, x, y))
    lineTo.call(this, x, y)
  }
  own.arcTo = function (x, y, ...rest) {
    path.push(...place(this, x, y))
    arcTo.call(this, x, y, ...rest)
  }
  own.roundRect = function (x, y, w, h, ...rest) {
    isBox = true
    if (isSeen(this)) (window.drawn ??= empty()).boxes.push(rect(this, x, y, w, h))
    roundRect.call(this, x, y, w, h, ...rest)
  }
  own.stroke = function (this: CanvasRenderingContext2D) {
    if (isSeen(this) && !isBox && path.length >= 4) (window.drawn ??= empty()).lines.push(path.slice())
    Reflect.apply(stroke, this, [])
  }
  own.fill = function (this: CanvasRenderingContext2D) {
    if (isSeen(this) && !isBox && path.length === 6) (window.drawn ??= empty()).heads.push(path.slice())
    Reflect.apply(fill, this, [])
  }
  own.fillText = function (text, x, y, ...rest) {
    if (isSeen(this)) {
      const width = this.measureText(text).width
      const px = Number(/([\d.]+)px/.exec(this.font)?.[1])
      const shift = this.textAlign === 'center' ? width / 2 : this.textAlign === 'right' ? width : 0
      ;(window.drawn ??= empty()).texts.push({ text, px, at: rect(this, x - shift, y - px / 2, width, px) })
    }
    fillText.call(this, text, x, y, ...rest)
  }
}

export const painted = (page: Page): Promise<Painted> =>
  page.evaluate(() => window.drawn ?? { texts: [], boxes: [], lines: [], heads: [] })
