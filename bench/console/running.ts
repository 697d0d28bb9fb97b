import { setTimeout as wait } from 'node:timers/promises'
import type { Browser } from '@playwright/test'
import { createCli } from '#mocks/cli.ts'
import type { Figure } from '../figures.ts'
import type { ServerProcess } from '../serverProcess.ts'
import { addressOf, heapMB, longestTask, open, signedIn } from './browser.ts'

const STACK = { org: 'organization', project: 'shop', stack: 'live' }
const LINES_A_SECOND = 500
const SECONDS = 10
/**
 * Half an hour of events from seven updates that report every four seconds; sending them faster makes no difference.
 */
const NEWS = 3_000

/** A run that writes 500 lines a second while its log is on screen, and the heap after half an hour of events. */
export async function measure(browser: Browser, server: ServerProcess): Promise<Figure[]> {
  const cli = createCli({ fetch: (request) => fetch(request), url: addressOf(server), token: server.token })
  await cli.initStack(STACK)
  const run = await cli.start(STACK, { message: 'Write a lot' })
  const context = await signedIn(browser, server)
  try {
    const page = await context.newPage()
    await open(page, `/organization/shop/live/updates/1?tab=log`, ['main h1'])
    await page.waitForLoadState('networkidle').catch(() => undefined) // it stays live
    const from = await page.evaluate(() => performance.now())
    for (let second = 0; second < SECONDS; second++) {
      const since = performance.now()
      await run.says(
        Array.from({ length: LINES_A_SECOND }, (_, at) => `line ${second * LINES_A_SECOND + at}`).join('\n'),
      )
      await wait(Math.max(0, 1000 - (performance.now() - since)))
    }
    const task = await longestTask(page, from)
    await page.goto('/')
    await page.locator('main h1').waitFor()
    await wait(2000)
    const before = await heapMB(page)
    for (let at = 0; at < NEWS; at++) {
      await run.says(`news ${at}`)
      await wait(5)
    }
    await wait(2000)
    const grown = (await heapMB(page)) - before
    await run.complete()
    return [
      { what: 'a log that grows by 500 lines a second: longest task', value: task, unit: 'ms', bound: { most: 50 } },
      { what: `${NEWS} live news: growth of the page’s heap`, value: grown, unit: 'MB', bound: { most: 10 } },
    ]
  } finally {
    await context.close()
  }
}
