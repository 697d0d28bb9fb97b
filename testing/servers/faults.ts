import { setTimeout as wait } from 'node:timers/promises'
import type { Cli, CliOptions, Ref } from '#mocks/cli.ts'
import { CliRefusal } from '#mocks/cliCalls.ts'
import type { Random } from '../states/randomState.ts'
import type { ServerProcess } from './serverProcess.ts'
import { isWhole, startUpdate, upload, tracked, type Tracked, type Way, wrongs } from '../trackedUpdate.ts'

declare module 'vitest' {
  interface TaskMeta {
    /** Why a test is skipped, for the last lines of `npm test`. */
    why?: string
  }
}

/** The long form is for `npm run test:faults`; every test run uses the short one. */
export const isLong = process.env['HOLDFAST_FAULTS'] === 'long'
/** Options of a test that only the long form runs: the reason for skipping it, which `npm test` prints. */
export const onlyLong = { meta: { why: 'takes minutes: npm run test:faults' } }

const WAYS: readonly Way[] = ['journal', 'full', 'delta', 'journal']
const NAMES = Array.from({ length: 8 }, (_, index) => `bucket-${index}`)

const refOf = (index: number): Ref => ({ org: 'organization', project: 'shop', stack: `stack-${index}` })
const wayOf = (round: number): Way => WAYS[round % WAYS.length] ?? 'journal'

/**
 * Kills the server once in each of this many updates, at a random moment, and restarts it while the client waits and
 * retries. Every stack is created in one update and changed in the next. Throws if anything was lost, applied twice or
 * refused; returns how many kills hit a running update: at least three of four, however fast the server is.
 */
export async function killServer(server: ServerProcess, random: Random, kills: number): Promise<number> {
  let met = 0
  for (let round = 0; round < kills; round++) {
    const ref = refOf(round >> 1)
    const plain = server.cli()
    if (round % 2 === 0) await plain.initStack(ref)
    const isEndRaced = round % 4 === 3
    if (await killOnce(server, random, { ref, way: wayOf(round >> 1), mark: String(round), isEndRaced })) met += 1
    const { version } = await plain.getStack(ref)
    if (version !== (round % 2) + 1) throw new Error(`round ${round}: the stack is at version ${version}`)
  }
  return met
}

async function killOnce(
  server: ServerProcess,
  random: Random,
  { ref, way, mark, isEndRaced }: { ref: Ref; way: Way; mark: string; isEndRaced: boolean },
): Promise<boolean> {
  const calls = way === 'journal' ? 2 * NAMES.length : NAMES.length
  let left = Infinity
  const delay = random(8)
  let outage: Promise<boolean> | undefined
  const killed = Promise.withResolvers<void>()
  const cli = server.cli({
    fetch: (request) => {
      if (--left === 0) outage = wait(delay).then(replaceServer)
      return fetch(request)
    },
    pause: async () => void (await (outage ?? wait(20))),
  })
  const others = server.cli()
  const update = tracked(mark, NAMES)
  const fail = (when: string, problems: string[]) => {
    if (problems.length > 0) throw new Error(`${when} update ${mark} by ${way}: ${problems.join('; ')}`)
  }
  const run = await startUpdate(cli, ref, way)
  let isEnding = false

  /** Returns whether the update still had to continue. */
  async function replaceServer(): Promise<boolean> {
    const isOver = isEnding
    await server.kill()
    killed.resolve()
    await server.start()
    const acknowledged = new Map(update.acknowledged)
    fail('after the kill in', wrongs(await others.exportState(ref), update, acknowledged))
    if (isOver) return false
    await run.renew()
    const second = await others.start(ref).catch((error: unknown) => error)
    if (!(second instanceof CliRefusal) || second.status !== 409)
      fail('after the kill in', ['the lease was given away'])
    return true
  }

  left = 1 + random(isEndRaced ? calls + 2 : calls) // the end of the update is among the last two
  await upload(run, way, update)
  if (!isEndRaced) await killed.promise
  isEnding = true
  await run.complete()
  const wasRunning = (await outage) ?? false
  fail('at the end of', isWhole(update) ? wrongs(await others.exportState(ref), update) : ['it is not whole'])
  return wasRunning
}

/** Where a client dies: a service, a proxy that can be cut, and a clock. */
export type Service = {
  cli(options: Pick<CliOptions, 'fetch'>): Cli
  /** Sends a request; after `signal` it may arrive or not, and no one receives the answer. */
  send(request: Request, signal: AbortSignal): Promise<Response>
  advance(ms: number): Promise<void>
  /** Waits until the requests in flight at the client's death have arrived or are lost. */
  settle(): Promise<unknown>
}

/**
 * Kills this many clients at a random moment of their update, with calls in flight. Then the lease expires or a user
 * cancels, and the next update of the stack succeeds. Throws if anything was lost, invented or refused.
 */
export async function killClients(service: Service, random: Random, deaths: number): Promise<void> {
  for (let round = 0; round < deaths; round++) {
    const [ref, way, mark] = [refOf(round), wayOf(round), String(round)]
    const others = service.cli({ fetch: (request) => service.send(request, new AbortController().signal) })
    await others.initStack(ref)
    const update = tracked(mark, NAMES)
    await dieTelling(service, random, { ref, way, update })
    await service.settle()
    const how = random(2) === 0 ? 'cancel' : 'expiry'
    if (how === 'cancel') await others.cancel(ref)
    else await service.advance(LEASE_MS + 1000)

    const next = await startUpdate(others, ref, 'journal') // an expired lease is closed by the next caller
    const fail = (when: string, problems: string[]) => {
      if (problems.length > 0) throw new Error(`${when} in round ${round} by ${way}: ${problems.join('; ')}`)
    }
    fail(`after the ${how}`, wrongs(next.base, update))
    const after = tracked(`${mark}-next`, NAMES)
    await upload(next, 'journal', after)
    await next.complete()
    const { deployment } = await others.exportState(ref)
    const begun = next.base.deployment.pending_operations ?? []
    // An update must not decide whether a create of unknown outcome happened: it stays pending until a user answers.
    const open = begun.filter(({ type }) => type === 'creating')
    fail('in the next update', wrongs({ version: 3, deployment: { ...deployment, pending_operations: [] } }, after))
    fail('in the next update', isEqual(deployment.pending_operations ?? [], open) ? [] : ['other operations are open'])
  }
}

const LEASE_MS = 300_000
const isEqual = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)

async function dieTelling(
  service: Service,
  random: Random,
  { ref, way, update }: { ref: Ref; way: Way; update: Tracked },
): Promise<void> {
  const dying = new AbortController()
  let left = Infinity
  const cli = service.cli({
    fetch: (request) => {
      if (dying.signal.aborted) return new Promise<never>(() => undefined) // a dead client neither sends nor receives
      const answer = service.send(request, dying.signal)
      if (--left === 0) dying.abort()
      return answer
    },
  })
  const run = await startUpdate(cli, ref, way)
  left = 1 + random(way === 'journal' ? 2 * NAMES.length : NAMES.length)
  const died = new Promise((done) => dying.signal.addEventListener('abort', done))
  await Promise.race([died, upload(run, way, update).catch(() => undefined)])
  if (!dying.signal.aborted) dying.abort()
}
