import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type axe from 'axe-core'
import { expect, test as base, type Page } from '@playwright/test'
import { startServer, type RealServer } from './server.ts'

export type Options = {
  /** The console's own font never arrives: a font of the system takes its place. */
  fontless: boolean
}

type Fixtures = Options & {
  server: RealServer
  /** A page that is signed in by the printed code, with nothing open yet. */
  signedIn: Page
  /** Console errors that a journey causes on purpose; any other fails it. */
  expectedErrors: RegExp | undefined
}

/** A journey: the real server on a free port, a fresh database, a browser. It fails on any error in the console. */
export const test = base.extend<Fixtures>({
  expectedErrors: [undefined, { option: true }],
  fontless: [false, { option: true }],
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of needed fixtures from this pattern
  server: async ({}, use) => {
    const server = await startServer()
    await use(server)
    await server.stop()
  },
  // After the server in setup order, so that the page is checked and closed while the server still answers.
  page: async ({ page, server: _server, expectedErrors, fontless }, use) => {
    const errors: string[] = []
    // A file that is no font: a missing one would be an error in the console.
    if (fontless) await page.route('**/*.woff2', (route) => route.fulfill({ contentType: 'font/woff2', body: '' }))
    watch(page, errors)
    await nameViolations(page)
    await nameCauses(page)
    if (process.env['HOLDFAST_JITTER']) await slowDown(page)
    await use(page)
    expect(errors.filter((error) => expectedErrors?.test(error) !== true)).toEqual([])
  },
  signedIn: async ({ page, server }, use) => {
    await signIn(page, server)
    await use(page)
  },
})

export { expect }

const LONGEST_ANSWER_MS = 400

/** Delays and reorders answers, as on a busy machine, to find journeys that check too early. */
async function slowDown(page: Page): Promise<void> {
  await page.route('**/api/ui/**', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, Math.random() * LONGEST_ANSWER_MS))
    await route.continue().catch(() => undefined) // the page may have gone elsewhere meanwhile
  })
}

export function watch(page: Page, errors: string[]): void {
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text())
  })
  page.on('pageerror', (error) => errors.push(String(error)))
}

/** Violations of the page's policy with their source, which the browser's own message does not have. */
async function nameViolations(page: Page): Promise<void> {
  await page.addInitScript(() =>
    document.addEventListener(
      'securitypolicyviolation',
      ({ violatedDirective, sourceFile, lineNumber, sample, target }) =>
        console.error(
          `${violatedDirective} by ${sourceFile}:${lineNumber}, “${sample}”, at ${target instanceof Element ? target.outerHTML.slice(0, 300) : 'the document'}`,
        ),
    ),
  )
}

/** Of an error from which React recovered, its own message says nothing: what was thrown is its cause. */
async function nameCauses(page: Page): Promise<void> {
  await page.addInitScript(() =>
    window.addEventListener('error', ({ error }) => {
      if (error instanceof Error && error.cause instanceof Error) console.error('caused by', error.cause.stack)
    }),
  )
}

/** Signs in without a page; signing in by hand has journeys of its own. */
export async function signIn(page: Page, server: RealServer): Promise<void> {
  const answer = await page.request.post(`${server.url}/api/ui/session`, {
    data: { code: new URL(server.signInLink()).hash.replace('#code=', '') },
    headers: { origin: server.url },
  })
  expect(answer.status()).toBe(200)
  // The users know of the tokens that journeys create: a notice above every page is not under test.
  await server.knowsCredentials(async () => {
    await page.request.post(`${server.url}/api/ui/credential-changes/seen`, {
      data: { upTo: Number.MAX_SAFE_INTEGER },
      headers: { origin: server.url },
    })
  })
}

/** Opens the printed link and waits for the console. */
export async function openSignInLink(page: Page, server: RealServer): Promise<void> {
  await page.goto(server.signInLink())
  await expect(page).toHaveURL(`${server.url}/`)
  await showsConsole(page)
}

/** The address changes before the page does, and the former page has a heading, too. */
async function showsConsole(page: Page): Promise<void> {
  await expect(page.getByRole('button', { name: /^Signed in as/ })).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
}

/** Signs in as another user in a browser of their own: the administrator, unless the token is another's. */
export async function signInByToken(page: Page, server: RealServer, token = server.token): Promise<void> {
  await page.goto(`${server.url}/login`)
  await page.getByLabel(/token/i).fill(token)
  await page.getByRole('button', { name: /sign in/i }).click()
  await expect(page).toHaveURL(`${server.url}/`)
  await showsConsole(page)
}

/** Injected once per page: that takes as long as a check. */
const AXE = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')
const WCAG = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

/** Expects no violation of WCAG 2.2 A and AA, in the current theme. */
export async function expectAccessible(page: Page): Promise<void> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE)
  const violations = await page.evaluate(async (runOnly) => {
    // A colour on its way to another one is neither.
    for (const each of document.getAnimations()) if (each instanceof CSSTransition) each.finish()
    const injected = (window as unknown as { axe: typeof axe }).axe
    const found = await injected.run(document, {
      runOnly,
      resultTypes: ['violations'], // passed checks would be listed node by node
      preload: { assets: ['media'] }, // none of these rules reads the text of style sheets
    })
    return found.violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => String(target)).join(', ')}`)
  }, WCAG)
  expect.soft(violations).toEqual([])
}
