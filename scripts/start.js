// npm start: installs and builds what is missing, then becomes the service.
import { bootstrap, handOver } from './bootstrap.js'
import { build, isBuilt } from './build.js'
import { step } from './step.js'

const node = await bootstrap()
if (!isBuilt('console')) await step('Building the console', () => build(node, 'console'))
handOver(node, ['server/main.ts', ...process.argv.slice(2)])
