import { readFileSync } from 'node:fs'
import type { CDPSession, Page } from '@playwright/test'
import { CLOCK_TICKS, timeInStat } from './serverProcess.ts'

/** Time from the navigation to the complete picture, and its parts, from the marks that the page sets. */
export const openTimes = (page: Page) =>
  page.evaluate(() => {
    const at = (name: string) => performance.getEntriesByName(name)[0]?.startTime ?? NaN
    return {
      fromNavigation: at('graph:ready'),
      fromData: at('graph:ready') - at('graph:data'),
      layout: at('graph:layout') - at('graph:data'),
    }
  })

/** Milliseconds: intervals of frames, and for each frame the processor time and the tasks of the page's thread. */
export type Phase = { p50: number; p95: number; busy: number; tasks: number }

/**
 * Processor time of each page's thread so far, in milliseconds, by process. The browser's own figure (TaskDuration)
 * goes on while the thread waits for a processor: beside other work it is several times higher. Linux only.
 */
export async function pageThreads(browser: CDPSession): Promise<Map<number, number>> {
  const { processInfo } = await browser.send('SystemInfo.getProcessInfo')
  const pages = processInfo.filter(({ type }) => type === 'renderer')
  return new Map(
    pages.map(({ id }) => {
      const stat = readFileSync(`/proc/${id}/task/${id}/stat`, 'utf8') // its first thread is the page's
      return [id, (timeInStat(stat) * 1000) / CLOCK_TICKS]
    }),
  )
}

/** The processor time of the page that worked most in the meantime: the one that was measured. */
export const spentSince = (before: ReadonlyMap<number, number>, now: ReadonlyMap<number, number>): number =>
  Math.max(...[...now].map(([id, ms]) => ms - (before.get(id) ?? 0)))

/**
 * Moves the pointer 60 times a second. Processor time is for each frame, or for each move if there were more frames than
 * moves; tasks are for each frame, and include waiting for a processor.
 */
export async function moved(
  page: Page,
  { browser, cdp }: { browser: CDPSession; cdp: CDPSession },
  move: (step: number) => Promise<void>,
  steps = 90,
): Promise<Phase> {
  await page.evaluate(() => {
    const times: number[] = []
    Object.assign(window, { frameTimes: times, isCounting: true, isUnwatched: true })
    const next = (now: number) => {
      times.push(now)
      if ((window as unknown as { isCounting: boolean }).isCounting) requestAnimationFrame(next)
    }
    requestAnimationFrame(next)
  })
  const tasks = async () =>
    ((await cdp.send('Performance.getMetrics')).metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0) * 1000
  const tasksBefore = await tasks()
  const before = await pageThreads(browser)
  for (let step = 0; step < steps; step++) {
    const since = performance.now()
    await move(step)
    await page.waitForTimeout(Math.max(0, 16 - (performance.now() - since)))
  }
  const spent = spentSince(before, await pageThreads(browser))
  const inTasks = (await tasks()) - tasksBefore
  const times = await page.evaluate(() => {
    Object.assign(window, { isCounting: false, isUnwatched: false })
    return (window as unknown as { frameTimes: number[] }).frameTimes
  })
  const gaps = times
    .slice(1)
    .map((time, i) => time - (times[i] ?? 0))
    .toSorted((a, b) => a - b)
  return {
    p50: gaps[gaps.length >> 1] ?? NaN,
    p95: gaps[Math.floor(gaps.length * 0.95)] ?? NaN,
    busy: spent / Math.max(1, Math.min(gaps.length, steps)),
    tasks: inTasks / Math.max(1, gaps.length),
  }
}

/** Number of elements in the document, and its heap in megabytes after a garbage collection. */
export async function weight(page: Page, cdp: CDPSession): Promise<{ elements: number; heapMB: number }> {
  await cdp.send('HeapProfiler.collectGarbage')
  const { metrics } = await cdp.send('Performance.getMetrics')
  return {
    elements: await page.evaluate(() => document.querySelectorAll('*').length),
    heapMB: (metrics.find(({ name }) => name === 'JSHeapUsedSize')?.value ?? NaN) / 1e6,
  }
}

/** The centre of the card or closed group nearest to the centre of the pane: where a user would zoom in. */
export const nearestBox = (page: Page, pane: { x: number; y: number; width: number; height: number }) =>
  page.evaluate(({ x, y, width, height }) => {
    const middle = { x: x + width / 2, y: y + height / 2 }
    const nodes = [...document.querySelectorAll('.react-flow__node')].map((node) => node.getBoundingClientRect())
    const boxes = nodes
      .filter((box) => box.width < width / 2 && box.height > 12)
      .map((box) => ({ x: box.x + box.width / 2, y: box.y + box.height / 2 }))
    const far = (place: { x: number; y: number }) => Math.hypot(place.x - middle.x, place.y - middle.y)
    return boxes.toSorted((a, b) => far(a) - far(b))[0] ?? middle
  }, pane)
