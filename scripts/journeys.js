// npm run test:journeys -- [NAME | Playwright's arguments]: some of the journeys, on a fresh build.
import { toolEntry } from './tools.js'
import { runWithBrowser } from './withBrowser.js'

await runWithBrowser([toolEntry('playwright'), 'test', ...process.argv.slice(2)])
