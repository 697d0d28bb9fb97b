import type { Page } from '@playwright/test'

/** A painted text, with the height of its letters on the screen. */
export type Label = { text: string; px: number; x: number; y: number; w: number }

type Recorder = { labels: Label[]; boxes: { x: number; y: number; w: number; h: number }[] }
declare global {
  interface Window {
    painted?: Recorder
    /** Set while speed is measured, which recording would slow down. */
    isUnwatched?: boolean
  }
}

/** Runs in the page before its own scripts: records what is drawn on a canvas since it was last cleared. */
export function recordPaint(): void {
  window.isUnwatched = true // until the first picture is there
  const own = CanvasRenderingContext2D.prototype
  const { clearRect, fillText, roundRect } = own
  const forget = () => (window.painted = { labels: [], boxes: [] })
  const isOnScreen = (context: CanvasRenderingContext2D) =>
    !window.isUnwatched && context.canvas.isConnected && context.canvas.clientWidth > 400 // not the minimap
  own.clearRect = function (this: CanvasRenderingContext2D, ...args) {
    if (isOnScreen(this)) forget()
    clearRect.apply(this, args)
  }
  own.fillText = function (this: CanvasRenderingContext2D, text, x, y, ...rest) {
    if (isOnScreen(this) && this.globalAlpha > 0.3) {
      const { a, d, e, f } = this.getTransform()
      const { left, top } = this.canvas.getBoundingClientRect()
      const density = this.canvas.width / this.canvas.clientWidth
      const size = Number(/([\d.]+)px/.exec(this.font)?.[1])
      const width = this.measureText(text).width
      const shift = this.textAlign === 'center' ? width / 2 : this.textAlign === 'right' ? width : 0
      window.painted?.labels.push({
        text,
        px: (size * d) / density,
        x: left + ((x - shift) * a + e) / density,
        y: top + (y * d + f) / density,
        w: (width * a) / density,
      })
    }
    fillText.call(this, text, x, y, ...rest)
  }
  own.roundRect = function (this: CanvasRenderingContext2D, x, y, w, h, ...rest) {
    if (isOnScreen(this)) {
      const { a, d, e, f } = this.getTransform()
      const { left, top } = this.canvas.getBoundingClientRect()
      const density = this.canvas.width / this.canvas.clientWidth
      window.painted?.boxes.push({
        x: left + (x * a + e) / density,
        y: top + (y * d + f) / density,
        w: (w * a) / density,
        h: (h * d) / density,
      })
    }
    roundRect.call(this, x, y, w, h, ...rest)
  }
}

/** Starts to record, from nothing; a change of the theme has everything painted again. */
export async function paintedAnew(page: Page): Promise<void> {
  await page.evaluate(() => {
    window.isUnwatched = false
    delete window.painted
    document.documentElement.toggleAttribute('data-watched')
  })
  await page.waitForFunction(() => (window.painted?.labels.length ?? 0) > 0)
}

export type Legibility = {
  labels: number
  /** Share of drawn labels whose letters are at least 10 px high. */
  legible: number
  medianPx: number
  /** Share of names that are complete, or keep at least 8 characters. */
  tellingNames: number
  /** The other names, as they are shown. */
  cutNames: string[]
  /** Extent of what is drawn, as a share of the pane. */
  paneUsed: number
  /** Texts that are ranges of numbers. */
  ranges: number
}

/** What is legible in the picture now. */
export const legibility = (page: Page): Promise<Legibility> =>
  page.evaluate(() => {
    const pane = document.querySelector('.react-flow')?.getBoundingClientRect()
    if (!pane) throw new Error('the page has no graph')
    type Drawn = { text: string; px: number; x: number; y: number; w: number; h: number; chars: number }
    const drawn: Drawn[] = []
    const extent = { left: Infinity, top: Infinity, right: -Infinity, bottom: -Infinity }
    const grow = (x: number, y: number, w: number, h: number) => {
      extent.left = Math.min(extent.left, Math.max(pane.left, x))
      extent.top = Math.min(extent.top, Math.max(pane.top, y))
      extent.right = Math.max(extent.right, Math.min(pane.right, x + w))
      extent.bottom = Math.max(extent.bottom, Math.min(pane.bottom, y + h))
    }
    for (const { text, px, x, y, w } of window.painted?.labels ?? [])
      drawn.push({ text, px, x, y, w, h: px, chars: text.replace('…', '').length })
    const walker = document.createTreeWalker(
      document.querySelector('.react-flow__nodes') ?? document.body,
      NodeFilter.SHOW_TEXT,
    )
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const element = node.parentElement
      const text = node.textContent?.trim() ?? ''
      if (!element || text === '') continue
      const range = document.createRange()
      range.selectNodeContents(node)
      const box = range.getBoundingClientRect()
      const scale = element.offsetHeight > 0 ? element.getBoundingClientRect().height / element.offsetHeight : 1
      const shown =
        element.scrollWidth > element.clientWidth && element.clientWidth > 0
          ? element.clientWidth / element.scrollWidth
          : 1
      drawn.push({
        text,
        px: parseFloat(getComputedStyle(element).fontSize) * scale,
        x: box.x,
        y: box.y,
        w: box.width,
        h: box.height,
        chars: Math.floor(text.length * shown),
      })
    }
    const seen = drawn.filter(
      ({ x, y, w, h }) => x < pane.right && y < pane.bottom && x + w > pane.left && y + h > pane.top,
    )
    for (const { x, y, w, h } of seen) grow(x, y, w, h)
    for (const { x, y, w, h } of window.painted?.boxes ?? [])
      if (x < pane.right && y < pane.bottom && x + w > pane.left && y + h > pane.top) grow(x, y, w, h)
    for (const node of document.querySelectorAll('.react-flow__node')) {
      const { x, y, width, height } = node.getBoundingClientRect()
      if (width < pane.width * 0.9) grow(x, y, width, height) // the outermost frame shows nothing
    }
    const names = seen.filter(({ text }) => /[a-z]/i.test(text))
    const tells = ({ text, chars }: Drawn) => (!text.includes('…') && chars >= text.length) || chars >= 8
    const median = (values: number[]) => values.toSorted((a, b) => a - b)[values.length >> 1] ?? NaN
    return {
      labels: seen.length,
      legible: seen.filter(({ px }) => px >= 9.95).length / Math.max(1, seen.length),
      medianPx: median(seen.map(({ px }) => px)),
      tellingNames: names.filter(tells).length / Math.max(1, names.length),
      cutNames: names.filter((name) => !tells(name)).map(({ text }) => text),
      paneUsed:
        (Math.max(0, extent.right - extent.left) * Math.max(0, extent.bottom - extent.top)) /
        (pane.width * pane.height),
      ranges: seen.filter(({ text }) => /\d+ to [\d,]+/.test(text)).length,
    }
  })

/** Closed groups, which a click opens. */
export const closedGroups = (page: Page) => page.locator('.react-flow__node:has([title^="Expand "])')
/** Where a group is clicked, in pixels from its corner. */
export const IN_HEADER = { x: 20, y: 20 }
