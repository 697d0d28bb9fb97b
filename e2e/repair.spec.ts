import type { Locator, Page } from '@playwright/test'
import type { Cli } from '#mocks/cli.ts'
import { edited, importedFrom, named, refreshedElsewhere } from '#mocks/incidents.ts'
import { bucket, deployed, urnsBefore } from '#mocks/scenes.ts'
import { ref } from '#mocks/story.ts'
import { expect, expectAccessible, test } from './fixtures.ts'
import { deployedShop, interruptedShop } from './openings.ts'

const SHOP = ref('organization/shop/prod')
const RECOVER = '/organization/shop/prod/recover'

/** From the chosen options to the proof. */
async function carryOut(
  main: Locator,
  verb: string | RegExp,
  reason: string,
  result = 'Recovery complete and verified.',
): Promise<void> {
  await main.getByRole('button', { name: 'Continue', exact: true }).click()
  await expect(main.getByRole('heading', { name: 'What will change', exact: true })).toBeVisible()
  await main.getByLabel(/^(Reason|What did you check\?)$/).fill(reason)
  const confirm = main.getByRole('button', { name: verb })
  const name = main.getByLabel('Type organization/shop/prod to confirm')
  if (await name.isVisible()) {
    await name.fill('organization/shop/staging')
    await expect(confirm).toBeDisabled()
    await name.fill('organization/shop/prod')
  }
  await confirm.click()
  await expect(main.getByText(result)).toBeVisible()
}

async function undo(page: Page): Promise<void> {
  await page.getByRole('main').getByRole('button', { name: 'Undo' }).click()
  await page.getByRole('dialog').getByLabel('Reason').fill('On second thoughts')
  await page.getByRole('dialog').getByRole('button', { name: 'Undo recovery' }).click()
  await expect(page.getByRole('heading', { name: /A recovery was undone/ })).toBeVisible()
}

test('a missing provider is restored from the history; the next update is clean', async ({
  signedIn: page,
  server,
}) => {
  const laptop = await deployedShop(server, 20, 'ada-laptop')
  const whole = await laptop.exportState(SHOP)
  await edited(laptop, SHOP, (state) => state.filter(({ type }) => type !== 'pulumi:providers:aws'))
  const broken = await laptop.exportState(SHOP)
  const main = page.getByRole('main')

  await page.goto(server.url)
  await page.getByRole('link', { name: 'Repair organization/shop/prod' }).click()
  await main.getByRole('link', { name: 'Start recovery: A provider is missing from the state' }).click()
  await expect(main.getByRole('radio', { checked: true })).toHaveCount(0) // nothing is preselected
  await expectAccessible(page)
  await main.getByRole('radio', { name: 'Put default_6_72_0 back from version 1' }).check()
  await page.reload() // the choices are in the address
  await expect(main.getByRole('radio', { name: 'Put default_6_72_0 back from version 1' })).toBeChecked()
  expect(await laptop.exportState(SHOP)).toEqual(broken) // nothing was written
  await carryOut(main, 'Put 1 entry back', 'Taken out by mistake')
  await expectAccessible(page)

  const mended = await laptop.exportState(SHOP)
  expect(mended.deployment.resources).toEqual(whole.deployment.resources)
  await undo(page)
  expect((await laptop.exportState(SHOP)).deployment).toEqual(broken.deployment)

  await page.goto(`${server.url}${RECOVER}/restore-provider?step=answer`)
  await main.getByRole('radio', { name: /Put default_6_72_0 back/ }).check()
  await carryOut(main, 'Put 1 entry back', 'After all')
  const next = await laptop.start(SHOP, { message: 'Goes on' })
  await next.keeps(...urnsBefore(next))
  await next.does('creating', bucket(next, 'receipts'))
  await next.complete()
  await page.goto(server.url)
  await expect(main.getByText('All clear')).toBeVisible()
})

test('duplicates of one resource are never marked for deletion', async ({ signedIn: page, server }) => {
  const laptop = await deployedShop(server, 12, 'ada-laptop')
  const before = await laptop.exportState(SHOP)
  await edited(laptop, SHOP, (state) => [...state, { ...named(state, 'main'), outputs: {} }])
  const main = page.getByRole('main')
  await page.goto(`${server.url}${RECOVER}/resolve-duplicates?step=answer`)
  await expect(main.getByRole('radio', { name: /^Keep main/ })).toHaveCount(2)
  await expect(main.getByRole('radio', { name: /delete/i })).toHaveCount(0)
  await main.getByRole('radio', { name: /^Keep main.*\(entry 4\)/ }).check()
  await carryOut(main, 'Remove 1 entry', 'EC2 console: one VPC of that id')
  await main.getByText('Record', { exact: true }).click()
  await expect(main.getByText('EC2 console: one VPC of that id').first()).toBeVisible()
  const after = await laptop.exportState(SHOP)
  expect(after.deployment.resources).toEqual(before.deployment.resources)
  expect(after.deployment.resources?.some((entry) => entry.delete)).toBe(false)
  await undo(page)
  expect((await laptop.exportState(SHOP)).deployment.resources).toHaveLength(
    (before.deployment.resources?.length ?? 0) + 1,
  )
})

