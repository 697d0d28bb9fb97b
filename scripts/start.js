// npm start: installs and builds what is missing, then becomes the service.
import path from 'node:path'
import { bootstrap, handOver } from './bootstrap.js'
import { build, isBuilt } from './build.js'
import { root } from './root.js'
import { step } from './steps/step.js'

const node = await bootstrap()
if (!isBuilt('console')) await step('Building the console', () => build(node, 'console'))
const environment = {
  // Node keeps what it made of our TypeScript: the next start takes half the time and the service 25 MB less.
  NODE_COMPILE_CACHE: path.join(root, '.cache', 'compiled'),
  // glibc keeps what threads free in arenas of their own: one for all costs nothing measurable here, and saves 50 to 80 MB.
  MALLOC_ARENA_MAX: process.env.MALLOC_ARENA_MAX ?? '1',
}
handOver(node, ['server/main.ts', ...process.argv.slice(2)], environment)
