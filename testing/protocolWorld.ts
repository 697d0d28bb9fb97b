import { createCli, CliRefusal, type Cli as Puppet, type CliOptions } from '#mocks/cli.ts'
import { createApp } from '#server/app.ts'
import { closeExpired } from '#server/core/updates/ends.ts'
import { createPresence } from '#server/core/leases/presence.ts'
import { type Store, StoreUnavailableError } from '#server/store/port.ts'
import { testDeps, testToken } from './deps.ts'
import { undescribed } from './describedReplies.ts'
import { STACK } from './service.ts'

export type Cli = Puppet
/** An empty store, its clock, and where it can, the same store closed and opened again. */
export type OpenStore = () => Promise<{ store: Store; advance: (ms: number) => void; reopen?: () => Promise<Store> }>
export type World = Awaited<ReturnType<typeof protocolWorld>>

/**
 * The whole app on a store of the caller's choice, with puppets of the CLI in front and the means to disturb both. What
 * holds of every answer whatever the call (docs/protocol.md, Answers and errors) is examined on the way; `faults` has
 * what did not.
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
    // The console's own API has its own shape of errors.
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
    /** Lets every lease that no one renews run out, and does what the server's timer does. */
    expire,
    /** A stack of the usual name, and a puppet that works on it. */
    async stack(ref = STACK) {
      const puppet = cli()
      await puppet.initStack(ref)
      return puppet
    },
    /** The server dies and is started again some time later, on what was durable; a store that dies with it stays. */
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

/** What the CLI prints: `ok`, or `[code] message`. */
export const outcome = (call: Promise<unknown>): Promise<string> =>
  call.then(
    () => 'ok',
    (error: unknown) => (error instanceof CliRefusal ? error.message : String(error)),
  )

/** How a call is refused: status, body and warning; throws when it is not. */
export async function refusal(call: Promise<unknown>): Promise<CliRefusal> {
  const error: unknown = await call.then(
    () => new Error('the call was not refused'),
    (thrown: unknown) => thrown,
  )
  if (error instanceof CliRefusal) return error
  throw error
}

/** A store behind a switch. An outage refuses calls before they do anything, or loses the answer of what was done. */
function breakable(first: Store) {
  let inner = first
  const outage = {
    /** So many transactions are refused. */
    refuses: 0,
    /** So many writes are done, and no one is reported. */
    losesAnswers: 0,
  }
  const gate = () => {
    if (outage.refuses <= 0) return
    outage.refuses -= 1
    throw new StoreUnavailableError('away')
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
      throw new StoreUnavailableError('away after the commit')
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
 * Whole seconds or versions, wherever they are in an answer: a fraction fails the CLI's decoder
 * (docs/protocol.md, Answers and errors).
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
  if (body === undefined) return faults // plain text is legal
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
