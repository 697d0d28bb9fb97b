import type { Backend } from './backend.ts'
import { createClient } from './client.ts'
import type { Figure } from './figures.ts'
import { median } from './statistics.ts'
import { update, type Measured } from './update.ts'

/** Small updates are repeated often: the system counts processor time in steps of 10 ms. */
const SMALL_UPDATES = 4
/** The first update of a size costs more, because V8's own threads compile and collect once: a figure of its own. */
const LARGE_UPDATES = 3

/** Processor time of the service's process for updates of three sizes; that of PostgreSQL is not counted. */
export async function measure(backend: Backend): Promise<Figure[]> {
  const server = await backend.startServer()
  const client = createClient(server.url)
  try {
    const cold = await update(server, client, { stack: 'warm-up' })
    const small: Measured[] = []
    for (let at = 0; at < SMALL_UPDATES; at++) small.push(await update(server, client, { stack: `small-${at}` }))
    const firstLarge = await update(server, client, { stack: 'large-first', copies: 5 })
    const larges: Measured[] = []
    for (let at = 0; at < LARGE_UPDATES; at++)
      larges.push(await update(server, client, { stack: `large-${at}`, copies: 5 }))
    const large = {
      cpuS: median(larges.map(({ cpuS }) => cpuS)),
      wallMs: median(larges.map(({ wallMs }) => wallMs)),
      completeMs: median(larges.map(({ completeMs }) => completeMs)),
    }
    const huge = await update(server, client, { stack: 'huge', copies: 25 })
    const cpu = small.reduce((sum, { cpuS }) => sum + cpuS, 0) / SMALL_UPDATES
    const wall = median(small.map(({ wallMs }) => wallMs))
    return [
      { what: '200 resources: CPU', value: cpu, unit: 's', bound: { most: 0.35 } },
      { what: '200 resources: CPU, first after a start', value: cold.cpuS, unit: 's' },
      { what: '200 resources: time', value: wall / 1000, unit: 's' },
      { what: '200 resources: complete', value: median(small.map(({ completeMs }) => completeMs)), unit: 'ms' },
      { what: '1,000 resources: CPU, times that of 200', value: large.cpuS / cpu, unit: '×', bound: { most: 5.5 } },
      { what: '1,000 resources: CPU of the first, times that of 200', value: firstLarge.cpuS / cpu, unit: '×' },
      { what: '1,000 resources: time, times that of 200', value: large.wallMs / wall, unit: '×' },
      { what: '1,000 resources: complete', value: large.completeMs, unit: 'ms' },
      { what: '5,000 resources: CPU, times that of 200', value: huge.cpuS / cpu, unit: '×', bound: { most: 27 } },
      { what: '5,000 resources: complete', value: huge.completeMs, unit: 'ms' },
      { what: 'memory after all of them', value: server.rss(), unit: 'MB' },
    ]
  } finally {
    client.close()
    await server.stop()
  }
}
