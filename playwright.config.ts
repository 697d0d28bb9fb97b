import { defineConfig, devices } from '@playwright/test'
import type { Options } from './e2e/fixtures.ts'
import { withFont, type Font } from './e2e/fonts.ts'

/** Found or installed by `scripts/browser.js`; without it Playwright takes the browser it has downloaded itself. */
const executablePath = process.env['HOLDFAST_CHROMIUM']
const isRoot = process.getuid?.() === 0

const launchOptions = {
  ...(executablePath ? { executablePath } : {}),
  args: [
    ...(isRoot ? ['--no-sandbox'] : []),
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
  ],
}
const inFont = (font: Font) => ({
  ...devices['Desktop Chrome'],
  launchOptions: { ...launchOptions, env: { ...process.env, ...withFont(font) } },
})
/** Journeys that measure controls and pages. */
const MEASURING = /\/(accessible|feel|layout|touch|waiting)\.spec\.ts$/

/** Journeys start the real server themselves, one for each test, on a free port: see the fixtures in e2e. */
export default defineConfig<Options>({
  testDir: 'e2e',
  outputDir: 'test-results',
  globalSetup: './e2e/compileServer.ts',
  workers: 2,
  fullyParallel: true,
  retries: 0,
  forbidOnly: !!process.env['CI'],
  // These end what hangs, also beside thirty busy processes; how fast something is the benchmarks tell.
  timeout: 600_000,
  expect: { timeout: 180_000 },
  // A failure's message comes last with dots, where the tail of a long log still shows it.
  reporter: [
    [process.env['CI'] ? 'dot' : 'line'],
    ['json', { outputFile: process.env['HOLDFAST_JOURNEYS_REPORT'] ?? '.cache/journeys.json' }],
  ],
  use: {
    // Snapshots of every step take 8 % of the processor time, and nobody fetches them from CI; a film would take more.
    trace: { mode: process.env['CI'] ? 'off' : 'retain-on-failure', screenshots: false, sources: false },
    screenshot: 'only-on-failure',
  },
  // Fonts of ours, so that no journey depends on those of the machine; what measures runs without the console's own, too.
  projects: [
    { name: 'chromium', use: inFont('Noto Sans') },
    { name: 'wide font', testMatch: MEASURING, use: { ...inFont('DejaVu Sans'), fontless: true } },
  ],
})
