import { bucket, changed, urnsBefore } from '#mocks/scenes.ts'
import { ref } from '#mocks/story.ts'
import { expect, expectAccessible, test } from './fixtures.ts'
import { deployedShop } from './openings.ts'

const SHOP = ref('organization/shop/prod')
const HOME = '/organization/shop/prod'

test('an entry is edited in a form, reviewed before it is saved, and restored with one click', async ({
  signedIn: page,
  server,
}) => {
  const ci = await deployedShop(server, 12)
  const before = await ci.exportState(SHOP)
  const main = page.getByRole('main')

  // Starts at the resource, like a user who looks at it.
  await page.goto(`${server.url}${HOME}/resources`)
  await main.getByRole('searchbox', { name: 'Search resources' }).fill('role')
  await expect(page).toHaveURL(/search=role/)
  await main.getByRole('row', { name: /role/ }).last().click()
  await main.getByRole('button', { name: /Edit .* in the state/ }).click()
  await page.getByRole('menuitem', { name: 'Edit as a form' }).click()
  await expect(page).toHaveURL(/\/edit\?/)
  const name = (await main.getByRole('heading', { level: 2 }).first().textContent()) ?? ''

  await main.getByRole('checkbox', { name: 'Protected' }).check()
  const changes = main.getByRole('region', { name: 'What changes' })
  await expect(changes.getByRole('row', { name: /protect/ })).toBeVisible()
  await expect(main.getByText(/^Valid: checked against the CLI’s rules/)).toBeVisible()
  await expectAccessible(page)
  expect(await ci.exportState(SHOP)).toEqual(before)

  // The same as text: the problem is reported with its position while typing.
  await main.getByRole('button', { name: 'Edit as text' }).click()
  const text = main.getByLabel('The entry as JSON')
  await expect(text).toContainText('"protect": true')
  await main.getByRole('button', { name: 'Find in the text' }).click()
  await main.getByRole('textbox', { name: 'Find', exact: true }).fill('"protect": true')
  await main.getByRole('textbox', { name: 'Replace', exact: true }).fill('"protect": tru')
  await main.getByRole('button', { name: 'Replace all' }).click()
  await expect(text).toContainText(/"protect": tru(?!e)/)
  await main.getByRole('button', { name: /Go to line/ }).click()
  await expect(text).toBeFocused()
  await expectAccessible(page)
  await page.keyboard.press('ControlOrMeta+z')
  await expect(text).toContainText('"protect": true')
  await expect(changes.getByRole('row', { name: /protect/ })).toBeVisible()

  await main.getByLabel('Reason').fill('It must not be deleted by accident')
  await main.getByRole('button', { name: `Edit ${name}` }).click()
  await expect(page).toHaveURL(/\/recover\/[0-9a-f-]{36}/)
  const record = page.url()
  await expect(main.getByText(/Only what was previewed has changed/)).toBeVisible()
  const after = await ci.exportState(SHOP)
  expect(after.deployment.resources).toEqual(
    before.deployment.resources?.map((each) => (each.urn.endsWith(`::${name}`) ? { ...each, protect: true } : each)),
  )

  // The list of versions shows what it changed, too.
  await page.goto(`${server.url}${HOME}/versions`)
  await main.getByRole('checkbox', { name: 'Compare version 1' }).check()
  await main.getByRole('checkbox', { name: 'Compare version 2' }).check()
  await main.getByRole('link', { name: 'Compare 1 with 2' }).click()
  await expect(main.getByRole('row', { name: /protect/ })).toBeVisible()
  await expectAccessible(page)

  await page.goto(`${server.url}${HOME}/updates`)
  await expect(main.getByText('It must not be deleted by accident').first()).toBeVisible()
  await page.goto(record)
  await main.getByRole('button', { name: /undo/i }).click()
  await page.getByRole('dialog').getByLabel('Reason').fill('Not needed after all')
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /undo recovery/i })
    .click()
  await expect(main.getByText(/^Version \d+ is valid\.$/).first()).toBeVisible()
  expect((await ci.exportState(SHOP)).deployment).toEqual(before.deployment)
})

test.describe('removing an entry', () => {
  test.use({ expectedErrors: /404 \(Not Found\)/ }) // the live event of the write may come while the deleted entry is still on the page
  test('a resource is removed only after typing the stack’s name, and its dependents only on request', async ({
    signedIn: page,
    server,
  }) => {
    const ci = await deployedShop(server, 12)
    const { deployment } = await ci.exportState(SHOP)
    const needed = deployment.resources?.find(({ dependencies = [] }) => (dependencies ?? []).length > 0)
      ?.dependencies?.[0]
    const main = page.getByRole('main')
    await page.goto(`${server.url}${HOME}/edit?do=delete&urn=${encodeURIComponent(needed ?? '')}`)
    await expect(main.getByText(/depend on it/).first()).toBeVisible()
    await expect(main.getByLabel('Reason')).toHaveCount(0)
    await main.getByRole('checkbox', { name: 'Also remove its dependents' }).check()
    await expect(main.getByText(/keeps? running untracked/).first()).toBeVisible()
    await main.getByLabel('Reason').fill('Handed over to another team')
    const write = main.getByRole('button', { name: /^Delete .* from the state$/ }).last()
    await expect(write).toHaveAttribute('aria-disabled', 'true')
    await main.getByLabel(/What did you check/).fill('They run it by hand now')
    await main.getByLabel('Type organization/shop/prod to confirm').fill('organization/shop/prod')
    await write.click()
    await expect(page).toHaveURL(/\/recover\/[0-9a-f-]{36}/)
    const after = await ci.exportState(SHOP)
    expect(after.deployment.resources?.some(({ urn }) => urn === needed)).toBe(false)
    // The CLI continues from there.
    const next = await ci.start(SHOP, { message: 'Once more' })
    await next.keeps(...urnsBefore(next))
    await next.does('creating', bucket(next, 'receipts'))
    await next.complete()
  })
})

test.describe('while someone is editing', () => {
  test.use({ expectedErrors: /409 \(Conflict\)/ }) // the refusal under test
  test('the base version changes: nothing is written, and the edit is reviewed again on the new version', async ({
    signedIn: page,
    server,
  }) => {
    const ci = await deployedShop(server, 12)
    const main = page.getByRole('main')
    await page.goto(`${server.url}${HOME}/edit`)
    await main.getByRole('searchbox', { name: 'Search resources' }).fill('role')
    await main.getByRole('row', { name: /role/ }).last().click()
    await main.getByRole('checkbox', { name: 'Protected' }).check()
    await main.getByLabel('Reason').fill('It must not be deleted by accident')

    await changed(ci, SHOP, 'A colleague was faster')
    await expect(main.getByText(/The state has changed: version 2 replaced version 1/)).toBeVisible()
    expect((await ci.getStack(SHOP)).version).toBe(2)

    await main.getByRole('button', { name: 'Review again' }).click()
    await expect(main.getByRole('checkbox', { name: 'Protected' })).toBeChecked() // the input is kept
    await expect(main.getByRole('region', { name: 'What changes' }).getByRole('row', { name: /protect/ })).toBeVisible()
    await main.getByLabel('Reason').fill('It must not be deleted by accident')
    await main
      .getByRole('button', { name: /^Edit / })
      .last()
      .click()
    await expect(page).toHaveURL(/\/recover\/[0-9a-f-]{36}/)
    const { deployment } = await ci.exportState(SHOP)
    expect(deployment.resources?.filter(({ protect }) => protect)).toHaveLength(1)
  })
})
