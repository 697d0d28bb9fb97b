// node scripts/run.js FILE.ts|TOOL [argument …]: starts every command that has no script of its own.
import { bootstrap } from './bootstrap.js'
import { handOver } from './steps/processes.js'
import { programOf } from './tools.js'

const [target, ...args] = process.argv.slice(2)
if (!target) throw new Error('Name what to run: node scripts/run.js FILE.ts|TOOL [argument …]')
const node = await bootstrap()
handOver(node, [programOf(target), ...args])
