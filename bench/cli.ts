import { setTimeout as pause } from 'node:timers/promises'
import type { Backend } from './backend.ts'
import { createClient, play } from './client.ts'
import type { Figure } from './figures.ts'
import { recordedUpdate } from './recordedUpdate.ts'
import { startServer } from './serverProcess.ts'
import { median } from './statistics.ts'
import { update, type Measured } from './update.ts'

/** What a real CLI sent for 200 resources that depend on one another: each step waits for the batch before it. */
const JOURNAL_CALLS = 245
/** `PULUMI_JOURNALING_BATCH_PERIOD`: how long the CLI collects entries before it sends them, in milliseconds. */
const PERIOD_MS = 50
const SMALL_UPDATES = 3
const LARGE_UPDATES = 2

/**
 * Updates at the pace of a real CLI. Between two calls the processor does something else and its caches get cold, so
 * a call costs more than one that follows at once, as in `cpu`. A bare server gets the same calls at the same pace.
 */
export async function measure(backend: Backend): Promise<Figure[]> {
  const server = await backend.startServer()
  const bare = await startServer({ args: ['bench/bareServer.ts'] })
  const [client, bareClient] = [createClient(server.url), createClient(bare.url)]
  const paced = (stack: string) => ({
    calls: recordedUpdate(stack, 1, JOURNAL_CALLS),
    stack,
    beforeEach: () => pause(PERIOD_MS),
  })
  try {
    const cold = await update(server, client, paced('cold'))
    const small: Measured[] = []
    for (let at = 0; at < SMALL_UPDATES; at++) small.push(await update(server, client, paced(`paced-${at}`)))
    const before = bare.cpu()
    await play(bareClient, bare.token, paced('bare').calls, () => pause(PERIOD_MS))
    const bareS = bare.cpu() - before
    const cpuS = median(small.map((each) => each.cpuS))
    const peakAfterSmall = server.peak()
    const large: Measured[] = []
    for (let at = 0; at < LARGE_UPDATES; at++) {
      large.push(await update(server, client, { stack: `large-${at}`, copies: 5, beforeEach: () => pause(1) }))
    }
    return [
      { what: '200 resources, 245 calls 50 ms apart: CPU', value: cpuS, unit: 's', bound: { most: 0.58 } },
      { what: 'the same, first after a start', value: cold.cpuS, unit: 's' },
      { what: 'the same, times the bare server', value: cpuS / bareS, unit: '×' },
      { what: 'the same: peak of the process', value: peakAfterSmall, unit: 'MB' },
      {
        what: '1,000 resources, calls 1 ms apart: CPU',
        value: Math.min(...large.map((each) => each.cpuS)),
        unit: 's',
        bound: { most: 2.42 },
      },
      { what: 'the same: peak of the process', value: server.peak(), unit: 'MB', bound: { most: 210 } },
    ]
  } finally {
    client.close()
    bareClient.close()
    await Promise.all([server.stop(), bare.stop()])
  }
}
