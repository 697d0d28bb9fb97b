import { ref } from '#mocks/story.ts'
import { expect, test } from './fixtures.ts'
import { interruptedShop } from './openings.ts'

const PROD = ref('organization/shop/prod')

// The browser logs the responses that lead to the sign-in page.
test.use({ expectedErrors: /401 \(Unauthorized\)/ })

test('signing out removes all data: from the page, from the back button and from storage', async ({
  signedIn: page,
  server,
  context,
}) => {
  const cli = await interruptedShop(server, 5)
  await expect.poll(async () => (await cli.getStack(PROD)).currentOperation).toBeUndefined()
  await page.goto(`${server.url}/organization/shop/prod/recover/resolve-operations`)
  await page
    .getByRole('group', { name: 'What happened to receipts?' })
    .getByText('It doesn’t exist', { exact: true })
    .click()
  const stored = (of: 'localStorage' | 'sessionStorage') =>
    page.evaluate((name) => JSON.stringify(Object.entries(window[name])), of)
  await expect.poll(() => stored('sessionStorage')).toContain('organization/shop/prod') // the answer, for a reload
  const [before] = await context.cookies()
  // Another request of the page learns that the session has ended before the sign-out is answered.
  const { promise: ended, resolve: end } = Promise.withResolvers<void>()
  await page.route('**/api/ui/stacks/**', async (route) => {
    await ended
    await route.continue()
  })
  await page.route('**/api/ui/session', async (route) => {
    if (route.request().method() !== 'DELETE') return route.continue()
    const answer = await route.fetch()
    const refused = page.waitForResponse((response) => response.status() === 401)
    end()
    await refused
    await route.fulfill({ response: answer })
  })
  const held = page.waitForRequest('**/api/ui/stacks/**')
  await cli.start(PROD, { message: 'Release' })
  await held
  await page.getByRole('button', { name: /signed in as/i }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  await expect(page).toHaveURL(`${server.url}/login`)
  await expect(page.getByText('organization/shop/prod')).toHaveCount(0)

  await page.goBack()
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  await expect(page.getByText('organization/shop/prod')).toHaveCount(0)

  expect(await context.cookies()).toEqual([])
  expect(await stored('localStorage')).toBe('[]')
  expect(await stored('sessionStorage')).not.toMatch(/shop|holdfast/) // the router stores scroll positions
  const databases = await page.evaluate(async () => [...(await indexedDB.databases()), ...(await caches.keys())])
  expect(databases).toEqual([])

  const headers = { cookie: `${before?.name}=${before?.value}` }
  expect((await fetch(`${server.url}/api/ui/session`, { headers })).status).toBe(401)
})
