import type { Hono } from 'hono'
import type { z } from 'zod'
import { ProblemDetails } from '#contract/problem.ts'
import type { Role } from '#contract/session.ts'
import type { Deps } from '#server/deps.ts'
import { createToken } from '#server/core/access/credentials.ts'
import type { RequestVariables } from '#server/http/requestId.ts'
import { closeExpired } from '#server/core/updates/ends.ts'
import { createServiceApp } from '#server/cli/routes.ts'
import { createMemoryStore } from '#server/adapters/memory/memoryStore.ts'
import type { Store } from '#server/store/port.ts'
import type { UnguardedJobs } from '#server/texts/textJobs.ts'
import { createClock, testDeps } from './deps.ts'
import { haveOrganization } from './haveOrganization.ts'
import { createUiApp } from '#server/ui/app.ts'

/**
 * For tests: both APIs, the console's and the CLI's, on one store (in memory, or as made by `openStore`), with a clock
 * that only moves on request; with `jobs`, large texts are worked on by another thread.
 */
export async function createHarness(
  settings: Partial<Deps['settings']> = {},
  openStore: (options: { clock: () => number }) => Store | Promise<Store> = createMemoryStore,
  jobs?: UnguardedJobs,
) {
  const clock = createClock(Date.parse('2026-03-04T10:00:00Z'))
  let ids = 0
  const store = await openStore({ clock: clock.now })
  const { deps: common, lines: logged } = testDeps({ clock, store, ...(jobs && { jobs }) })
  const own = { consoleUrls: ['http://localhost:3000'], version: '0.0.0-test', maxBodyBytes: 10_000_000 }
  const deps: Deps = {
    ...common,
    newId: () => `00000000-0000-4000-8000-${String(++ids).padStart(12, '0')}`,
    masterKey: new Uint8Array(32).fill(7),
    settings: { ...common.settings, ...own, ...settings },
  }
  const ui = createUiApp(deps)
  const service = createServiceApp(deps)

  async function addUser(login: string, role: Role): Promise<string> {
    const id = deps.newId()
    return deps.store.write(async (writer) => {
      await writer.insertUser({ id, login, name: login, role, roles: {}, createdAt: clock.now(), removedAt: null })
      return (
        await createToken(deps, writer, { userId: id, name: `${login}'s token`, scope: 'admin', source: 'terminal' })
      ).value
    })
  }
  const token = await addUser('admin', 'admin')

  /** Calls the console's API as the administrator; `headers` replace the token. */
  const call = (
    method: string,
    path: string,
    { body, headers }: { body?: unknown; headers?: Record<string, string> } = {},
  ) =>
    ui.request(`/api/ui${path}`, {
      method,
      headers: {
        ...(headers ?? { authorization: `token ${token}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })

  return {
    deps,
    ui,
    token,
    logged,
    addUser,
    call,
    get: async (path: string) => (await call('GET', path)).json() as Promise<unknown>,
    /** Moves the clock, and closes expired leases, as the server's timer does. */
    wait: async (seconds: number) => {
      clock.advance(seconds * 1000)
      await closeExpired(deps)
    },
    now: clock.now,
    cli: createCli(service, token, deps),
    /** The row of a stack, `organization/project/stack`; undefined if there is none. */
    stackRow: (ref: string) => {
      const [org = '', project = '', name = ''] = ref.split('/')
      return deps.store.read((reader) => reader.stack({ org, project, name }))
    },
    /** The state of a stack as exported to the CLI. */
    exported: async <Deployment extends object>(ref: string) => {
      const headers = { authorization: `token ${token}` }
      const response = await service.request(`/api/stacks/${ref}/export`, { headers })
      return (await response.json()) as { version: number; deployment: Deployment } // the service's own answer
    },
  }
}

export type Harness = Awaited<ReturnType<typeof createHarness>>

/** The refusal that the console's API answered with. */
export const problemOf = async (response: Response | Promise<Response>): Promise<ProblemDetails> =>
  ProblemDetails.parse(await (await response).json())

/** The answer of the console's API; throws its refusal. */
export async function replyOf<Schema extends z.ZodType>(
  schema: Schema,
  response: Response | Promise<Response>,
): Promise<z.output<Schema>> {
  const answered = await response
  const body: unknown = await answered.json()
  if (!answered.ok) throw new Error(JSON.stringify(body))
  return schema.parse(body)
}

/** `env`: what the host passes with a request. */
type SendOptions = { authorization?: string; method?: string; signal?: AbortSignal; env?: object }
type ServiceApp = Hono<{ Variables: RequestVariables }>

/** Calls of the CLI, as far as tests need them (docs/protocol.md, Updates). */
function createCli(service: ServiceApp, token: string, deps: Deps) {
  const userAgent = 'pulumi-cli/1 (v3.260.0; linux; cmd=up)'
  async function send(
    path: string,
    body: unknown,
    { authorization = `token ${token}`, method = 'POST', signal, env }: SendOptions = {},
  ): Promise<Record<string, unknown>> {
    const init = {
      method,
      headers: { authorization, 'content-type': 'application/json', 'user-agent': userAgent },
      body: JSON.stringify(body),
      ...(signal && { signal }),
    }
    const response = await service.request(`/api/stacks/${path}`, init, env)
    const text = await response.text()
    // What the CLI prints besides the message is the cause.
    if (!response.ok) throw new Error(`${response.status} ${text}`, { cause: response.headers.get('X-Pulumi-Warning') })
    return text === '' ? {} : (JSON.parse(text) as Record<string, unknown>) // the answer of the service itself
  }
  return {
    send,
    /** Also creates its organization, if it does not exist. */
    async createStack(ref: string, tags: Record<string, string> = {}) {
      const [org = '', project, stackName] = ref.split('/')
      await haveOrganization(deps, org)
      await send(`${org}/${project}`, { stackName, tags })
    },
    /** Sets the current state, as `pulumi stack import` does. */
    import: (ref: string, deployment: unknown) => send(`${ref}/import`, { version: 3, deployment }),
    /** Creates and starts an update, as the administrator or with another token; returns the functions that act in it. */
    async start(
      ref: string,
      { kind = 'update', as = token, ...request }: { kind?: string; as?: string; [key: string]: unknown } = {},
    ) {
      const by = { authorization: `token ${as}` }
      const metadata = { message: 'a change', environment: {} }
      const { updateID } = await send(`${ref}/${kind}`, { name: 'x', runtime: 'nodejs', metadata, ...request }, by)
      const run = `${ref}/${kind}/${String(updateID)}`
      const started = await send(run, { journalVersion: 1 }, by)
      const authorization = `update-token ${String(started['token'])}`
      const inside = (path: string, body: unknown, method = 'POST', more: SendOptions = {}) =>
        send(`${run}/${path}`, body, { authorization, method, ...more })
      return {
        id: String(updateID),
        journal: (...entries: unknown[]) => inside('journalentries', { entries }, 'PATCH'),
        /** The same through a host, by a client that may close its connection meanwhile. */
        journalThrough: (host: Pick<SendOptions, 'signal' | 'env'>, ...entries: unknown[]) =>
          inside('journalentries', { entries }, 'PATCH', host),
        events: (...events: unknown[]) => inside('events/batch', { events }),
        renew: () => inside('renew_lease', { token: '', duration: 300 }),
        complete: (status: 'succeeded' | 'failed') => inside('complete', { status }),
        cancel: () => send(`${run}/cancel`, {}),
      }
    },
  }
}
