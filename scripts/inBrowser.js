// node scripts/inBrowser.js FILE.ts|TOOL [argument …]: runs what opens a browser (journeys, pictures, benches) on
// current builds.
import { bootstrap } from './bootstrap.js'
import { handOver } from './steps/processes.js'
import { findBrowser } from './browser.js'
import { build, testedBuilds, builtService, isBuilt } from './build.js'
import { step } from './steps/step.js'
import { programOf } from './tools.js'

const [target, ...args] = process.argv.slice(2)
if (!target) throw new Error('Name what to run: node scripts/inBrowser.js FILE.ts|TOOL [argument …]')
const node = await bootstrap()
const isJourneys = target === 'playwright'
for (const name of testedBuilds) {
  if (name === 'service' && !isJourneys) continue
  if (!isBuilt(name)) await step(`Building the ${name}`, () => build(node, name))
}
// Benches and pictures use the browser that people use; journeys do too when they are watched.
const isHeadless = isJourneys && !args.some((arg) => /^--(headed|debug|ui)/.test(arg))
const browser = await findBrowser(node, { isHeadless })
if ('missing' in browser) {
  console.error(browser.missing)
  process.exit(1)
}
const extra = browser.path ? { HOLDFAST_CHROMIUM: browser.path } : {}
handOver(node, [programOf(target), ...args], { ...extra, ...(isJourneys && builtService()) })
