import type { Browser } from '@playwright/test'
import { createCli } from '#mocks/cli.ts'
import type { Figure } from '../figures.ts'
import type { ServerProcess } from '../serverProcess.ts'
import { addressOf, frames, longestTask, open, signedIn } from './browser.ts'

const STACK = { org: 'organization', project: 'shop', stack: 'wide' }
const RESOURCES = 10_000
const A_CALL = 50

/** The timeline of an update of 10,000 resources: opened, and scrolled to its end. */
export async function measure(browser: Browser, server: ServerProcess): Promise<Figure[]> {
  const cli = createCli({ fetch: (request) => fetch(request), url: addressOf(server), token: server.token })
  await cli.initStack(STACK)
  const run = await cli.start(STACK, { message: 'Make many' })
  const resourceOf = (at: number) => ({
    urn: `urn:pulumi:wide::shop::aws:s3/bucket:Bucket::bucket-${at}`,
    type: 'aws:s3/bucket:Bucket',
    custom: true,
    dependencies: at > 20 ? [`urn:pulumi:wide::shop::aws:s3/bucket:Bucket::bucket-${at - 20}`] : [],
  })
  for (let from = 0; from < RESOURCES; from += A_CALL) {
    await run.journal(
      Array.from({ length: A_CALL }, (_, index) => {
        const at = from + index
        const begun = { kind: 0, operation: { type: 'creating', resource: resourceOf(at) } }
        const done = { kind: 1, state: { ...resourceOf(at), id: `bucket-${at}` } }
        return [begun, done].map((entry, end) => ({
          version: 1,
          sequenceID: 2 * at + 1 + end,
          operationID: 2 * at + 1,
          ...entry,
        }))
      }).flat(),
    )
  }
  await run.complete()
  const context = await signedIn(browser, server)
  try {
    const page = await context.newPage()
    const address = `/organization/shop/wide/updates/1`
    await open(page, address, ['main h1'])
    await page.waitForLoadState('networkidle')
    const from = await page.evaluate(() => performance.now())
    await page.locator(`main a[href*="tab=timeline"]`).first().click()
    const tree = page.getByRole('tree', { name: 'Timeline' })
    await tree.getByRole('treeitem').first().waitFor()
    await page.waitForLoadState('networkidle')
    const task = await longestTask(page, from)
    const scrolled = await frames(page, '[role=tree][aria-label=Timeline]')
    return [
      { what: 'timeline of 10,000 steps: longest task', value: task, unit: 'ms', bound: { most: 50 } },
      {
        what: 'timeline of 10,000 steps: a frame while it scrolls, 95 of 100',
        value: scrolled,
        unit: 'ms',
        bound: { most: 17 },
      },
    ]
  } finally {
    await context.close()
  }
}
