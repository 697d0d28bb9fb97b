// npm run journeys -- [Playwright's arguments]: some of the journeys, while working on them.
import { bootstrap, handOver } from './bootstrap.js'
import { findBrowser } from './browser.js'

const node = await bootstrap()
const browser = await findBrowser(node)
if ('missing' in browser) {
  console.error(browser.missing)
  process.exit(1)
}
const extra = browser.path ? { HOLDFAST_CHROMIUM: browser.path } : {}
handOver(node, ['node_modules/.bin/playwright', 'test', ...process.argv.slice(2)], extra)
