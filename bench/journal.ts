import type { Backend } from './backend.ts'
import { createClient } from './client.ts'
import type { Figure } from './figures.ts'
import { median, percentile } from './statistics.ts'
import { update } from './update.ts'

const UPDATES = 5
const EMPTY_CALLS = 200

/** One client on one connection, each call as soon as the one before was answered. */
export async function measure(backend: Backend): Promise<Figure[]> {
  const server = await backend.startServer()
  const client = createClient(server.url)
  try {
    await update(server, client, { stack: 'warm-up' })
    const journal: number[][] = []
    for (let at = 0; at < UPDATES; at++) {
      const { journalMs } = await update(server, client, { stack: `one-${at}` })
      journal.push(journalMs)
    }
    const empty: number[] = []
    for (let at = 0; at < EMPTY_CALLS; at++) {
      empty.push((await client.send({ method: 'GET', path: '/healthz', headers: {} })).ms)
    }
    const all = journal.flat()
    return [
      { what: 'journal call, median', value: median(all), unit: 'ms', bound: { most: 1.5 } },
      { what: 'journal call, 99 of 100', value: percentile(all, 0.99), unit: 'ms', bound: { most: 10 } },
      { what: 'the same, median of the quietest update', value: Math.min(...journal.map(median)), unit: 'ms' },
      { what: 'a call that asks for nothing (/healthz), median', value: median(empty), unit: 'ms' },
    ]
  } finally {
    client.close()
    await server.stop()
  }
}
