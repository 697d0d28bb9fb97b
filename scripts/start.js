// npm start: installs and builds what is missing, then replaces itself by the service.
import path from 'node:path'
import { bootstrap } from './bootstrap.js'
import { handOver } from './steps/processes.js'
import { build, isBuilt } from './build.js'
import { root } from './root.js'
import { step } from './steps/step.js'

const node = await bootstrap()
if (!isBuilt('console')) await step('Building the console', () => build(node, 'console'))
const environment = {
  // Node caches the compiled TypeScript: the next start takes half the time, and the service 25 MB less.
  NODE_COMPILE_CACHE: path.join(root, '.cache', 'compiled'),
  // glibc keeps memory freed by threads in one arena each: a single arena costs nothing measurable here, and saves 50
  // to 80 MB.
  MALLOC_ARENA_MAX: process.env.MALLOC_ARENA_MAX ?? '1',
  // The default of 16 MB takes 70 to 90 MB more at the peak of an update of 1,000; the processor time is the same.
  NODE_OPTIONS: `--max-semi-space-size=4 ${process.env.NODE_OPTIONS ?? ''}`.trim(),
}
// Without an address: the backend that the pulumi CLI of this user is logged in to, if it is a self-managed one.
const args = process.argv.length > 2 ? process.argv.slice(2) : ['--backend-of-cli']
handOver(node, ['server/main.ts', ...args], environment)
