// npm run demo: every world in the browser, built, without a server behind it.
import { bootstrap, handOver } from './bootstrap.js'
import { build, isBuilt } from './build.js'
import { step } from './step.js'

const node = await bootstrap()
if (!isBuilt('demo')) await step('Building the demo', () => build(node, 'demo'))
handOver(node, ['node_modules/vite/bin/vite.js', 'preview', '--mode', 'demo', ...process.argv.slice(2)])
