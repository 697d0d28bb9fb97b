import type { Client } from './client.ts'
import type { Figure } from './figures.ts'
import type { ServerProcess } from './serverProcess.ts'
import { median, percentile } from './statistics.ts'

const WARM = 3
export const MAX_MS = 100

/** What is asked: a path that is answered with one list, and how often. */
type Question = { path: string; times: number }

/** Asks for a list again and again: milliseconds of each answer, its length, and the server's processor time for one. */
export async function timed(server: ServerProcess, client: Client, { path, times }: Question) {
  const headers = { authorization: `token ${server.token}` }
  const get = async () => {
    const { status, ms, body } = await client.send({ method: 'GET', path, headers })
    if (status !== 200) throw new Error(`${path} returned ${status}: ${body.toString().slice(0, 200)}`)
    return { ms, body }
  }
  for (let at = 0; at < WARM; at++) await get()
  const { resources, runs, entries } = JSON.parse((await get()).body.toString()) as Record<string, unknown[]>
  const ms: number[] = []
  const cpu = server.cpu()
  for (let at = 0; at < times; at++) ms.push((await get()).ms)
  return { ms, found: (resources ?? runs ?? entries ?? []).length, cpuMs: ((server.cpu() - cpu) * 1000) / times }
}

/** The same as figures: the median, the 99th percentile and the processor time. */
export async function listFigures(
  server: ServerProcess,
  client: Client,
  { what, ...question }: Question & { what: string },
): Promise<Figure[]> {
  const { ms, found, cpuMs } = await timed(server, client, question)
  return [
    { what: `${what}: ${found} found`, value: median(ms), unit: 'ms', bound: { most: MAX_MS } },
    { what: `${what}: 99 of 100`, value: percentile(ms, 0.99), unit: 'ms' },
    { what: `${what}: CPU of the server`, value: cpuMs, unit: 'ms' },
  ]
}
