// npm run test:properties -- [Vitest's arguments]: 100 times the random states of a normal test run. Takes minutes.
import { bootstrap, handOver } from './bootstrap.js'
import { toolEntry } from './tools.js'

const node = await bootstrap()
const tests = ['domain/repair/repairOptions.test.ts', 'domain/surgery/randomEdits.test.ts']
const args = ['run', '--project', 'node', '--test-timeout', '1200000', ...tests, ...process.argv.slice(2)]
handOver(node, [toolEntry('vitest'), ...args], { HOLDFAST_PROPERTIES: 'long' })
