import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { Agent, request } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Worker } from 'node:worker_threads'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { api } from '#contract/api.ts'
import { ROUTES } from '#server/cli/api/table.ts'
import { createServiceApp } from '#server/cli/routes.ts'
import { createUiApp } from '#server/ui/app.ts'
import { testDeps } from '#testing/deps.ts'
import type { Probe } from '#testing/servers/prober.ts'
import { peakMB, slowdown } from '#testing/processReadings.ts'
import { MAX_VALUES } from '../core/secrets/secrets.ts'
import { type ServerProcess, startServerProcess } from '#testing/servers/serverProcess.ts'
import { STACK } from '#testing/service.ts'
import type { Run } from '#mocks/cli.ts'

vi.setConfig({ testTimeout: 300_000, hookTimeout: 60_000 })

/** Maximum time for an answer, on a quiet machine: on a busy one it is as many times longer as other work takes there. */
const MAX_MS = 1_000
/** For the largest batch of secrets, each of which takes a thread 70 µs of processor time and wakes another. */
const MAX_BATCH_MS = 2_500
/** Maximum time that other requests are delayed by it; the same. */
const MAX_HELD_MS = 250
/** Maximum memory of the process. */
const MAX_RSS_MB = 600

/** Time to wait for a body that does not arrive, in milliseconds. */
const LONG_MS = 15_000

/**
 * A directory in memory: the disk is shared with other processes, and may be busy for as long as an answer may take.
 */
const IN_MEMORY = existsSync('/dev/shm') ? '/dev/shm' : tmpdir()

const MIB = 1024 * 1024
const AT_ONCE = 4
/** Number of attempts: a delay by our own code occurs every time; a stall of the machine does not. */
const TRIES = 3

type Body = { bytes: Uint8Array; gzip?: boolean; stalls?: boolean }

const packed = (text: string): Body => ({ bytes: gzipSync(text), gzip: true })
const plain = (text: string): Body => ({ bytes: Buffer.from(text) })
const filled = (count: number, part: string, [open, close]: [string, string] = ['[', ']']) =>
  `${open}${`${part},`.repeat(count - 1)}${part}${close}`
const ENTRIES: [string, string] = ['{"entries":[', ']}']

/** A gzip bomb that claims to be small. */
function lying(text: string): Body {
  const bytes = gzipSync(text)
  bytes.writeUInt32LE(MIB, bytes.length - 4)
  return { bytes, gzip: true }
}

/** Small requests that would cost much if they were read, inflated, parsed or checked without bounds. */
const AMPLIFIERS: Record<string, Body> = {
  'a gzip of one long string': packed(`"${'a'.repeat(128 * MIB)}"`),
  'a gzip of spaces': packed(`{}${' '.repeat(128 * MIB)}`),
  'a gzip of empty lists': packed(filled(16 * MIB, '[]')),
  'a gzip of empty entries': packed(filled(5_600_000, '{}', ENTRIES)),
  'a gzip with a false length': lying(filled(16 * MIB, '[]')),
  'a million nested lists': plain('['.repeat(MIB)),
  '1 MB of empty entries': plain(filled(330_000, '{}', ENTRIES)),
  '4 MB of empty entries': plain(filled(1_300_000, '{}', ENTRIES)),
  '1 MB of empty items': plain(filled(340_000, '{}', ['{"items":[', ']}'])),
  'a body that never arrives': { bytes: Buffer.alloc(100_000), stalls: true },
}
/** Bodies that show whether a request's body is read where it should not be. */
const UNREAD = [
  'a gzip of one long string',
  'a gzip of empty entries',
  '1 MB of empty entries',
  'a body that never arrives',
]

type Route = { method: string; path: string }
const routes = (): Route[] => {
  const { deps } = testDeps()
  const all = [...createServiceApp(deps).routes, ...createUiApp(deps).routes].filter(({ method }) => method !== 'ALL')
  const byName = new Map(all.map(({ method, path }) => [`${method} ${path}`, { method, path }]))
  // Requests that may end the update come last.
  return [...byName.values()].toSorted((a, b) => Number(isEnd(a)) - Number(isEnd(b)))
}
const isEnd = ({ path }: Route) => path.endsWith('/cancel')
/** Routes open to everyone. */
const PUBLIC = new Set([
  'GET /api/ui/openapi.json',
  ...Object.entries(ROUTES).flatMap(([name, { needs }]) => (needs === 'public' ? [name] : [])),
  ...Object.values(api).flatMap(({ method, path, access }) => (access === 'public' ? [`${method} ${path}`] : [])),
])

let data: string
let server: ServerProcess
let run: Run

beforeAll(async () => {
  data = await mkdtemp(path.join(IN_MEMORY, 'holdfast-amplifiers-'))
  server = await startServerProcess({ HOLDFAST_DATA: data })
  const cli = server.cli()
  await cli.initStack(STACK)
  run = await cli.start(STACK)
})
afterAll(async () => {
  agent.destroy()
  await server.remove()
  await rm(data, { recursive: true, force: true })
})

