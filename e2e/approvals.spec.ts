// A step that waits for a person, decided in the browser: by one, by two, on a phone, by keyboard, too late.
import type { Page } from '@playwright/test'
import type { Run } from '#mocks/cli.ts'
import { ref } from '#mocks/story.ts'
import { slowdown } from '#testing/processReadings.ts'
import { expect, signInByToken, test, watch } from './fixtures.ts'
import { tabTo } from './keyboard.ts'
import type { RealServer } from './server.ts'

const SHOP = ref('organization/shop/prod')
const DATABASE = 'aws:rds/instance:Instance'
const OPERATION = 900
/** How often the CLI renews a lease of five minutes. */
const RENEWAL_MS = 187_000

const held = (persons: number) => ({
  id: 'no-data-loss',
  name: 'No deletes of databases',
  what: { steps: ['delete', 'replace'], holdsData: true },
  action: { kind: 'hold', persons, role: 'operator', minutes: 30, keptMinutes: 60 },
})

/** The result of a call that waited: the error, and when it was answered (milliseconds of this process). */
type Answer = { at: number; refusal: string | undefined }

/** A user whose update, run by an agent, waits to delete a database. */
async function waitingDelete(server: RealServer, { persons = 1 } = {}) {
  const cli = await server.cliOfUser('grace')
  await cli.initStack(SHOP)
  const first = await cli.start(SHOP, { message: 'First deployment' })
  await first.does('creating', { type: DATABASE, name: 'orders-db', inputs: { engine: 'postgres' } })
  await first.complete()
  await server.setRules([held(persons)])
  const run = await cli.start(SHOP, { message: 'Move the orders', environment: { 'exec.agent': 'claude' } })
  const answer = run.journal([deleteOf(run)]).then(
    (): Answer => ({ at: performance.now(), refusal: undefined }),
    (error: unknown): Answer => ({ at: performance.now(), refusal: String(error) }),
  )
  // As the CLI does: a lease that expires meanwhile would end the update.
  const renewal = setInterval(() => void run.renew().catch(() => undefined), RENEWAL_MS)
  void answer.then(() => clearInterval(renewal))
  return { cli, run, answer }
}

/** What a client reports before it deletes the database. */
const deleteOf = (run: Run) =>
  run.entry(0, {
    operationID: OPERATION,
    operation: { type: 'deleting', resource: run.base.deployment.resources?.[0] },
  })

/** The client goes on: it deletes the database, and its update ends. */
async function goesOn(run: Run): Promise<void> {
  await run.journal([run.entry(1, { operationID: OPERATION, removeOld: 0 })])
  await run.complete()
}

const waitingOn = (page: Page) => page.getByRole('list', { name: 'Runs that wait for approval' })

