import type { Backend } from './backend.ts'
import { createClient, play } from './client.ts'
import type { Figure } from './figures.ts'
import { recordedUpdate } from './recordedUpdate.ts'
import { startServer } from './serverProcess.ts'
import { median, percentile } from './statistics.ts'
import { update } from './update.ts'

/** The first updates after a start run code that is not compiled yet; they are not counted. */
const WARM_UP = 3
const UPDATES = 5
const EMPTY_CALLS = 200

/**
 * One client on one connection, each call as soon as the former is answered; the same calls to a bare server that
 * stores the same bytes (`bareServer.ts`).
 */
export async function measure(backend: Backend): Promise<Figure[]> {
  const server = await backend.startServer()
  const client = createClient(server.url)
  const bare = await startServer({ args: ['bench/bareServer.ts'] })
  const bareClient = createClient(bare.url)
  const bareUpdate = async () => {
    const before = bare.cpu()
    const timings = await play(bareClient, bare.token, recordedUpdate('bare'))
    const journalMs = timings.filter(({ what }) => what === 'journal').map(({ ms }) => ms)
    return { journalMs, cpuS: bare.cpu() - before }
  }
  try {
    for (let at = 0; at < WARM_UP; at++) {
      await update(server, client, { stack: `warm-up-${at}` })
      await bareUpdate()
    }
    const [journal, bareJournal]: [number[][], number[][]] = [[], []]
    let [cpuS, bareCpuS] = [0, 0]
    for (let at = 0; at < UPDATES; at++) {
      // In turn, so that other load on the machine affects both.
      const ours = await update(server, client, { stack: `one-${at}` })
      const theirs = await bareUpdate()
      journal.push(ours.journalMs)
      bareJournal.push(theirs.journalMs)
      cpuS += ours.cpuS
      bareCpuS += theirs.cpuS
    }
    const empty: number[] = []
    for (let at = 0; at < EMPTY_CALLS; at++) {
      empty.push((await client.send({ method: 'GET', path: '/healthz', headers: {} })).ms)
    }
    const all = journal.flat()
    const bareMs = median(bareJournal.flat())
    const isSqlite = backend.name === 'sqlite'
    return [
      { what: 'journal call, median', value: median(all), unit: 'ms', bound: { most: isSqlite ? 1.5 : 4 } },
      {
        what: 'journal call, 99 of 100',
        value: percentile(all, 0.99),
        unit: 'ms',
        bound: { most: isSqlite ? 10 : 12 },
      },
      { what: 'the same, median of the quietest update', value: Math.min(...journal.map(median)), unit: 'ms' },
      { what: 'a call that asks for nothing (/healthz), median', value: median(empty), unit: 'ms' },
      { what: 'the same calls to the bare server, median', value: bareMs, unit: 'ms' },
      {
        what: 'journal call, times the bare server',
        value: median(all) / bareMs,
        unit: '×',
        ...(isSqlite ? { bound: { most: 2 } } : {}),
      },
      { what: 'CPU of an update, times the bare server', value: cpuS / bareCpuS, unit: '×' },
    ]
  } finally {
    client.close()
    bareClient.close()
    await Promise.all([server.stop(), bare.stop()])
  }
}
