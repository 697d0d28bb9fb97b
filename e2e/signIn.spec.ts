import { expect, openSignInLink, test } from './fixtures.ts'

test('opening the printed link signs in; the link works once', async ({ page, server, browser }) => {
  await openSignInLink(page, server)
  await expect(page.getByText('live', { exact: true })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()

  const other = await browser.newPage()
  await other.goto(server.signInLink())
  await expect(other.getByText(/used|expired|no longer/i).first()).toBeVisible()
  await other.close()
})

test.describe('another user’s link', () => {
  test.use({ expectedErrors: /409 \(Conflict\)/ })
  test('asks a signed-in person first; declining keeps the link valid', async ({ signedIn: page, server }) => {
    const headers = { authorization: `token ${server.token}`, 'content-type': 'application/json' }
    const post = async (path: string, body: object): Promise<Record<string, string>> =>
      (await fetch(`${server.url}/api/ui${path}`, { method: 'POST', headers, body: JSON.stringify(body) })).json()
    const ada = await post('/users', { login: 'ada', name: 'Ada', role: 'reader' })
    const { url = '' } = await post(`/users/${ada['id']}/sign-in-link`, {})
    await page.goto(url)
    await expect(page.getByRole('heading', { name: 'Sign in as ada?' })).toBeVisible()
    await page.getByRole('button', { name: 'Stay signed in as admin' }).click()
    await expect(page.getByText('live', { exact: true })).toBeVisible()
    await page.goto('about:blank')
    await page.goto(url)
    await page.getByRole('button', { name: 'Sign in as ada' }).click()
    await expect(page.getByText('live', { exact: true })).toBeVisible()
    await page.goto(`${server.url}/-/settings/sessions`)
    await expect(page.getByRole('row').filter({ hasText: 'this browser' })).toHaveCount(1)
  })
})

test.describe('signed out', () => {
  // The browser logs exactly the response that leads to the sign-in page.
  test.use({ expectedErrors: /401 \(Unauthorized\)/ })
  test('without a session every address leads to the sign-in page, and back after signing in', async ({
    page,
    server,
  }) => {
    await page.goto(`${server.url}/-/stacks?search=shop`)
    await expect(page).toHaveURL(/\/login/)
    const { token } = server
    await page.getByLabel(/token/i).fill(token)
    await page.getByRole('button', { name: /sign in/i }).click()
    await expect(page).toHaveURL(`${server.url}/-/stacks?search=shop`)
    expect(await page.evaluate(() => JSON.stringify(Object.entries(localStorage)))).not.toContain(token)
  })
})

test.describe('pulumi login in the browser', () => {
  const nonce = '0123456789abcdef'.repeat(4)
  test('creates a token only after a click on a page that names the machine', async ({ signedIn: page, server }) => {
    const seen: string[] = []
    await page.route('http://localhost:45678/**', async (route) => {
      seen.push(route.request().url())
      await route.fulfill({ status: 200, body: 'logged in' })
    })
    await page.goto(
      `${server.url}/cli-login?cliSessionPort=45678&cliSessionNonce=${nonce}&cliSessionDescription=Generated+by+pulumi+login+on+ada-laptop`,
    )
    await expect(page.getByText(/ada-laptop/).first()).toBeVisible()
    expect(seen).toEqual([])
    await page.getByRole('button', { name: /allow/i }).click()
    await expect.poll(() => seen.length).toBe(1)
    const answer = new URL(seen[0] ?? '')
    expect(answer.searchParams.get('nonce')).toBe(nonce)
    const token = answer.searchParams.get('accessToken') ?? ''
    const user = await fetch(`${server.url}/api/user`, { headers: { authorization: `token ${token}` } })
    expect(await user.json()).toMatchObject({ githubLogin: 'admin' })
  })

  test('refuses an invalid port', async ({ signedIn: page, server }) => {
    await page.goto(`${server.url}/cli-login?cliSessionPort=99999&cliSessionNonce=${nonce}&cliSessionDescription=x`)
    await expect(page.getByRole('button', { name: /allow/i })).toHaveCount(0)
  })
})

test('every page obeys its own security policy: no violation is reported', async ({ page, server }) => {
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sourceFile }) =>
      console.error(`refused by the policy: ${violatedDirective} ${blockedURI} ${sourceFile}`),
    )
  })
  await openSignInLink(page, server) // the fixture fails on any error in the console
  await page.goto(`${server.url}/-/stacks`)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
})
