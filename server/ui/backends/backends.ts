import type { z } from 'zod'
import type { Backend } from '#contract/backends.ts'
import type { Connected } from '../../blobs/connected.ts'
import { BackendError } from '../../blobs/port.ts'
import { copiesInBackend } from '../../core/backends/onRequest/copies.ts'
import { connectBackend, tryBackend, unusable } from '../../core/backends/connect.ts'
import { disconnectBackend, findBackend } from '../../core/backends/disconnect.ts'
import { layoutOfBackend } from '../../core/backends/onRequest/layout.ts'
import { sizeOfBackend } from '../../core/backends/onRequest/size.ts'
import { readVisible } from '../../core/access/visible.ts'
import { lookNow, lookSoon } from '../../core/backends/follow.ts'
import { metaProblem } from '#domain/backends/diy/meta.ts'
import type { Deps } from '../../deps.ts'
import type { Reader } from '../../store/port.ts'
import type { BackendRow } from '../../store/port/backends.ts'
import { type Handlers, whoOf } from '../handlers.ts'
import { findStack } from '../lookup.ts'

type Names =
  | 'backendList'
  | 'backendProbe'
  | 'backendConnect'
  | 'backendLayout'
  | 'backendSize'
  | 'backendLook'
  | 'backendDisconnect'
  | 'stateCopies'

/** Connected backends. */
export const backendHandlers = (deps: Deps): Pick<Handlers, Names> => ({
  async backendList() {
    const now = await deps.store.now()
    return deps.store.read(async (reader) => {
      const backends: z.infer<typeof Backend>[] = []
      for (const row of await reader.backends()) backends.push(await toBackend(deps, reader, row, now))
      return { now, backends }
    })
  },
  backendProbe: ({ body: { address } }) => tryBackend(deps, address),
  async backendConnect({ body }, call) {
    const row = await connectBackend(deps, body, whoOf(call))
    void lookSoon(deps, row)
    const now = await deps.store.now()
    return deps.store.read((reader) => toBackend(deps, reader, row, now))
  },
  backendLayout: async ({ params }, { user }) =>
    layoutOfBackend(deps, await readVisible(deps, user, (reader) => findBackend(reader, params.backend))),
  backendSize: async ({ params }, { user }) =>
    refused(sizeOfBackend(deps, await readVisible(deps, user, (reader) => findBackend(reader, params.backend)))),
  async stateCopies({ params }) {
    const { stack, backend } = await deps.store.read(async (reader) => ({
      stack: await findStack(reader, params),
      backend: await findBackend(reader, params.org),
    }))
    return refused(copiesInBackend(deps, backend, stack))
  },
  async backendLook({ params, body: { stack } }, { user }) {
    const row = await readVisible(deps, user, (reader) => findBackend(reader, params.backend))
    await refused(lookNow(deps, row, stack ?? undefined))
    return { ok: true }
  },
  async backendDisconnect({ params: { backend } }, call) {
    await readVisible(deps, call.user, (reader) => findBackend(reader, backend))
    await disconnectBackend(deps, backend, whoOf(call))
    return { ok: true }
  },
})

/** A backend that does not answer as it should is a refusal with what to do. */
const refused = <Answer>(answer: Promise<Answer>): Promise<Answer> =>
  answer.catch((error: unknown) => {
    if (error instanceof BackendError) throw unusable(error)
    throw error
  })

async function toBackend(deps: Deps, reader: Reader, row: BackendRow, now: number): Promise<Backend> {
  const { id, org, kind, address, keepsCopies, seenBy, layout, seenAt, problem, connectedAt, connectedBy, source } = row
  const { notProgressingAfterS } = deps.settings
  const tallies = await reader.stackTallies({ org, now, notProgressingAfterS })
  const connected = deps.caches.backends.get(id)
  const known = {
    keepsCopies,
    seenBy,
    layout,
    metaProblem: metaProblem(row),
    seenAt,
    problem,
    connectedAt,
    connectedBy,
    stacks: tallies.reduce((sum, { count }) => sum + count, 0),
    requests: connected?.counter.requests() ?? [],
    countedForS: countedForS(connected),
  }
  return { id, name: org, kind, address, ...known, isFromSettings: source === 'setting' }
}

/** Null in a process that was refused the turn to look: another one looks. */
function countedForS(connected: Connected | undefined): number | null {
  if (connected === undefined) return 0
  return connected.turnUntil === 0 && connected.nextAt > 0 ? null : connected.counter.countedForS()
}