const addressOf = (path: string) =>
  path
    .replace(/:(\w+)(\{[^}]*\})?/g, (_, name: string) => {
      const known: Record<string, string> = { ...STACK, kind: 'update', updateID: run.id, recovery: 'clear-operations' }
      return known[name] ?? 'x'
    })
    .replace(/\/lease\/wait$/, '$&?timeout=0') // it would wait, as intended

const pid = () => server.pid() ?? 0 // the server is running

type Sent = { status: number; ms: number; text: string }

/** Keeps connections open, because the server would close one without keep-alive before it has read the whole body. */
const agent = new Agent({ keepAlive: true })

/**
 * Sends a body and waits for the answer. If the server stops reading, there may be no answer (status 0), after
 * `patienceMs`.
 */
function send(
  { method, path }: Route,
  body: Body,
  authorization: string | undefined,
  patienceMs: number,
): Promise<Sent> {
  const since = performance.now()
  return new Promise((done, failed) => {
    let isDone = false
    const settle = (status: number, text = '') => {
      if (isDone) return
      isDone = true
      clearTimeout(timer)
      done({ status, ms: performance.now() - since, text })
      call.destroy()
    }
    const call = request(`${server.url}${addressOf(path)}`, {
      method,
      agent,
      headers: {
        'content-type': 'application/json',
        'content-length': body.bytes.length,
        ...(body.gzip && { 'content-encoding': 'gzip' }),
        ...(authorization !== undefined && { authorization }),
      },
    })
    call.once('response', (response) => {
      let text = ''
      if (path.endsWith('/live') || response.statusCode === 200) return settle(response.statusCode ?? 0)
      response.setEncoding('utf8')
      response.on('data', (chunk: string) => void (text += chunk))
      response.once('end', () => settle(response.statusCode ?? 0, text))
      response.once('error', failed)
    })
    call.on('error', (error) => {
      if (!isDone) failed(new Error(`${method} ${path}`, { cause: error }))
    })
    const timer = body.stalls ? setTimeout(() => settle(0), patienceMs) : undefined
    if (body.stalls) call.write(body.bytes.subarray(0, 10))
    else call.end(body.bytes)
  })
}

/** `maxMs`: how long it may take, if it is not `MAX_MS`. */
type Job = { route: Route; name: string; body: Body; maxMs?: number | undefined }
type Sending = {
  authorization: string | undefined
  patienceMs: number
  check(route: Route, sent: Sent, what: string): void
}

async function sendOne({ route, name, body }: Job, { authorization, patienceMs, check }: Sending): Promise<Sent> {
  const sent = await answerTo(() => send(route, body, authorization, patienceMs))
  check(route, sent, `${route.method} ${route.path}: ${name}: ${sent.text}`)
  return sent
}

/** Sends all requests, several at a time. Returns those that took too long, for whatever reason. */
async function sendAll(jobs: readonly Job[], sending: Sending): Promise<Job[]> {
  const slow: Job[] = []
  await inParallel(jobs, async (job) => {
    if ((await sendOne(job, sending)).ms >= (job.maxMs ?? MAX_MS)) slow.push(job)
  })
  return slow
}

/** Sends slow requests again, one at a time, so that none can be slow because of the others. */
async function sendAlone(jobs: readonly Job[], sending: Sending): Promise<void> {
  for (const job of jobs) {
    const { maxMs = MAX_MS } = job
    let least = Infinity
    for (let tries = 0; tries < TRIES && least >= maxMs; tries++) {
      const before = slowdown()
      const { ms } = await sendOne(job, sending)
      least = Math.min(least, ms / Math.max(before, slowdown()))
    }
    expect(least, `${job.route.method} ${job.route.path}: ${job.name}, in ms`).toBeLessThan(maxMs)
  }
}

/**
 * Retries, because the server closes the connection of a client that continues to send after the answer, and a slow
 * client may not get to read it.
 */
async function answerTo(sending: () => Promise<Sent>): Promise<Sent> {
  for (let tries = 1; ; tries++) {
    try {
      return await sending()
    } catch (error) {
      if (tries === 10) throw error
    }
  }
}

