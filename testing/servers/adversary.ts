import { Agent, type ClientRequest, request } from 'node:http'
import { connect, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { parentPort, workerData } from 'node:worker_threads'
import { gzipSync } from 'node:zlib'
import { api } from '#contract/api.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { ROUTES } from '#server/cli/api/table.ts'
import { pick, type Random, seeded } from '../states/randomState.ts'

/** The target, its reader's token, and what the reader knows of it. */
export type Orders = {
  url: string
  token: string
  seed: number
  stack: { org: string; project: string; stack: string }
  updateId: string
  urns: string[]
  basis: { version: number; hash: string }
}
/** What was done: how often by kind, and the answers by status (0: none, because the adversary left). */
export type Deeds = { acts: Record<string, number>; answers: Record<string, number> }

const orders = workerData as Orders
const random = seeded(orders.seed)
const target = new URL(orders.url)
const MIB = 1024 * 1024
/** Bounds of the load: requests waiting for an answer, and connections held without one. */
const MOST_WAITING = 200
const MOST_HELD = 1_500

/** `isOpen`: a reader may call it, so that its body is read. */
type Route = { method: string; path: string; query: string[]; takesBody: boolean; isOpen?: boolean }
const ALL: Route[] = [
  ...(Object.values(api) as Endpoint[]).map(({ method, path, query, body, access }) => ({
    method: method as string,
    path,
    query: namesIn(query),
    takesBody: body !== undefined,
    isOpen: access === 'reader' || access === 'public',
  })),
  ...['state.json', 'lease/wait'].map((end) => ({
    method: 'GET',
    path: `/api/ui/stacks/:org/:project/:stack/${end}`,
    query: ['version', 'timeout'],
    takesBody: false,
  })),
  ...['/api/ui/live', '/api/ui/audit.jsonl', '/metrics', '/readyz', '/'].map((path) => ({
    method: 'GET',
    path,
    query: [],
    takesBody: false,
  })),
  ...Object.entries(ROUTES).map(([name, { query, body }]) => {
    const [method = '', path = ''] = name.split(' ')
    return { method, path, query: namesIn(query), takesBody: body !== undefined }
  }),
]

function namesIn(schema: unknown): string[] {
  const isObject = typeof schema === 'object' && schema !== null && 'shape' in schema
  return isObject ? Object.keys(schema.shape as object) : []
}

const agent = new Agent({ keepAlive: true, maxSockets: MOST_WAITING })
const sockets = new Set<Socket>()
const deeds: Deeds = { acts: {}, answers: {} }
let waiting = 0
let isStopped = false

const count = (counts: Record<string, number>, name: string | number) => void (counts[name] = (counts[name] ?? 0) + 1)
const some = <T>(items: readonly T[]): T => pick(random, items) as T // the lists are not empty
const words = (most: number) =>
  Array.from({ length: 1 + random(most) }, () =>
    some(['aws', 'bucket', 'zq', 's3', 'a', ':', '"', 'urn:pulumi', '%']),
  ).join(' ')

function addressOf({ path, query }: Route): string {
  const filled = path.replace(/:(\w+)(\{[^}]*\})?/g, (_, name: string) => {
    const known: Record<string, string> = { ...orders.stack, kind: 'update', updateID: orders.updateId, version: '1' }
    return encodeURIComponent(random(10) === 0 ? words(2) : (known[name] ?? some(['1', orders.updateId, 'x'])))
  })
  const values = () => some([() => some(orders.urns), () => words(200), () => String(random(3)), () => words(3)])()
  const asked = query
    .filter(() => random(3) > 0)
    .map((name) => [name, name === 'timeout' ? '5' : values().slice(0, 6000)])
  return asked.length === 0 ? filled : `${filled}?${new URLSearchParams(asked as [string, string][]).toString()}`
}

/** The body of a request: what the schema takes, garbage, and bombs. */
function bodyFor({ path }: Route): { bytes: Buffer; isGzip: boolean } {
  const urns = Array.from({ length: 1 + random(300) }, () => some(orders.urns))
  const { basis } = orders
  const fitting: Record<string, unknown>[] = [
    { basis, operation: { do: 'delete', targets: urns.map((urn) => ({ urn })), withDependents: true } },
    {
      basis,
      operation: {
        do: 'replaceState',
        text: `{"version":3,"deployment":{"resources":[${'{},'.repeat(random(50_000))}{}]}}`,
      },
    },
    { basis, operation: { do: 'protect', urns } },
    { basis, destination: orders.stack, destinationBasis: basis, urns },
    { recovery: 'clear-create', basis, choices: urns.map(() => ({ problem: 'x', option: 'gone' })) },
    { stack: orders.stack, isFavourite: true },
  ]
  const text = some([
    () => JSON.stringify(path.includes('plan') ? some(fitting.slice(0, 5)) : some(fitting)),
    () => `[${'[],'.repeat(random(300_000))}0]`,
    () => `"${'x'.repeat(random(4 * MIB))}"`,
    () => '{',
  ])()
  const isGzip = random(3) === 0
  return { bytes: isGzip ? gzipSync(text) : Buffer.from(text), isGzip }
}

