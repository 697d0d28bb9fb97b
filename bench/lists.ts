import { Agent, request as httpRequest } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import type { Backend } from './backend.ts'
import { createClient, type Client } from './client.ts'
import type { Figure } from './figures.ts'
import { fill, HISTORY, LINES, LOG } from './fill.ts'
import type { ServerProcess } from './serverProcess.ts'
import { median, percentile } from './statistics.ts'

const TIMES = 100
const WARM = 5
const LISTENERS = 1000
const SETTLED_MS = 3000

/** Called repeatedly; the bound applies to the median. */
const CALLS: { what: string; path: string; most: number }[] = [
  { what: 'list of 100 of 5,000 stacks', path: '/api/ui/stacks', most: 15 },
  { what: 'its 40th page', path: '/api/ui/stacks?page=40', most: 15 },
  { what: 'by health', path: '/api/ui/stacks?sort=health', most: 15 },
  { what: 'by words', path: '/api/ui/stacks?search=prod+project-7', most: 15 },
  { what: 'by health and tag', path: '/api/ui/stacks?health=failed&tag=env%3Dprod', most: 15 },
  { what: 'what needs attention', path: '/api/ui/attention', most: 15 },
  { what: 'stack ls, 100', path: '/api/user/stacks?maxResults=100', most: 15 },
  { what: 'stack ls, from the middle', path: `/api/user/stacks?maxResults=100&continuationToken=${token()}`, most: 15 },
  { what: 'history of 10,000, first page', path: `/api/ui/stacks/${HISTORY}/updates`, most: 10 },
  { what: 'history of 10,000, last page', path: `/api/ui/stacks/${HISTORY}/updates?page=100`, most: 10 },
  { what: 'with previews, last page', path: `/api/ui/stacks/${HISTORY}/updates?page=100&previews=true`, most: 10 },
  { what: 'stack history, last page', path: `/api/stacks/${HISTORY}/updates?pageSize=100&page=100`, most: 10 },
  { what: 'log of 1,000,000 events, first page', path: `/api/ui/stacks/${LOG.stack}/runs/${LOG.id}/log`, most: 20 },
  ...[LINES / 2, LINES - 1000].map((after) => ({
    what: after > LINES / 2 ? 'its last page' : 'a page in the middle',
    path: `/api/ui/stacks/${LOG.stack}/runs/${LOG.id}/log?after=${after}`,
    most: 20,
  })),
  {
    what: 'stack history events, in the middle',
    path: `/api/stacks/${LOG.stack}/update/${LOG.id}/events?continuationToken=500000`,
    most: 20,
  },
]

/** Lists, histories and logs of the sizes of a busy team, over HTTP, and the cost of listeners. */
export async function measure(backend: Backend): Promise<Figure[]> {
  const server = await backend.startServer()
  const client = createClient(server.url)
  try {
    await fill(server)
    const figures = await listeners(server)
    for (const { what, path, most } of CALLS) {
      const { ms, cpuMs } = await timed(server, client, path)
      figures.push({ what, value: median(ms), unit: 'ms', bound: { most } })
      figures.push({ what: `${what}: 99 of 100`, value: percentile(ms, 0.99), unit: 'ms' })
      figures.push({ what: `${what}: CPU`, value: cpuMs, unit: 'ms' })
    }
    return [...figures, ...(await changes(server, client))]
  } finally {
    client.close()
    await server.stop()
  }
}

async function timed(server: ServerProcess, client: Client, path: string): Promise<{ ms: number[]; cpuMs: number }> {
  const ms: number[] = []
  for (let at = 0; at < WARM; at++) await get(server, client, path)
  const cpu = server.cpu()
  for (let at = 0; at < TIMES; at++) ms.push(await get(server, client, path))
  return { ms, cpuMs: ((server.cpu() - cpu) * 1000) / TIMES }
}

async function get(server: ServerProcess, client: Client, path: string): Promise<number> {
  const headers = { authorization: `token ${server.token}`, accept: 'application/vnd.pulumi+9' }
  const { status, ms, body } = await client.send({ method: 'GET', path, headers })
  if (status !== 200) throw new Error(`${path} returned ${status}: ${body.toString().slice(0, 200)}`)
  return ms
}

/** The outcome by resource, for which all events are read once. */
async function changes(server: ServerProcess, client: Client): Promise<Figure[]> {
  const path = `/api/ui/stacks/${LOG.stack}/runs/${LOG.id}/changes`
  const first = await get(server, client, path)
  const { ms } = await timed(server, client, path)
  return [
    { what: 'changes of 1,000,000 events, first time', value: first / 1000, unit: 's' },
    { what: 'changes of 1,000,000 events, again', value: median(ms), unit: 'ms' },
    { what: 'memory after all this', value: server.rss(), unit: 'MB' },
  ]
}

/** The cost of 1,000 open consoles while nothing happens. */
async function listeners(server: ServerProcess): Promise<Figure[]> {
  const agent = new Agent({ keepAlive: false, maxSockets: Infinity })
  const { hostname, port } = new URL(server.url)
  const headers = { authorization: `token ${server.token}` }
  await wait(SETTLED_MS)
  const idle = server.rss()
  const listen = () =>
    new Promise<() => void>((greeted, failed) => {
      const outgoing = httpRequest({ agent, hostname, port, path: '/api/ui/live', headers })
      outgoing.once('error', failed)
      outgoing.once('response', (incoming) => {
        incoming.once('data', () => greeted(() => outgoing.destroy()))
        incoming.on('error', () => undefined) // closed by this client, at the end
        incoming.resume()
      })
      outgoing.end()
    })
  const open: (() => void)[] = []
  while (open.length < LISTENERS) open.push(...(await Promise.all(Array.from({ length: 50 }, listen))))
  await wait(SETTLED_MS)
  const held = server.rss()
  for (const close of open) close()
  return [
    { what: '1,000 live listeners: memory over idle', value: held - idle, unit: 'MB', bound: { most: 60 } },
    { what: 'memory, idle, with all these rows', value: idle, unit: 'MB' },
  ]
}

/** The cursor (base64url) of a page in the middle of the list. */
function token(): string {
  return Buffer.from('organization/project-25/stack-50').toString('base64url')
}
