import { createApp, type App } from '#server/app.ts'
import type { Deps } from '#server/deps.ts'
import { createToken } from '#server/core/access/credentials.ts'
import { createCaches } from '#server/caches.ts'
import { createLiveBus } from '#server/live.ts'
import { followBackends } from '#server/core/backends/follow.ts'
import { closeExpired } from '#server/core/updates/ends.ts'
import { createMemoryStore, type MemoryStore } from '#server/adapters/memory/memoryStore.ts'
import { createCli, type Cli, type Ref } from './cli.ts'
import { createWorldClock, duration, type WorldClock } from './clock.ts'
import { seeded } from './seeded.ts'
import { usualSettings } from './usualSettings.ts'

/** A server with a past: the real app on an in-memory store, and the token to sign in with. */
export type World = {
  app: App
  deps: Deps & { store: MemoryStore }
  clock: WorldClock
  token: string
  /** Activity while the page is open; called about once a second with the world's clock running. */
  tick(): Promise<void>
  /** Another world with the same past, for a test to change. If the story goes on, it does so in this one only. */
  copy: () => Promise<World>
}

/**
 * The tools of a story. Everything goes through the CLI's protocol, so no state arises that a server would never have.
 */
export type Stage = {
  /** A client on a machine, with a token of its own, whose name is shown as the holder's token. */
  cli(name: string, environment?: Record<string, string>): Promise<Cli>
  /** Calls the console's API as the administrator in the browser. Throws for every refusal. */
  console(method: 'POST' | 'PUT' | 'DELETE', path: string, body?: object): Promise<unknown>
  wait(time: string): Promise<void>
  clock: WorldClock
  deps: Deps
}

export type Scenario = (stage: Stage) => Promise<void | (() => Promise<void>)>

export const ref = (text: string): Ref => {
  const [org, project, stack] = text.split('/')
  if (!org || !project || !stack) throw new Error(`not a stack: ${text}`)
  return { org, project, stack }
}

const URL_OF_WORLD = 'http://localhost'

const FIRST_BUILD = 128

/**
 * Each CI run is a build of its own, of a commit of its own; a message like `Rebuild the index (#58)` names its pull
 * request.
 */
function build(number: number, message: string): Record<string, string> {
  const random = seeded(number)
  const pullRequest = /\(#(\d+)\)/.exec(message)?.[1]
  return {
    'ci.build.id': String(9_876_543_000 + number),
    'ci.build.number': String(number),
    'ci.build.url': `https://github.com/acme/shop/actions/runs/${9_876_543_000 + number}`,
    'git.head': Array.from({ length: 40 }, () => Math.floor(random() * 16).toString(16)).join(''),
    ...(pullRequest !== undefined && { 'ci.pr.number': pullRequest }),
  }
}

/** The users. The browser is Ada's; machines without a user are the bot's. */
const PEOPLE = [
  { login: 'ada', name: 'Ada Lovelace', role: 'admin' },
  { login: 'grace', name: 'Grace Hopper', role: 'operator' },
  { login: 'deploy-bot', name: 'Deploy bot', role: 'operator' },
] as const
type Login = (typeof PEOPLE)[number]['login']

/** The user of a machine: `grace-laptop`. */
const ownerOf = (machine: string): Login =>
  PEOPLE.find(({ login }) => machine.startsWith(`${login}-`))?.login ?? 'deploy-bot'

/** Plays a story in a fresh app. The function it returns is called tick by tick while the world is open. */
export async function runScenario(
  start: string,
  scenario: Scenario,
  options: { publicUrl?: string } = {},
): Promise<World> {
  const clock = createWorldClock(Date.parse(start))
  const publicUrl = options.publicUrl ?? URL_OF_WORLD
  const deps = newDeps(clock, publicUrl)
  const ids = await people(deps, clock.now())
  const tokenFor = async (name: string, login: Login, scope: 'operate' | 'admin' = 'operate') => {
    const facts = { userId: ids[login], name, scope, source: 'console' } as const
    return (await deps.store.write((writer) => createToken(deps, writer, facts))).value
  }
  const app = createApp(deps)
  const token = await tokenFor('browser', 'ada', 'admin')
  let builds = FIRST_BUILD - 1
  const cli = async (name: string, environment: Record<string, string> = {}) =>
    createCli({
      fetch: (request) => app.fetch(request),
      url: publicUrl,
      token: await tokenFor(name, ownerOf(name)),
      compresses: false, // nothing is sent over a network
      environment: (message) =>
        environment['ci.system'] ? { ...environment, ...build(++builds, message) } : environment,
    })
  const wait = async (time: string) => {
    clock.advance(duration(time))
    await closeExpired(deps)
  }
  const goesOn = await scenario({ cli, console: consoleOf(app, publicUrl, token), wait, clock, deps })
  const end = clock.now()
  clock.run()
  return {
    app,
    deps,
    clock,
    token,
    async tick() {
      await closeExpired(deps)
      await followBackends(deps)
      await goesOn?.()
    },
    copy: () => copyAt(end, deps, token),
  }
}

const consoleOf =
  (app: App, url: string, token: string): Stage['console'] =>
  async (method, path, body) => {
    const headers = { authorization: `token ${token}`, 'content-type': 'application/json', origin: url }
    const request = { method, headers, ...(body && { body: JSON.stringify(body) }) }
    const response = await app.fetch(new Request(`${url}${path}`, request))
    if (!response.ok) throw new Error(`${method} ${path}: ${await response.text()}`)
    return response.json()
  }

const newDeps = (clock: ReturnType<typeof createWorldClock>, publicUrl: string): World['deps'] => ({
  store: createMemoryStore({ clock: clock.now }),
  newId: () => crypto.randomUUID(),
  randomBytes: (count) => crypto.getRandomValues(new Uint8Array(count)),
  masterKey: crypto.getRandomValues(new Uint8Array(32)),
  bus: createLiveBus(),
  caches: createCaches(),
  log: { info: () => undefined, warn: () => undefined, error: (facts, message) => reportError(facts, message) },
  settings: usualSettings(publicUrl, 'demo'),
})

/** A world with the past of another one, whose story has ended at `end`. */
async function copyAt(end: number, of: World['deps'], token: string): Promise<World> {
  const clock = createWorldClock(end)
  const store = await of.store.copy({ clock: clock.now })
  const deps = { ...of, store, bus: createLiveBus(), caches: createCaches(), settings: { ...of.settings } }
  clock.run()
  return {
    app: createApp(deps),
    deps,
    clock,
    token,
    async tick() {
      await closeExpired(deps)
      await followBackends(deps)
    },
    copy: () => copyAt(end, deps, token),
  }
}

async function people(deps: Deps, createdAt: number): Promise<Record<Login, string>> {
  const rows = PEOPLE.map((person) => ({ ...person, id: deps.newId(), roles: {}, createdAt, removedAt: null }))
  await deps.store.write(async (writer) => {
    for (const row of rows) await writer.insertUser(row)
  })
  return Object.fromEntries(rows.map(({ login, id }) => [login, id])) as Record<Login, string>
}

/** A failing world is our mistake: it must show in tests and in the browser's console. */
function reportError(facts: Record<string, unknown>, message: string): void {
  globalThis.console.error(message, facts)
}
