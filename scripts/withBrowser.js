import { bootstrap, handOver } from './bootstrap.js'
import { findBrowser } from './browser.js'
import { build, buildNames, isBuilt } from './build.js'
import { step } from './steps/step.js'

/**
 * Runs a program that needs a browser and fresh builds of console and demo; the browser is named to it in
 * HOLDFAST_CHROMIUM unless it is Playwright's own.
 *
 * @param {string[]} program its file and its arguments, for Node
 */
export async function runWithBrowser(program) {
  const node = await bootstrap()
  for (const name of buildNames) {
    if (!isBuilt(name)) await step(`Building the ${name}`, () => build(node, name))
  }
  const browser = await findBrowser(node)
  if ('missing' in browser) {
    console.error(browser.missing)
    process.exit(1)
  }
  handOver(node, program, browser.path ? { HOLDFAST_CHROMIUM: browser.path } : {})
}
