import { OPENED_ORG } from '#contract/openedFiles.ts'
import { createMemoryStore } from '#server/adapters/memory/memoryStore.ts'
import { createApp, type App } from '#server/app.ts'
import { createCaches } from '#server/caches.ts'
import { createToken } from '#server/core/access/credentials.ts'
import { closeConnections } from '#server/core/backends/connections.ts'
import { lookNow } from '#server/core/backends/follow.ts'
import { judged } from '#server/core/backends/judge.ts'
import type { Deps } from '#server/deps.ts'
import { createLiveBus } from '#server/live.ts'
import type { StackRow } from '#server/store/port/stacks.ts'
import type { ChosenFile } from '#src/lib/droppedFiles.ts'
import { MAX_BYTES, UnreadableFile } from '#src/lib/fileText.ts'
import { backendOf, type Chosen, stateKeyOf } from './chosen.ts'
import { createFileBlobs } from './fileBlobs.ts'

/** A request to the service, and its answer, as messages carry them. */
export type OpenedRequest = { method: string; path: string; headers: Record<string, string>; body?: string }
export type OpenedReply = { status: number; headers: [string, string][]; body: ArrayBuffer }

/** What was found in opened files: the stacks, `from` which file if each is a state alone, and whether that is so. */
export type Opened = { stacks: { project: string; stack: string; from?: string }[]; isSingle: boolean }

export type OpenedApi = {
  /** Opens files in the place of those before; `clockOffsetMs`: how far the server's clock is ahead. */
  open(files: readonly ChosenFile[], clockOffsetMs: number): Promise<Opened>
  /** Answers a request about the opened files as a server would. */
  answer(request: OpenedRequest): Promise<OpenedReply>
}

const ORIGIN = 'http://localhost'

/** The whole service over opened files: the pages of a stack show them as those of any connected backend. */
export function createOpenedApi(): OpenedApi {
  let service: { app: App; token: string; deps: Deps } | undefined
  return {
    async open(files, clockOffsetMs) {
      const chosen = await backendOf(files)
      const deps = newDeps(() => Date.now() + clockOffsetMs)
      const { stacks, ...next } = await serviceOver(deps, chosen).catch(async (error: unknown) => {
        await close(deps)
        throw error
      })
      const former = service
      service = next
      if (former) await close(former.deps)
      return { stacks: stacks.map((each) => ({ ...each, ...fileOf(each, chosen) })), isSingle: chosen.isSingle }
    },
    async answer({ method, path, headers, body }) {
      if (!service) throw new Error('nothing was opened')
      const { app, token } = service
      const request = new Request(`${ORIGIN}${path}`, {
        method,
        headers: { ...headers, authorization: `token ${token}`, origin: ORIGIN },
        ...(body !== undefined && { body }),
      })
      const response = await app.fetch(request)
      return { status: response.status, headers: [...response.headers], body: await response.arrayBuffer() }
    },
  }
}

/** A fresh service with one backend, that of the files, mirrored once. Throws if there is no stack in them. */
async function serviceOver(deps: Deps, { files, isSingle }: Chosen) {
  deps.openBackend = async () => createFileBlobs(files)
  const user = { id: deps.newId(), login: 'you', name: 'You', role: 'admin', roles: {}, removedAt: null } as const
  const now = await deps.store.now()
  const backend = {
    id: deps.newId(),
    org: OPENED_ORG,
    kind: 'opened',
    address: '',
    keepsCopies: true,
    seenBy: 'everyone',
    source: 'start',
    connectedAt: now,
    connectedBy: user.login,
    layout: null,
    meta: null,
    seenAt: null,
    problem: null,
  } as const
  const token = await deps.store.write(async (writer) => {
    await writer.insertUser({ ...user, createdAt: now })
    await writer.insertBackend(backend)
    const facts = { userId: user.id, name: 'this page', scope: 'admin', source: 'console' } as const
    return (await createToken(deps, writer, facts)).value
  })
  await lookNow(deps, backend)
  await forgetDates(deps, isSingle)
  const stacks = await stacksOf(deps)
  if (stacks.length === 0) throw new UnreadableFile('There is no stack in it.')
  return { stacks, deps, token, app: createApp(deps) }
}

/** The file that a stack was read from, if it is a state alone. */
function fileOf({ project, stack }: Opened['stacks'][number], { files }: Chosen): { from?: string } {
  const from = files.find(({ key }) => key === stateKeyOf(project, stack))?.from
  return from === undefined ? {} : { from }
}

/** The database of a service is in memory: what is not shown any more is let go. */
async function close(deps: Deps): Promise<void> {
  await closeConnections(deps)
  await deps.store.close()
}

/**
 * Files have the dates of their copying, which do not say when a state or an entry of the history was written: a lock is
 * judged by its own text. A state alone does not even show whether a lock was beside it.
 */
async function forgetDates({ store }: Deps, isSingle: boolean): Promise<void> {
  const at = await store.now()
  await store.write(async (writer) => {
    for (const stack of await writer.stacks({ org: OPENED_ORG })) {
      if (!stack.elsewhere) continue
      const locks = stack.elsewhere.locks.map((lock) => ({ ...lock, at: lock.file?.at ?? lock.at }))
      const elsewhere = { ...stack.elsewhere, writtenAt: null, writes: [], lastRun: null, locks }
      await writer.patchStack(stack.id, {
        elsewhere: isSingle ? { ...elsewhere, word: null } : await judged(writer, stack, elsewhere, at),
      })
    }
  })
}

const stacksOf = async ({ store }: Deps): Promise<Opened['stacks']> =>
  (await store.read((reader) => reader.stacks({ org: OPENED_ORG }))).map(({ project, name }: StackRow) => ({
    project,
    stack: name,
  }))

const newDeps = (clock: () => number): Deps => ({
  store: createMemoryStore({ clock }),
  newId: () => crypto.randomUUID(),
  randomBytes: (count) => crypto.getRandomValues(new Uint8Array(count)),
  masterKey: crypto.getRandomValues(new Uint8Array(32)),
  bus: createLiveBus(),
  caches: createCaches(),
  log: { info: () => undefined, warn: () => undefined, error: () => undefined },
  settings: {
    publicUrl: ORIGIN,
    consoleUrls: [ORIGIN],
    version: 'in this browser',
    dataPath: null,
    advertiseDelta: false,
    maxBodyBytes: MAX_BYTES,
    notProgressingAfterS: 15 * 60,
    sessionIdleMs: 12 * 3600 * 1000,
    sessionMaxMs: 12 * 3600 * 1000,
  },
})
