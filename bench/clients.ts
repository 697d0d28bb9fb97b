import type { Backend } from './backend.ts'
import { createClient } from './client.ts'
import type { Figure } from './figures.ts'
import { recordedUpdate } from './recordedUpdate.ts'
import { median, percentile } from './statistics.ts'
import { update } from './update.ts'

const CLIENTS = 16

/** As many concurrent clients as stacks, each on a connection of its own and without pauses. */
export async function measure(backend: Backend): Promise<Figure[]> {
  const server = await backend.startServer()
  const clients = Array.from({ length: CLIENTS }, () => createClient(server.url))
  const all = (round: string) => {
    // Prepared before anything is timed: the clients share one thread, and each would wait for the preparation of
    // another.
    const prepared = clients.map((client, index) => {
      const stack = `${round}-${index}`
      return { client, stack, calls: recordedUpdate(stack, 1) }
    })
    return Promise.all(prepared.map(({ client, ...rest }) => update(server, client, rest)))
  }
  try {
    await all('warm-up')
    const since = performance.now()
    const updates = await all('many')
    const seconds = (performance.now() - since) / 1000
    const journal = updates.flatMap(({ journalMs }) => journalMs)
    const entries = updates.reduce((sum, each) => sum + each.entries, 0)
    const isBound = backend.name === 'sqlite'
    return [
      { what: '16 clients: journal call, median', value: median(journal), unit: 'ms' },
      {
        what: '16 clients: journal call, 99 of 100',
        value: percentile(journal, 0.99),
        unit: 'ms',
        ...(isBound ? { bound: { most: 40 } } : {}),
      },
      {
        what: '16 clients: journal entries',
        value: entries / seconds,
        unit: '/s',
        ...(isBound ? { bound: { least: 1500 } } : {}),
      },
    ]
  } finally {
    for (const client of clients) client.close()
    await server.stop()
  }
}
