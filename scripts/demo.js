// npm run demo: every world in the browser, built, without a server behind it.
import { bootstrap } from './bootstrap.js'
import { handOver } from './steps/processes.js'
import { build, isBuilt } from './build.js'
import { step } from './steps/step.js'
import { toolEntry } from './tools.js'

const node = await bootstrap()
if (!isBuilt('demo')) await step('Building the demo', () => build(node, 'demo'))
handOver(node, [toolEntry('vite'), 'preview', '--mode', 'demo', ...process.argv.slice(2)])
