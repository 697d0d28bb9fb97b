// npm run test:journeys -- [NAME | Playwright's arguments]: some of the journeys, on a fresh build.
import { bootstrap, handOver } from './bootstrap.js'
import { findBrowser } from './browser.js'
import { build, buildNames, isBuilt } from './build.js'
import { step } from './steps/step.js'
import { toolEntry } from './tools.js'

const node = await bootstrap()
for (const name of buildNames) {
  if (!isBuilt(name)) await step(`Building the ${name}`, () => build(node, name))
}
const browser = await findBrowser(node)
if ('missing' in browser) {
  console.error(browser.missing)
  process.exit(1)
}
const extra = browser.path ? { HOLDFAST_CHROMIUM: browser.path } : {}
handOver(node, [toolEntry('playwright'), 'test', ...process.argv.slice(2)], extra)
