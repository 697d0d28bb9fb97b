import type { Numbers, Spec } from '#mocks/cli.ts'
import { bucket, urnsBefore } from '#mocks/scenes.ts'
import { ref } from '#mocks/story.ts'
import { expect, expectAccessible, test } from './fixtures.ts'
import { deployedShop } from './openings.ts'

const SHOP = ref('organization/shop/prod')
const PAGE = '/organization/shop/prod/updates'

test('the step that made an update slow is found from the history, by mouse and by keyboard', async ({
  signedIn: page,
  server,
}) => {
  const ci = await deployedShop(server, 20)
  const run = await ci.start(SHOP, { message: 'Buckets for billing' })
  await run.keeps(...urnsBefore(run))
  // In one call what happens at one moment: on a busy machine, the time between two calls would be a wait of its own.
  const creates = (name: string, dependencies: string[] = []): [Numbers, Spec][] =>
    run.reserves(1).map((numbers) => [numbers, { ...bucket(run, name), dependencies }])
  const [quick, slow] = [creates('invoices'), creates('receipts')]
  const last = creates('exports', [run.urnOf(bucket(run, 'receipts'))])
  await run.creates({ begun: [...quick, ...slow], done: [] })
  await server.advance(2000)
  await run.creates({ begun: [], done: quick })
  await server.advance(40_000)
  await run.creates({ begun: last, done: slow })
  await server.advance(3000)
  await run.creates({ begun: [], done: last })
  await run.complete()

  await page.goto(server.url + PAGE)
  await page.getByRole('link', { name: 'Update 2' }).click()
  await page.getByRole('link', { name: 'Timeline', exact: true }).click()
  await expect(page.getByText(/longer than update 1/)).toBeVisible()
  const slowest = page.getByRole('region', { name: 'Slowest resources' })
  await expect(slowest.getByRole('listitem').first()).toContainText('receipts')
  await slowest.getByRole('button', { name: /receipts/ }).click()
  const details = page.getByRole('region', { name: 'Steps of receipts' })
  await expect(details).toContainText(/created in 4\ds, on the critical path/)
  await expect(details).toBeInViewport()
  const tree = page.getByRole('tree', { name: 'Timeline' })
  // Of another one than the chosen step, of which the details say the same.
  await tree
    .getByRole('treeitem', { name: /^invoices/ })
    .locator('[data-step]')
    .hover()
  await expect(page.getByText(/^started .* after the start$/)).toBeInViewport({ ratio: 1 })
  await expectAccessible(page)

  await tree.focus()
  await page.keyboard.press('End')
  await expect(page.getByRole('region', { name: 'Steps of exports' })).toContainText('receipts, which it depends on')
  await page.keyboard.press('+')
  await expect(page.getByRole('button', { name: 'Whole run' })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('region', { name: 'Steps of exports' })).toBeVisible()
  await page.getByRole('button', { name: 'Table' }).click()
  await expect(page.getByRole('row', { name: /^exports .*created in [3-9]\S*s\b/ })).toBeVisible()
})

test('the log of a failed run opens at its error, and the address of a line opens it there', async ({
  signedIn: page,
  server,
}) => {
  const ci = await server.cliNamed('ci-runner')
  await ci.initStack(SHOP)
  const run = await ci.start(SHOP)
  const said = (message: string, severity = 'info') => ({ diagnosticEvent: { message, severity, color: 'raw' } })
  const many = Array.from({ length: 300 }, (_, n) => said(`line ${n}`))
  await run.events([...many, said('access denied', 'error'), ...many])
  await run.complete('failed')
  await page.goto(`${server.url}${PAGE}/1?tab=log`)
  const log = page.getByRole('group', { name: 'Engine log' })
  const marked = log.locator('[aria-current="true"]')
  await expect(marked).toContainText('access denied')
  await expect(marked).toBeInViewport({ ratio: 1 })
  await log.getByRole('link', { name: 'Line 305' }).click()
  await expect(page).toHaveURL(/\?tab=log&line=305$/)
  await expect(marked).toContainText('line 3')
  await page.goto(`${server.url}${PAGE}/1?tab=log&line=520`)
  await expect(marked).toContainText('line 218')
  await expect(marked).toBeInViewport({ ratio: 1 })
  await log.focus()
  await page.keyboard.press('Shift+E')
  await expect(marked).toContainText('access denied')
  await page.getByLabel('Group by resource').click()
  await expect(page.getByLabel('Group by resource')).toBeChecked() // once the address has it
  await expect(marked).toBeInViewport({ ratio: 1 })
  await page.getByRole('button', { name: 'To the start' }).click()
  await expect(log.getByText('Engine and program')).toBeVisible()
  await expectAccessible(page)
})

test('a running update shows its progress, and reports its end when it is watched', async ({
  signedIn: page,
  server,
}) => {
  const ci = await deployedShop(server, 20)
  const run = await ci.start(SHOP)
  await page.goto(`${server.url}${PAGE}/2`)
  await page.getByRole('button', { name: 'Notify me' }).click()
  await expect(page.getByRole('button', { name: 'Watching' })).toBeVisible()
  const step = await run.begin('creating', bucket(run, 'invoices'))
  await expect(page.getByRole('list', { name: 'Operations in flight' })).toContainText('invoices')
  await expect(page.locator('link[rel="icon"]')).toHaveAttribute('href', '/favicon-running.svg')
  await page.goto(`${server.url}/`)
  await step.succeeds()
  await run.complete('failed', 4)
  await expect(page.getByText('Update 2 of shop/prod: failed')).toBeVisible()
  await page.getByRole('link', { name: 'View', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Update 2', exact: true })).toBeVisible()
})

test('the bell counts the end of a watched update, also after a reload, until its page is opened', async ({
  signedIn: page,
  server,
}) => {
  const ci = await deployedShop(server, 20)
  const run = await ci.start(SHOP, { message: 'Buckets for billing' })
  await page.goto(`${server.url}${PAGE}/2`)
  await page.getByRole('button', { name: 'Notify me' }).click()
  await expect(page.getByRole('button', { name: 'Notifications: 1 running' })).toBeVisible()
  await page.goto(`${server.url}/-/connect`)
  await run.complete('failed', 9)
  await expect(page.getByRole('button', { name: 'Notifications: 1 ended' })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('button', { name: 'Notifications: 1 ended' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Notifications: 1 ended' }).click()
  const item = page.getByRole('menuitem', { name: /^Update 2 of shop\/prod Failed/ })
  await item.click()
  await expect(page.getByRole('heading', { level: 1, name: 'Update 2' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Notifications', exact: true })).toBeVisible()
})