test('a person sees on Home and in the bell what waits, allows it, and the run goes on within a second', async ({
  signedIn: page,
  server,
}) => {
  await page.goto(server.url)
  await expect(page.getByRole('heading', { name: 'No stacks yet' })).toBeVisible()
  const { run, answer } = await waitingDelete(server)

  const line = waitingOn(page).getByRole('article', { name: 'organization/shop/prod' })
  await expect(line).toContainText(/Update 2 of .*shop\/prod wants to delete orders-db/)
  await expect(line).toContainText(/refused automatically in (30m|29m( \d+s)?)/)
  await expect(line).toContainText('agent claude')
  await expect(page).toHaveTitle(/^1 waiting for approval · Home/)
  await page.getByRole('button', { name: 'Notifications: 1 waiting for approval' }).click()
  await page.getByRole('menuitem', { name: /wants to delete orders-db/ }).click()

  await expect(page).toHaveURL(`${server.url}/organization/shop/prod/updates/2#approval`)
  await expect(page.getByRole('heading', { name: 'Update 2 wants to delete orders-db' })).toBeVisible()
  const allow = page.getByRole('button', { name: 'Allow', exact: true })
  // The moment of the click, by the page: what the driver of the browser takes is not what a person waits for.
  await allow.evaluate((button) => button.addEventListener('click', () => Object.assign(window, { at: Date.now() })))
  const before = slowdown()
  await allow.click()
  const { at, refusal } = await answer
  const slow = Math.max(before, slowdown())
  expect(refusal).toBeUndefined()
  const clickedAt = await page.evaluate(() => (window as unknown as { at: number }).at)
  const tookMs = performance.timeOrigin + at - clickedAt
  test.info().annotations.push({ type: 'from the click to the answer', description: `${Math.round(tookMs)} ms` })
  // On a busy machine as many times longer as other work takes there.
  expect(tookMs / slow).toBeLessThan(1_000)
  await expect(page.getByRole('status').getByText('You allowed deleting orders-db')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Notifications', exact: true })).toBeVisible()

  await goesOn(run)
  await page.goto(server.url)
  await expect(page.getByText('All clear')).toBeVisible()
  await expect(waitingOn(page)).toHaveCount(0)
  await page.goto(`${server.url}/organization/shop/prod/updates`)
  await expect(page.getByRole('row', { name: /Update 2/ })).toContainText(/waited for approval/)
})

test('a person refuses with a reason, and the client prints it as the error of the step', async ({
  signedIn: page,
  server,
}) => {
  const { run, answer } = await waitingDelete(server)
  await page.goto(server.url)
  await page.getByRole('link', { name: 'Allow or refuse organization/shop/prod' }).click()
  await page.getByLabel('Reason').fill('Not before the backup.')
  await page.getByRole('button', { name: 'Refuse', exact: true }).click()
  const { refusal } = await answer
  expect(refusal).toMatch(/refused deleting orders-db \(aws:rds\/instance:Instance\): Not before the backup\./)
  await expect(page.getByRole('status').getByText('You refused deleting orders-db')).toBeVisible()
  await run.complete('failed')
  await page.goto(`${server.url}/-/settings/audit?action=approval.refuse`)
  const entry = page.getByRole('row', { name: /refused a step/ })
  await expect(entry).toContainText(
    'update 2: deleting orders-db (aws:rds/instance:Instance): “Not before the backup.”',
  )
})

test('two persons in two browsers: the first approval is seen by the second one, whose approval lets it run', async ({
  signedIn: page,
  server,
  browser,
}) => {
  const token = await server.addUser('ada') // first: a rule that too few could satisfy is refused
  const { run, answer } = await waitingDelete(server, { persons: 2 })
  const colleague = await (await browser.newContext()).newPage()
  const errors: string[] = []
  watch(colleague, errors)
  await signInByToken(colleague, server, token)
  const line = waitingOn(colleague).getByRole('article', { name: 'organization/shop/prod' })
  await expect(line).toContainText('0 of 2 operators allowed it')

  await page.goto(`${server.url}/organization/shop/prod/updates/2`)
  await page.getByRole('button', { name: 'Allow', exact: true }).click()
  await expect(page.getByText('1 more operator has to allow it.').first()).toBeVisible()
  await expect(line).toContainText('1 of 2 operators allowed it')
  expect(await Promise.race([answer, Promise.resolve('still waits')])).toBe('still waits')

  await colleague.getByRole('link', { name: 'Allow or refuse organization/shop/prod' }).click()
  await colleague.getByRole('button', { name: 'Allow', exact: true }).click()
  expect((await answer).refusal).toBeUndefined()
  await expect(page.getByRole('button', { name: 'Allow', exact: true })).toHaveCount(0)
  await goesOn(run)
  expect(errors).toEqual([])
})

test('by keyboard alone, from Home to the decision', async ({ signedIn: page, server }) => {
  const { answer } = await waitingDelete(server)
  await page.goto(server.url)
  await expect(waitingOn(page)).toBeVisible()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter') // skips to the content
  await tabTo(page, page.getByRole('link', { name: 'Allow or refuse organization/shop/prod' }))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Update 2 wants to delete orders-db' })).toBeVisible()
  await tabTo(page, page.getByLabel('Reason'))
  await page.keyboard.type('The backup is checked.')
  await tabTo(page, page.getByRole('button', { name: 'Allow', exact: true }))
  await page.keyboard.press('Enter')
  expect((await answer).refusal).toBeUndefined()
  // The button went with its card; the focus went to what followed.
  await expect(page.getByRole('status').filter({ hasText: 'You allowed deleting orders-db' })).toBeFocused()
})

test('the link of a run that has ended says so; allowed there, the step of the next run does not wait', async ({
  signedIn: page,
  server,
}) => {
  const { cli, answer } = await waitingDelete(server)
  await page.goto(`${server.url}/organization/shop/prod/updates/2`)
  await expect(page.getByRole('heading', { name: 'Update 2 wants to delete orders-db' })).toBeVisible()
  await cli.cancel(SHOP)
  expect((await answer).refusal).toMatch(/409/)
  const wanted = page.getByRole('heading', { name: 'Update 2 wanted to delete orders-db' })
  await expect(wanted).toBeVisible()
  await expect(page.getByText('Cancelled by grace').first()).toBeVisible()
  await expect(page.getByRole('button', { name: 'Notifications', exact: true })).toBeVisible()
  await page.goto(server.url)
  await expect(page.getByRole('heading', { name: 'Home' })).toBeVisible()
  await expect(waitingOn(page)).toHaveCount(0)

  await page.goto(`${server.url}/organization/shop/prod/updates/2`)
  await expect(wanted).toBeVisible()
  await expect(page.getByText('It can be allowed for the next run.', { exact: false })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Refuse', exact: true })).toHaveCount(0)
  await page.getByRole('button', { name: 'Allow', exact: true }).click()
  await expect(page.getByRole('status').getByText('You allowed deleting orders-db')).toBeVisible()
  const next = await cli.start(SHOP)
  await next.journal([deleteOf(next)])
  await goesOn(next)
})

test('in a low window the buttons stay in view, with the reason beside them', async ({ signedIn: page, server }) => {
  await waitingDelete(server)
  await page.setViewportSize({ width: 1400, height: 460 })
  await page.goto(`${server.url}/organization/shop/prod/updates/2`)
  const reason = page.getByRole('textbox', { name: 'Reason (needed to refuse)' })
  const controls = [
    page.getByRole('button', { name: 'Allow', exact: true }),
    page.getByRole('button', { name: 'Refuse', exact: true }),
    reason,
  ]
  await expect(page.getByText('Properties', { exact: true })).not.toBeInViewport()
  const tops = await Promise.all(
    controls.map(async (each) => {
      await expect(each).toBeInViewport({ ratio: 1 })
      return Math.round((await each.boundingBox())?.y ?? NaN)
    }),
  )
  expect(new Set(tops).size, tops.join()).toBe(1)
})

test.describe('on a phone', () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } })

  test('two taps lead from Home to the run going on, with buttons for thumbs and no sideways scroll', async ({
    signedIn: page,
    server,
  }) => {
    const { answer } = await waitingDelete(server)
    await page.goto(server.url)
    await expect(waitingOn(page)).toBeInViewport()
    await page.getByRole('link', { name: 'Allow or refuse organization/shop/prod' }).tap()
    const allow = page.getByRole('button', { name: 'Allow', exact: true })
    const refuse = page.getByRole('button', { name: 'Refuse', exact: true })
    // Above the end of the facts, whose last line is below the window.
    await expect(page.getByRole('textbox', { name: 'Reason (needed to refuse)' })).not.toBeInViewport()
    for (const button of [allow, refuse]) {
      await expect(button).toBeInViewport({ ratio: 1 })
      const box = await button.boundingBox()
      expect(box?.height).toBeGreaterThanOrEqual(40)
      expect(box?.width).toBeGreaterThanOrEqual(120)
    }
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
    await allow.tap()
    expect((await answer).refusal).toBeUndefined()
  })
})
