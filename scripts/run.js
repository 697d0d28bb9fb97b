// node scripts/run.js FILE.ts|TOOL [argument …]: the common way into every command that has no script of its own.
import path from 'node:path'
import { bootstrap, handOver } from './bootstrap.js'

const [target, ...args] = process.argv.slice(2)
const node = await bootstrap()
handOver(node, [target.endsWith('.ts') ? target : path.join('node_modules', '.bin', target), ...args])
