import type { Page } from '@playwright/test'

type Rect = { x: number; y: number; w: number; h: number }

declare global {
  interface Window {
    /** The corners of each line that was drawn since the picture was cleared, x and y in turn. */
    paintedLines?: number[][]
  }
}

/** Runs in the page after `recordPaint`, before the page's own scripts: records the lines that are drawn. */
export function recordLines(): void {
  const own = CanvasRenderingContext2D.prototype
  const { clearRect, beginPath, moveTo, lineTo, arcTo, roundRect, stroke } = own
  let path: number[] | undefined // undefined for a box
  const isPicture = ({ canvas }: CanvasRenderingContext2D) => canvas.isConnected && canvas.clientWidth > 400 // not the minimap
  const add = (context: CanvasRenderingContext2D, x: number, y: number) => {
    if (window.isUnwatched) return
    const { a, d, e, f } = context.getTransform()
    const { left, top } = context.canvas.getBoundingClientRect()
    const density = context.canvas.width / context.canvas.clientWidth
    path?.push(left + (x * a + e) / density, top + (y * d + f) / density)
  }
  own.clearRect = function (...args) {
    if (isPicture(this)) window.paintedLines = []
    clearRect.apply(this, args)
  }
  own.beginPath = function () {
    path = []
    beginPath.call(this)
  }
  own.moveTo = function (x, y) {
    add(this, x, y)
    moveTo.call(this, x, y)
  }
  own.lineTo = function (x, y) {
    add(this, x, y)
    lineTo.call(this, x, y)
  }
  own.arcTo = function (x, y, ...rest) {
    add(this, x, y)
    arcTo.call(this, x, y, ...rest)
  }
  own.roundRect = function (...args) {
    path = undefined
    roundRect.apply(this, args)
  }
  own.stroke = function (this: CanvasRenderingContext2D) {
    if (isPicture(this) && this.globalAlpha > 0.1 && path && path.length >= 4) window.paintedLines?.push(path.slice())
    Reflect.apply(stroke, this, [])
  }
}

/** What fills a picture, besides the extent of what is drawn. */
export type Ink = {
  /** Share of the pane that is covered by cards, closed groups and lines. */
  covered: number
  /** Number of resources whose cards have their names. */
  named: number
  /** Ends of lines for each 100 px of the borders of cards and groups. */
  linesPerBorder: number
  /** Share of the boxes that count dependents without lines (`14 →`) from which at least one line leads. */
  hubsWithLine: number
}

/** What is in the picture now, as recorded by `recordPaint` and `recordLines`. */
export const ink = (page: Page): Promise<Ink> =>
  page.evaluate(() => {
    const pane = document.querySelector('.react-flow')?.getBoundingClientRect()
    if (!pane || !window.painted) throw new Error('the page has no graph')
    const { boxes, labels } = window.painted
    const lines = window.paintedLines ?? []
    const large = boxes.filter(
      ({ x, y, w, h }) =>
        w > 45 && h > 15 && x < pane.right && y < pane.bottom && x + w > pane.left && y + h > pane.top,
    )
    const isIn = (x: number, y: number, box: Rect, more = 0) =>
      x >= box.x - more && x <= box.x + box.w + more && y >= box.y - more && y <= box.y + box.h + more
    const holds = (outer: Rect, { x, y, w, h }: Rect) =>
      outer.w * outer.h > w * h + 1 && isIn(x, y, outer, 1) && isIn(x + w, y + h, outer, 1)
    const leaves = large.filter((box) => !large.some((other) => holds(box, other)))

    // In cells: a line is as wide as one.
    const CELL = 3
    const [columns, rows] = [Math.ceil(pane.width / CELL), Math.ceil(pane.height / CELL)]
    const cells = new Uint8Array(columns * rows)
    const fill = ({ x, y, w, h }: Rect) => {
      const [left, top] = [Math.floor((x - pane.left) / CELL), Math.floor((y - pane.top) / CELL)]
      const [right, bottom] = [Math.floor((x + w - pane.left) / CELL), Math.floor((y + h - pane.top) / CELL)]
      for (let row = Math.max(0, top); row <= Math.min(rows - 1, bottom); row++)
        cells.fill(1, row * columns + Math.max(0, left), row * columns + Math.max(0, Math.min(columns, right + 1)))
    }
    for (const leaf of leaves) fill(leaf)
    for (const line of lines)
      for (let i = 2; i + 1 < line.length; i += 2) {
        const [x0 = 0, y0 = 0, x1 = 0, y1 = 0] = line.slice(i - 2, i + 2)
        fill({ x: Math.min(x0, x1), y: Math.min(y0, y1), w: Math.abs(x1 - x0), h: Math.abs(y1 - y0) })
      }

    const isAtBorder = (x: number, y: number, box: Rect) =>
      isIn(x, y, box, 2.5) && !isIn(x, y, { x: box.x + 3, y: box.y + 3, w: box.w - 6, h: box.h - 6 })
    const ends = lines.flatMap((line) => [line.slice(0, 2), line.slice(-2)])
    const endsAt = (box: Rect) => ends.filter(([x = NaN, y = NaN]) => isAtBorder(x, y, box)).length
    const border = leaves.reduce((sum, { w, h }) => sum + 2 * (w + h), 0)
    const cards = [...document.querySelectorAll('.react-flow__node:not(:has([title^="Expand "], [title^="Close "]))')]
      .map((node) => node.getBoundingClientRect())
      .filter(({ width }) => width < pane.width * 0.9) // the outermost frame is no card
      .map(({ x, y, width, height }): Rect => ({ x, y, w: width, h: height }))
    const counting = leaves.filter((box) =>
      labels.some(
        ({ text, x, y }) =>
          /^[\d,]+ →$/.test(text) && x > box.x && x < box.x + box.w && Math.abs(y - (box.y + box.h)) < 9,
      ),
    )
    return {
      covered: cells.reduce((sum, cell) => sum + cell, 0) / cells.length,
      named: cards.filter((card) => labels.some(({ text, x, y }) => /[a-z]/i.test(text) && isIn(x, y, card))).length,
      linesPerBorder: leaves.reduce((sum, leaf) => sum + endsAt(leaf), 0) / Math.max(1, border / 100),
      hubsWithLine:
        counting.filter((box) => endsAt(box) > 0).length / Math.max(1, counting.length) ||
        Number(counting.length === 0),
    }
  })
