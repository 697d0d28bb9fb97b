// npm run test:properties -- [Vitest's arguments]: 100 times the random states of a normal test run. Takes minutes.
import { bootstrap } from './bootstrap.js'
import { handOver } from './steps/processes.js'
import { propertyTests } from './steps/propertyTests.js'
import { toolEntry } from './tools.js'

const node = await bootstrap()
const args = ['run', '--project', 'node', '--test-timeout', '1200000', ...propertyTests(), ...process.argv.slice(2)]
handOver(node, [toolEntry('vitest'), ...args], { HOLDFAST_PROPERTIES: 'long' })
