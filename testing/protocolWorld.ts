import { createCli, type Cli as Puppet, type CliOptions } from '#mocks/cli.ts'
import { CliRefusal } from '#mocks/cliCalls.ts'
import { createApp } from '#server/app.ts'
import { closeExpired } from '#server/core/updates/ends.ts'
import { createPresence } from '#server/core/leases/presence.ts'
import { type Store, StoreUnavailableError } from '#server/store/port.ts'
import { testDeps, testToken } from './deps.ts'
import { undescribed } from './describedReplies.ts'
import { STACK } from './service.ts'

export type Cli = Puppet
/** An empty store, its clock and, if supported, a function that closes and reopens it. */
export type OpenStore = () => Promise<{ store: Store; advance: (ms: number) => void; reopen?: () => Promise<Store> }>
export type World = Awaited<ReturnType<typeof protocolWorld>>

/**
 * The whole app on the caller's store, with simulated CLIs and the means to disturb both. Rules for every answer
 * (docs/protocol.md, Answers and errors) are checked on the way; `faults` lists violations.
 */
export async function protocolWorld(open: OpenStore) {
  const bench = await open()
  const { store, outage } = breakable(bench.store)
  const { deps, lines } = testDeps({ store: store() })
  const token = await testToken(deps)
  let app = createApp(deps)
  let steady = 0
  let presence = createPresence(deps, () => steady)
  await presence.begin()
  const advance = (ms: number) => {
    steady += ms
    bench.advance(ms)
  }
  const faults: string[] = []

  const fetch = async (request: Request): Promise<Response> => {
    const what = `${request.method} ${new URL(request.url).pathname}`
    const response = await app.fetch(request)
    // The console's API has its own form of errors.
    const text = what.includes(' /api/ui/') ? '' : await response.clone().text()
    if (text !== '') faults.push(...faultsOf(response, text).map((fault) => `${what}: ${fault}`))
    faults.push(...undescribed(request, response.status, jsonOf(text)).map((fault) => `${what}: ${fault}`))
    return response
  }
  const cli = (more: Partial<CliOptions> = {}) => createCli({ fetch, url: 'http://test', token, ...more })
  const expire = async () => {
    advance(300_000)
    await closeExpired(deps)
  }

  return {
    deps,
    token,
    fetch,
    cli,
    lines,
    faults,
    outage,
    advance,
    /** Lets all leases without renewal expire, and does what the server's timer does. */
    expire,
    /** A stack with the usual name, and a simulated CLI that works on it. */
    async stack(ref = STACK) {
      const puppet = cli()
      await puppet.initStack(ref)
      return puppet
    },
    /** The server dies and is restarted some time later with what was durable; an in-memory store stays. */
    async restart(awayMs = 0): Promise<void> {
      await presence.beat()
      if (bench.reopen !== undefined) store(await bench.reopen())
      bench.advance(awayMs)
      app = createApp(deps)
      presence = createPresence(deps, () => steady)
      await presence.begin()
      await closeExpired(deps)
    },
    close: () => store().close(),
  }
}

/** The message that the CLI prints: `ok`, or `[code] message`. */
export const outcome = (call: Promise<unknown>): Promise<string> =>
  call.then(
    () => 'ok',
    (error: unknown) => (error instanceof CliRefusal ? error.message : String(error)),
  )

/** The refusal of a call: status, body and warning; throws if it succeeds. */
export async function refusal(call: Promise<unknown>): Promise<CliRefusal> {
  const error: unknown = await call.then(
    () => new Error('the call was not refused'),
    (thrown: unknown) => thrown,
  )
  if (error instanceof CliRefusal) return error
  throw error
}

/** A store that can fail. An outage refuses calls before they do anything, or loses the result of completed ones. */
function breakable(first: Store) {
  let inner = first
  const outage = {
    /** Number of transactions to refuse. */
    refuses: 0,
    /** Number of writes that are carried out and reported as failed. */
    losesAnswers: 0,
  }
  const gate = () => {
    if (outage.refuses <= 0) return
    outage.refuses -= 1
    throw new StoreUnavailableError('the store is down')
  }
  const outer: Store = {
    now: () => inner.now(),
    async read(work) {
      gate()
      return inner.read(work)
    },
    async write(work) {
      gate()
      const result = await inner.write(work)
      if (outage.losesAnswers <= 0) return result
      outage.losesAnswers -= 1
      throw new StoreUnavailableError('the store is down after the commit')
    },
    ready: (text, as) => inner.ready(text, as),
    close: () => inner.close(),
  }
  const store = (next?: Store): Store => {
    if (next !== undefined) inner = next
    return outer
  }
  return { outage, store }
}

/**
 * Fields that must be integers wherever they occur: a fraction fails the CLI's decoder (docs/protocol.md, Answers and
 * errors).
 */
const INTEGERS = new Set([
  'startTime',
  'endTime',
  'lastUpdate',
  'started',
  'tokenExpiration',
  'version',
  'resourceCount',
])

function faultsOf(response: Response, text: string): string[] {
  const faults: string[] = []
  const encoding = response.headers.get('content-encoding')
  if (encoding !== null && encoding !== 'gzip') faults.push(`content encoding ${encoding}`)
  if (!response.headers.get('x-pulumi-request-id')) faults.push('no request id')
  const body = jsonOf(text)
  if (body === undefined) return faults // plain text is allowed
  if (response.status >= 400) {
    const { code, message } = (body ?? {}) as { code?: unknown; message?: unknown }
    if (code !== response.status) faults.push(`status ${response.status} with code ${String(code)}`)
    if (typeof message !== 'string' || message === '') faults.push(`status ${response.status} without a message`)
  }
  walk(body, (key, value) => {
    if (INTEGERS.has(key) && typeof value === 'number' && !Number.isInteger(value)) faults.push(`${key} is ${value}`)
  })
  return faults
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function walk(value: unknown, visit: (key: string, value: unknown) => void): void {
  if (typeof value !== 'object' || value === null) return
  for (const [key, part] of Object.entries(value)) {
    visit(key, part)
    walk(part, visit)
  }
}
