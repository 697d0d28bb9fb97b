// node scripts/inBrowser.js FILE.ts [argument …]: a file that opens a browser, on fresh builds.
import { programOf } from './tools.js'
import { runWithBrowser } from './withBrowser.js'

const [file, ...args] = process.argv.slice(2)
if (!file) throw new Error('Name what to run: node scripts/inBrowser.js FILE.ts [argument …]')
await runWithBrowser([programOf(file), ...args])