/** Sends one request; gives up after `leavesMs`, or does not read the answer. */
function ask(route: Route, { leavesMs, reads }: { leavesMs: number; reads: boolean }): void {
  if (waiting >= MOST_WAITING) return
  waiting += 1
  const body = route.takesBody ? bodyFor(route) : undefined
  let isOver = false
  const over = (status: number) => {
    if (isOver) return
    isOver = true
    waiting -= 1
    clearTimeout(timer)
    count(deeds.answers, status)
  }
  const call: ClientRequest = request(`${orders.url}${addressOf(route)}`, {
    method: route.method,
    agent,
    headers: {
      authorization: `token ${orders.token}`,
      'accept-encoding': some(['gzip', 'identity']),
      ...(body !== undefined && { 'content-type': 'application/json', 'content-length': body.bytes.length }),
      ...(body?.isGzip === true && { 'content-encoding': 'gzip' }),
    },
  })
  const timer = setTimeout(() => {
    over(0)
    call.destroy()
  }, leavesMs)
  call.once('response', (response) => {
    const status = response.statusCode ?? 0
    if (!reads) return // until it leaves
    response.resume().once('close', () => over(status))
  })
  call.once('error', () => over(0))
  call.end(body?.bytes)
}

/** Opens a connection, sends `text`, and holds it for a while, or sends a byte now and then. */
function hold(text: string | Buffer, { forMs, drips }: { forMs: number; drips: boolean }): void {
  if (sockets.size >= MOST_HELD) return
  const socket = connect(Number(target.port), target.hostname)
  sockets.add(socket)
  socket.write(text)
  const drip = drips ? setInterval(() => socket.write(' '), 1_000) : undefined
  const timer = setTimeout(() => socket.destroy(), forMs)
  socket.on('error', () => undefined)
  socket.on('data', (bytes) => {
    const status = /^HTTP\/1\.1 (\d+)/.exec(bytes.toString('latin1'))?.[1]
    if (status !== undefined) count(deeds.answers, status)
  })
  socket.once('close', () => {
    clearInterval(drip)
    clearTimeout(timer)
    sockets.delete(socket)
  })
}

const head = (method: string, path: string, more = '') =>
  `${method} ${path} HTTP/1.1\r\nhost: x\r\nauthorization: token ${orders.token}\r\n${more}`
const bodies = ALL.filter(({ takesBody }) => takesBody)
const read = bodies.filter(({ isOpen }) => isOpen === true)
/** Mostly those whose body is read. */
const oneWithBody = () => some(random(5) === 0 ? bodies : read)
const reads = ALL.filter(({ takesBody, method }) => !takesBody && method === 'GET')
const times = (most: number, work: () => void) => {
  for (let left = 1 + random(most); left > 0; left--) work()
}

/** Announced and sent bytes of bodies whose end does not arrive, and whether they claim to be a gzip. */
const WITHHELD: [announced: number, sent: number, gzip: boolean][] = [
  [MIB, MIB - 1, false],
  [MIB, MIB - 1, false],
  [4 * MIB, 4 * MIB - 1, false],
  [512 * MIB, 0, false],
  [128 * MIB, MIB, true],
  [4096, 4095, false],
]

const ACTS: Record<string, (random: Random) => void> = {
  'asks at random': () => times(20, () => ask(some(ALL), { leavesMs: 5_000, reads: true })),
  'repeats one question': () => {
    const route = some(reads)
    times(80, () => ask(route, { leavesMs: 10_000, reads: true }))
  },
  'asks and leaves': () => times(40, () => ask(some(reads), { leavesMs: random(200), reads: true })),
  'asks and does not read': () => times(10, () => ask(some(reads), { leavesMs: 5_000, reads: false })),
  'sends bodies': () => times(5, () => ask(oneWithBody(), { leavesMs: 10_000, reads: true })),
  'withholds bodies': () => {
    const [announced, sent, gzip] = some(WITHHELD)
    const route = some(read)
    const more = `content-type: application/json\r\n${gzip ? 'content-encoding: gzip\r\n' : ''}content-length: ${announced}\r\n\r\n`
    const drips = random(2) === 0
    for (let left = 40 + random(40); left > 0; left--)
      hold(head('POST', addressOf(route), more) + ' '.repeat(sent), { forMs: 15_000, drips })
  },
  'holds connections': () => times(100, () => hold(some(['', 'GET / HTTP/1.1\r\n']), { forMs: 10_000, drips: false })),
  'opens streams': () => times(60, () => hold(head('GET', '/api/ui/live', '\r\n'), { forMs: 10_000, drips: false })),
  'sends many at once': () => {
    const one = head('GET', addressOf(some(reads)), '\r\n')
    hold(one.repeat(1 + random(200)), { forMs: 5_000, drips: false })
  },
}

parentPort?.once('message', () => void (isStopped = true))
parentPort?.postMessage('begun') // loading it takes seconds on a busy machine
while (!isStopped) {
  const name = some(Object.keys(ACTS))
  count(deeds.acts, name)
  ACTS[name]?.(random)
  await pause(random(60))
}
agent.destroy()
for (const socket of sockets) socket.destroy()
parentPort?.postMessage(deeds)
