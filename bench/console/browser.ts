import { chromium, type Browser, type BrowserContext, type Locator, type Page } from '@playwright/test'
import type { ServerProcess } from '../serverProcess.ts'

const WINDOW = { width: 1400, height: 860 }
const WAIT_MS = 60_000

/** The browser of the journeys: `HOLDFAST_CHROMIUM`, Debian's, else Playwright's own. */
export const launch = (): Promise<Browser> =>
  chromium.launch({
    ...(process.env['HOLDFAST_CHROMIUM'] ? { executablePath: process.env['HOLDFAST_CHROMIUM'] } : {}),
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--js-flags=--expose-gc'],
  })

/** The server's own host name: cookies belong to it. */
export const addressOf = ({ url }: ServerProcess): string => url.replace('127.0.0.1', 'localhost')

/** A signed-in browser with an empty cache. */
export async function signedIn(browser: Browser, server: ServerProcess): Promise<BrowserContext> {
  const context = await browser.newContext({ viewport: WINDOW, baseURL: addressOf(server) })
  const answer = await context.request.post('/api/ui/session', {
    data: { token: server.token },
    headers: { origin: addressOf(server) },
  })
  if (!answer.ok()) throw new Error(`signing in returned ${answer.status()}`)
  await context.addInitScript(watch)
  return context
}

/** What the page records. Times are milliseconds since its navigation. */
type Watched = { tasks: { at: number; ms: number }[]; interactions: Map<number, number> }
declare global {
  interface Window {
    watched: Watched
  }
}

/** Runs before the page's own scripts: records long tasks, and each interaction until its next paint. */
function watch(): void {
  const watched: Watched = { tasks: [], interactions: new Map() }
  window.watched = watched
  new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries()) watched.tasks.push({ at: startTime, ms: duration })
  }).observe({ type: 'longtask', buffered: true })
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & { interactionId: number })[]) {
      if (entry.interactionId > 0)
        watched.interactions.set(
          entry.interactionId,
          Math.max(watched.interactions.get(entry.interactionId) ?? 0, entry.duration),
        )
    }
  }).observe({ type: 'event', durationThreshold: 16, buffered: true } as PerformanceObserverInit)
}

/** Navigates, and returns when each locator was first on screen, in milliseconds since the navigation. */
export async function open(page: Page, address: string, selectors: readonly string[]): Promise<number[]> {
  await page.goto(address, { waitUntil: 'commit' })
  return page.evaluate(firstSeen, { selectors: [...selectors], from: 0, limit: WAIT_MS })
}

/**
 * Clicks, and returns the time from the pressed button until the locator was on screen. Before it presses, Playwright
 * waits until the target rests for some frames, which a hand does not.
 */
export async function afterClick(page: Page, target: Locator, selector: string): Promise<number> {
  const seen = page.evaluate(firstSeen, { selectors: [selector], from: 'press' as const, limit: WAIT_MS })
  await target.click()
  return (await seen)[0] ?? NaN
}

type Wanted = { selectors: string[]; from: number | 'press'; limit: number }

/** Runs in the page: checks once a frame, from an instant of its clock, or from the next pressed button. */
async function firstSeen({ selectors, from, limit }: Wanted): Promise<number[]> {
  const since =
    from === 'press'
      ? await new Promise<number>((resolve) =>
          addEventListener('pointerdown', ({ timeStamp }) => resolve(timeStamp), { capture: true, once: true }),
        )
      : from
  return new Promise((resolve, reject) => {
    const times = selectors.map(() => NaN)
    const look = () => {
      const now = performance.now()
      for (const [index, selector] of selectors.entries()) {
        if (!Number.isNaN(times[index])) continue
        const element = document.querySelector(selector)
        if (element?.checkVisibility()) times[index] = now - since
      }
      if (times.every((time) => !Number.isNaN(time))) resolve(times)
      else if (now - since > limit) reject(new Error(`not visible on the page: ${selectors.join(', ')}`))
      else requestAnimationFrame(look)
    }
    requestAnimationFrame(look)
  })
}

/** The longest task of the page since an instant of its clock; 0 if none took 50 ms. */
export const longestTask = (page: Page, since = 0): Promise<number> =>
  page.evaluate(
    (from) => Math.max(0, ...window.watched.tasks.filter(({ at }) => at >= from).map(({ ms }) => ms)),
    since,
  )

/** Scrolls a list by a screen per frame, and returns the 95th percentile of the frame times. */
export const frames = (page: Page, selector: string): Promise<number> =>
  page.evaluate(
    (of) =>
      new Promise<number>((resolve) => {
        const list = document.querySelector(of)
        const took: number[] = []
        let last = performance.now()
        const step = (now: number) => {
          took.push(now - last)
          last = now
          list?.scrollBy(0, list.clientHeight / 2)
          if (took.length < 180) requestAnimationFrame(step)
          else resolve(took.sort((a, b) => a - b)[Math.floor(took.length * 0.95)] ?? NaN)
        }
        requestAnimationFrame(step)
      }),
    selector,
  )

/** All interactions so far until their next paint; the browser does not report those below 16 ms. */
export const interactions = (page: Page): Promise<number[]> =>
  page.evaluate(() => [...window.watched.interactions.values()])

/** Heap of the page in megabytes, after a garbage collection. */
export async function heapMB(page: Page): Promise<number> {
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('HeapProfiler.collectGarbage')
  const { usedSize } = await cdp.send('Runtime.getHeapUsage')
  await cdp.detach()
  return usedSize / 1e6
}
