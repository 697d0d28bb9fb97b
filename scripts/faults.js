// npm run test:faults -- [Vitest's arguments]: the long form of the fault tests. Takes minutes.
import { bootstrap } from './bootstrap.js'
import { handOver } from './steps/processes.js'
import { toolEntry } from './tools.js'

const node = await bootstrap()
const args = ['run', '--project', 'node', '--no-file-parallelism', 'server/faults', ...process.argv.slice(2)]
handOver(node, [toolEntry('vitest'), ...args], { HOLDFAST_FAULTS: 'long' })
