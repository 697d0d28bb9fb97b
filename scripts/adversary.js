// npm run test:adversary -- [--seconds N] [--seed N] [--state MB] [--postgres]: a reader with random requests against an
// operator's update. Takes minutes; needs a quiet machine, because it judges times.
import { bootstrap } from './bootstrap.js'
import { handOver } from './steps/processes.js'
import { toolEntry } from './tools.js'

const args = process.argv.slice(2)
/** @param {string} name */
const valueOf = (name) => (args.includes(name) ? args[args.indexOf(name) + 1] : undefined)
const given = {
  HOLDFAST_ADVERSARY_SECONDS: valueOf('--seconds'),
  HOLDFAST_ADVERSARY_SEED: valueOf('--seed'),
  HOLDFAST_ADVERSARY_STATE_MB: valueOf('--state'),
  HOLDFAST_ADVERSARY_POSTGRES: args.includes('--postgres') ? 'on' : undefined,
}
const settings = Object.fromEntries(Object.entries(given).flatMap(([name, value]) => (value ? [[name, value]] : [])))
const node = await bootstrap()
handOver(node, [toolEntry('vitest'), 'run', '--project', 'node', 'server/faults/adversary.test.ts'], {
  HOLDFAST_ADVERSARY: 'long',
  ...settings,
})
