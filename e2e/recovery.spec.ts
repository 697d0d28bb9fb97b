import { bucket, killedWhileCreating, urnsBefore } from '#mocks/scenes.ts'
import { ref } from '#mocks/story.ts'
import { answerAll, answerFor } from './answers.ts'
import { expect, test } from './fixtures.ts'
import { deployedShop } from './openings.ts'
import type { RealServer } from './server.ts'

const SHOP = ref('organization/shop/prod')
const LOOKED = 'Looked in the console of the account, eu-central-1: nothing of that name'

/** A stack whose next update has started to create the bucket `receipts`: its client, and the update. */
async function creatingReceipts(server: RealServer) {
  const laptop = await deployedShop(server, 12, 'ada-laptop')
  const run = await laptop.start(SHOP, { message: 'Receipts' })
  await run.keeps(...urnsBefore(run))
  await run.begin('creating', bucket(run, 'receipts'))
  return { laptop, run }
}

test('an update killed in the middle is recovered in the browser; the next update is clean', async ({
  signedIn: page,
  server,
}) => {
  const laptop = await deployedShop(server, 20, 'ada-laptop')
  const run = await killedWhileCreating(laptop, SHOP, 'Move the ledger to its own database')
  await server.advance(310_000)
  const before = await laptop.exportState(SHOP)
  expect(before.deployment.pending_operations).toHaveLength(3)

  // Starts at the home page, like a user on call.
  await page.goto(server.url)
  await page.getByRole('link', { name: 'Recover organization/shop/prod' }).click()
  const main = page.getByRole('main')
  await expect(main.getByRole('heading', { name: /^Don’t run pulumi up yet/ })).toBeVisible()
  await main.getByRole('link', { name: 'Resolve 3 operations' }).click()

  // No answer is preselected.
  await expect(main.getByRole('radio', { checked: true })).toHaveCount(0)
  await answerAll(main)
  await main.getByRole('button', { name: 'Continue' }).click()
  await expect(main.getByText('No operation is pending afterwards.')).toBeVisible()
  await page.reload() // the step is in the address; nothing was written
  expect((await laptop.exportState(SHOP)).deployment.pending_operations).toHaveLength(3)

  await main.getByLabel('What did you check?').fill(LOOKED)
  const confirm = main.getByRole('button', { name: 'Clear 3 operations' })
  await main.getByLabel('Type organization/shop/prod to confirm').fill('organization/shop/staging')
  await expect(confirm).toBeDisabled()
  await main.getByLabel('Type organization/shop/prod to confirm').fill('organization/shop/prod')
  await confirm.click()

  // Proof: the state read back from the store is valid, and the next command is ready to copy.
  await expect(page).toHaveURL(/\/recover\/[0-9a-f-]{36}/)
  await expect(main.getByText(/pulumi preview/).first()).toBeVisible()
  const after = await laptop.exportState(SHOP)
  expect(after.deployment.pending_operations ?? []).toEqual([])
  expect(after.deployment.resources).toEqual(before.deployment.resources)
  expect((await laptop.exportState(SHOP, run.version)).deployment.pending_operations).toHaveLength(3) // the former state is kept

  await page.goto(`${server.url}/organization/shop/prod/updates`)
  await expect(main.getByText(LOOKED).first()).toBeVisible()

  const next = await laptop.start(SHOP, { message: 'Once more' })
  await next.keeps(...urnsBefore(next))
  await next.does('creating', bucket(next, 'receipts'))
  await next.complete()
  await page.goto(server.url)
  await expect(main.getByText('All clear')).toBeVisible()
})

test('one click restores the previous state', async ({ signedIn: page, server }) => {
  const { laptop } = await creatingReceipts(server)
  await laptop.cancel(SHOP)
  const before = await laptop.exportState(SHOP)
  const main = page.getByRole('main')

  await page.goto(`${server.url}/organization/shop/prod/recover/clear-create`)
  await answerFor(main, 'receipts', 'It doesn’t exist')
  await main.getByRole('button', { name: 'Continue' }).click()
  await main.getByLabel('What did you check?').fill(LOOKED)
  await main.getByLabel('Type organization/shop/prod to confirm').fill('organization/shop/prod')
  await main.getByRole('button', { name: 'Clear 1 operation' }).click()
  await expect(page).toHaveURL(/\/recover\/[0-9a-f-]{36}/)
  expect((await laptop.exportState(SHOP)).deployment.pending_operations ?? []).toEqual([])

  await main.getByRole('button', { name: /undo/i }).click()
  await page
    .getByRole('dialog')
    .getByLabel(/reason|why/i)
    .fill('It was there after all')
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /undo|bring/i })
    .click()
  await expect(main.getByText(/undone/i).first()).toBeVisible()
  expect((await laptop.exportState(SHOP)).deployment).toEqual(before.deployment)
})

test.describe('two people at once', () => {
  test.use({ expectedErrors: /409 \(Conflict\)/ }) // the refusal under test
  test('the state changes while someone is reading: nothing is written, and the changes are shown', async ({
    signedIn: page,
    server,
  }) => {
    const { laptop } = await creatingReceipts(server)
    await laptop.cancel(SHOP)
    const main = page.getByRole('main')
    await page.goto(`${server.url}/organization/shop/prod/recover/clear-create`)
    await answerFor(main, 'receipts', 'It doesn’t exist')
    await main.getByRole('button', { name: 'Continue' }).click()
    await main.getByLabel('What did you check?').fill(LOOKED)
    await main.getByLabel('Type organization/shop/prod to confirm').fill('organization/shop/prod')

    const other = await laptop.start(SHOP, { message: 'A colleague was faster' })
    await other.keeps(...urnsBefore(other))
    await other.complete()

    const version = (await laptop.getStack(SHOP)).version
    await expect(main.getByText(/changed|moved|review again/i).first()).toBeVisible()
    expect((await laptop.getStack(SHOP)).version).toBe(version)
  })
})

test('the lease of someone who cannot be reached is released only with a statement and the stack’s name', async ({
  signedIn: page,
  server,
}) => {
  const { laptop, run } = await creatingReceipts(server)
  await page.goto(`${server.url}/organization/shop/prod/recover/cancel-update`)
  const main = page.getByRole('main')
  await expect(main.getByText('ada-laptop').first()).toBeVisible()
  await main.getByRole('button', { name: 'Release lease…' }).click()
  await expect(main.getByText('receipts').first()).toBeVisible() // what becomes unknown
  const release = main.getByRole('button', { name: 'Stop the update and release its lease' })
  await main.getByLabel('Reason').fill('Production is blocked')
  await main.getByLabel('Type organization/shop/prod to confirm').fill('organization/shop/prod')
  await expect(release).toBeDisabled() // the statement how the holder was reached is still missing
  await main.getByLabel(/How did you contact Administrator/).fill('Called Ada: the laptop is off, she agrees')
  await release.click()
  await expect(page).toHaveURL(/\/recover\/release/)
  await main.getByText('Record', { exact: true }).click()
  await expect(main.getByText('Called Ada: the laptop is off, she agrees').first()).toBeVisible()

  await expect(run.renew()).rejects.toThrow('[403]')
  await expect(run.completeOnly('succeeded')).rejects.toThrow('[409] The Update has been cancelled')
  const state = await laptop.exportState(SHOP)
  expect(state.deployment.pending_operations).toHaveLength(1)
  const next = await laptop.start(SHOP, { message: 'Goes on' })
  await next.completeOnly('succeeded')
})