test('a cycle is broken where it costs least, and not at a parent', async ({ signedIn: page, server }) => {
  const laptop = await deployedShop(server, 20, 'ada-laptop')
  const before = await laptop.exportState(SHOP)
  await edited(laptop, SHOP, (state) => {
    const role = named(state, 'checkout-role')
    return state.map((entry) =>
      entry === role ? { ...entry, dependencies: [named(state, 'checkout-task').urn] } : entry,
    )
  })
  const main = page.getByRole('main')
  await page.goto(`${server.url}${RECOVER}/break-cycle`)
  await expect(main.getByText('The circle', { exact: true })).toBeVisible()
  await main.getByRole('radio').first().check()
  await carryOut(main, /entry|entries/, 'A hand edit')
  await expect(main.getByText(/^Version \d+ is valid\.$/)).toBeVisible()
  const after = await laptop.exportState(SHOP)
  const parents = (state: Awaited<ReturnType<Cli['exportState']>>) =>
    Object.fromEntries((state.deployment.resources ?? []).map(({ urn, parent }) => [urn, parent]))
  expect(parents(after)).toEqual(parents(before))
})

test('a stack returns to an earlier version; what exists only now is kept, and an undo reverts it', async ({
  signedIn: page,
  server,
}) => {
  const laptop = await deployedShop(server, 12, 'ada-laptop')
  const first = await laptop.exportState(SHOP)
  const run = await laptop.start(SHOP, { message: 'Two more' })
  await run.keeps(...urnsBefore(run))
  await run.does('creating', bucket(run, 'receipts'))
  await run.complete()
  const second = await laptop.exportState(SHOP)
  const main = page.getByRole('main')
  await page.goto(`${server.url}/organization/shop/prod/versions`)
  await main.getByRole('link', { name: 'Restore version 1…' }).click()
  await expect(main.getByRole('region', { name: 'receipts, removed' })).toBeVisible()
  await expectAccessible(page)
  await main.getByRole('radio', { name: 'Restore version 1', exact: true }).check()
  await expect(main.getByText(/keeps running untracked and billed/)).toBeVisible()
  await carryOut(main, 'Restore version 1', 'The bucket is empty, and is deleted by hand')
  expect((await laptop.exportState(SHOP)).deployment.resources).toEqual(first.deployment.resources)
  await undo(page)
  expect((await laptop.exportState(SHOP)).deployment).toEqual(second.deployment)
})

test('entries removed by a refresh with the wrong credentials are restored in their old order', async ({
  signedIn: page,
  server,
}) => {
  const laptop = await deployedShop(server, 24, 'ada-laptop')
  const whole = await laptop.exportState(SHOP)
  await refreshedElsewhere(laptop, SHOP, { message: 'See what changed', isThere: (place, of) => place < of * 0.4 })
  const lost = await laptop.exportState(SHOP)
  expect(lost.deployment.resources?.length).toBeLessThan(whole.deployment.resources?.length ?? 0)
  const main = page.getByRole('main')
  await page.goto(`${server.url}${RECOVER}/restore-lost-entries`)
  await main.getByRole('button', { name: 'Choose a fix' }).click()
  await main.getByRole('radio', { name: /^Restore all \d+ resources from version 1/ }).check()
  await carryOut(main, /^Put \d+ entries back/, 'The account of the run was the sandbox')
  expect((await laptop.exportState(SHOP)).deployment.resources).toEqual(whole.deployment.resources)
  await undo(page)
  expect((await laptop.exportState(SHOP)).deployment).toEqual(lost.deployment)
})

test('an interrupted create is adopted by its ID, after a wrong ID was refused', async ({ signedIn: page, server }) => {
  const laptop = await interruptedShop(server, 40, 'ada-laptop')
  const before = await laptop.exportState(SHOP)
  const main = page.getByRole('main')
  await page.goto(`${server.url}${RECOVER}/adopt-create`)
  await expect(main.getByText(/Don’t answer “import”/)).toBeVisible()
  await main.getByRole('button', { name: 'Choose a fix' }).click()
  const ledger = main.getByRole('region', { name: /The create of ledger was interrupted/ })
  await ledger.getByRole('radio', { name: /^It exists and is wanted/ }).check()
  await expect(main.getByRole('button', { name: 'Continue', exact: true })).toBeDisabled()
  await ledger.getByLabel('ID of the resource').fill('ledger-5d1c0e2')
  await carryOut(
    main,
    /entry/,
    'RDS console of eu-west-1: it is there, empty',
    'Saved and verified · 2 operations need an answer',
  )
  const after = await laptop.exportState(SHOP)
  const adopted = named(after.deployment.resources ?? [], 'ledger')
  expect(adopted).toMatchObject({ id: 'ledger-5d1c0e2', custom: true })
  expect(adopted).not.toHaveProperty('outputs')
  expect(after.deployment.pending_operations).toHaveLength((before.deployment.pending_operations?.length ?? 0) - 1)
  await undo(page)
  expect((await laptop.exportState(SHOP)).deployment).toEqual(before.deployment)
})

test('another stack’s state, imported by mistake, is replaced by the version before', async ({
  signedIn: page,
  server,
}) => {
  const laptop = await server.cliNamed('ada-laptop')
  const other = ref('organization/shop/staging')
  await deployed(laptop, SHOP, { resources: 12 })
  await deployed(laptop, other, { resources: 8, seed: 3 })
  const before = await laptop.exportState(SHOP)
  await importedFrom(laptop, other, SHOP)
  const main = page.getByRole('main')
  await page.goto(`${server.url}${RECOVER}`)
  await expect(main.getByText('The state holds resources of another stack').first()).toBeVisible()
  await page.goto(`${server.url}${RECOVER}/restore-version?version=1`)
  // The entries of the other stack cannot be kept: that would delete them. So there is nothing to choose.
  await expect(main.getByRole('heading', { name: 'Restore version 1' })).toBeVisible()
  await expect(main.getByRole('radio')).toHaveCount(0)
  await carryOut(main, 'Restore version 1', 'The entries are those of staging, which has them')
  expect((await laptop.exportState(SHOP)).deployment.resources).toEqual(before.deployment.resources)
})