async function inParallel<T>(jobs: readonly T[], work: (job: T) => Promise<void>): Promise<void> {
  const left = [...jobs].toReversed()
  const worker = async () => {
    for (let job = left.pop(); job !== undefined; job = left.pop()) await work(job)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
}

/** Sends all requests while another client checks the server's health. */
async function attack(jobs: readonly Job[], sending: Sending): Promise<void> {
  let slow: Job[] = []
  let heldMs = Infinity
  for (let tries = 0; tries < TRIES && heldMs >= MAX_HELD_MS; tries++) {
    const before = slowdown()
    const looks = await probing(async () => void (slow = await sendAll(jobs, sending)))
    expect(looks.length).toBeGreaterThan(10) // everything may be over in a third of a second
    heldMs = Math.min(heldMs, Math.max(...looks.map(({ ms }) => ms)) / Math.max(before, slowdown()))
  }
  expect(heldMs).toBeLessThan(MAX_HELD_MS)
  await sendAlone(slow, sending)
  expect(peakMB(pid())).toBeLessThan(MAX_RSS_MB)
}

async function probing(work: () => Promise<void>): Promise<Probe[]> {
  const prober = new Worker(new URL(import.meta.resolve('#testing/servers/prober.ts')), {
    workerData: { url: server.url },
  })
  const probes = new Promise<Probe[]>((done, failed) => void prober.once('message', done).once('error', failed))
  try {
    await work()
  } finally {
    prober.postMessage('stop')
    await probes
  }
  return probes
}

const bodies = (names = Object.keys(AMPLIFIERS)) => Object.entries(AMPLIFIERS).filter(([name]) => names.includes(name))
const takesBody = ({ method }: Route) => method !== 'GET' && method !== 'DELETE'
const jobsOf = (names: (route: Route) => string[] | undefined): Job[] =>
  routes().flatMap((route) => bodies(names(route)).map(([name, body]) => ({ route, name, body })))

const isAnswered: Sending['check'] = (_, { status }, what) => expect(status, what).toBeLessThan(500)

type Caller = [who: string, credentials: () => string | undefined]

describe.skipIf(process.platform !== 'linux')('amplifying bodies, sent to every route', () => {
  it.each<Caller>([
    ['a caller without credentials', () => undefined],
    ['a caller with a wrong token', () => 'token wrong'],
    ['a caller with a wrong lease token', () => 'update-token wrong'],
  ])('are refused at once without being read when sent by %s', (_, credentials) =>
    attack(
      jobsOf(() => UNREAD),
      {
        authorization: credentials(),
        patienceMs: LONG_MS,
        check(route, { status }, what) {
          const isPublic = PUBLIC.has(`${route.method} ${route.path}`)
          // 429: too many wrong tokens from one address.
          expect([401, 403, 429].includes(status) || (isPublic && status < 500), `${what}`).toBe(true)
        },
      },
    ),
  )

  it.each<Caller>([
    ['the holder of the lease', () => `update-token ${run.lease}`],
    ['an administrator', () => `token ${server.token}`], // this caller also cancels the update
  ])('are answered without delaying other requests when sent by %s', async (_, credentials) => {
    await run.renew() // the lease is still held
    await attack(
      jobsOf((route) => (takesBody(route) ? undefined : UNREAD)),
      { authorization: credentials(), patienceMs: MAX_MS / 4, check: isAnswered },
    )
  })

  it('are answered without delaying other requests when they fit the schema and an administrator sends them', async () => {
    const free = { ...STACK, stack: 'free' }
    const at = `/api/ui/stacks/${free.org}/${free.project}/${free.stack}`
    const basis = { version: 0, hash: '' }
    const edit = (resources: string) =>
      plain(
        JSON.stringify({
          basis,
          operation: { do: 'replaceState', text: `{"version":3,"deployment":{"resources":${resources}}}` },
        }),
      )
    const many = <T>(count: number, value: T) => Array.from({ length: count }, () => value)
    const shaped: [path: string, body: Body, maxMs?: number][] = [
      [`${at}/edits/plan`, edit(filled(5_600_000, '{}'))],
      [`${at}/edits/plan`, edit(filled(80_000, `{"urn":"u","type":"t","x":"${'a'.repeat(80)}"}`))],
      [`${at}/edits/plan`, edit(`["${'a'.repeat(16 * MIB)}"]`)],
      [
        `${at}/recoveries/plan`,
        plain(
          JSON.stringify({ recovery: 'clear-create', basis, choices: many(12_000, { problem: 'x', option: 'gone' }) }),
        ),
      ],
      [
        `/api/stacks/organization/shop/free/batch-encrypt`,
        plain(JSON.stringify({ plaintexts: many(MAX_VALUES, 'QQ==') })),
        MAX_BATCH_MS,
      ],
      [
        `/api/stacks/organization/shop/free/batch-decrypt`,
        plain(JSON.stringify({ ciphertexts: many(MAX_VALUES, 'QQ==') })),
        MAX_BATCH_MS,
      ],
    ]
    const jobs = shaped.map(([path, body, maxMs]) => ({
      route: { method: 'POST', path },
      name: 'that fits',
      body,
      maxMs,
    }))
    await server.cli().initStack(free)
    await attack(jobs, { authorization: `token ${server.token}`, patienceMs: LONG_MS, check: isAnswered })
  })
})
