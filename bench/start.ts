import { setTimeout as wait } from 'node:timers/promises'
import type { Backend } from './backend.ts'
import { BUDGETS, builtSizes } from './bundle.ts'
import type { Figure } from './figures.ts'

const IDLE_MS = 10_000
const args = ['scripts/start.js']

/**
 * Starts the service as a user would, on a data directory that was used before; measures it idle, and what a browser
 * loads.
 */
export async function measure(backend: Backend): Promise<Figure[]> {
  await (await backend.startServer({ args })).stop() // builds the console if it is missing; installs nothing
  const server = await backend.startServer({ args })
  try {
    const cpu = server.cpu()
    await wait(IDLE_MS)
    const sizes = builtSizes()
    return [
      { what: 'second npm start: listening after', value: server.startedInMs / 1000, unit: 's', bound: { most: 3 } },
      { what: 'memory, idle after a start', value: server.rss(), unit: 'MB', bound: { most: 150 } },
      { what: 'CPU in 10 idle seconds', value: server.cpu() - cpu, unit: 's' },
      {
        what: 'first screen, gzipped JavaScript',
        value: sizes?.firstScreen ?? NaN,
        unit: 'kB',
        bound: { most: BUDGETS.firstScreen },
      },
      { what: 'graph, gzipped JavaScript', value: sizes?.graph ?? NaN, unit: 'kB', bound: { most: BUDGETS.graph } },
    ]
  } finally {
    await server.stop()
  }
}
