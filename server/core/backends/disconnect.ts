import type { Deps } from '../../deps.ts'
import { DomainError } from '../../errors.ts'
import type { Reader, Writer } from '../../store/port.ts'
import type { BackendRow } from '../../store/port/backends.ts'
import type { Who } from '../access/actor.ts'
import { audit } from '../access/audit.ts'
import { refOf } from '../stacks/names.ts'
import { closeConnection } from './connections.ts'
import { beginTurns, endTurns } from './turns.ts'

/**
 * For how long no process looks at a backend that is being disconnected, milliseconds: longer than that takes. Only a
 * process that is killed meanwhile leaves it like that.
 */
const LEAVING_MS = 60 * 60_000

/** The connected backend of this name; throws if there is none that this reader sees. */
export async function findBackend(reader: Reader, name: string): Promise<BackendRow> {
  const backend = (await reader.backends()).find(({ org }) => org === name)
  if (backend === undefined) throw new DomainError({ kind: 'noSuchBackend', name })
  return backend
}

/**
 * Disconnects a backend: removes the mirrored rows and all copies of states for good. The backend itself is not
 * changed. If it fails, the backend is still connected and its mirror is filled again.
 */
export async function disconnectBackend(deps: Deps, name: string, who: Who): Promise<void> {
  const backend = await deps.store.read((reader) => findBackend(reader, name))
  if (backend.source === 'setting') throw new DomainError({ kind: 'backendFromSettings', name })
  await removeBackend(deps, backend, who)
}

/** The same for any backend: for one that the setting no longer names. */
export async function removeBackend(deps: Deps, backend: BackendRow, { by, requestId }: Who): Promise<void> {
  const now = await deps.store.now()
  await deps.store.write((writer) => endTurns(writer, backend.id, now + LEAVING_MS))
  try {
    await closeConnection(deps, backend.id)
    await removeRows(deps, backend, now, { by, requestId })
  } catch (error) {
    await beginTurns(deps, backend.id)
    throw error
  }
}

async function removeRows(deps: Deps, backend: BackendRow, now: number, { by, requestId }: Who): Promise<void> {
  for (const stack of await deps.store.read((reader) => reader.mirroredStacks(backend.id))) {
    // Stacks that read this one are told first, as when it is deleted.
    if (stack.deletedAt === null) await deps.store.write((writer) => writer.patchStack(stack.id, { deletedAt: now }))
    await deps.store.write((writer) => writer.deleteMirror(stack.id))
    if (stack.deletedAt === null) deps.bus.publish({ type: 'stack', stack: refOf(stack), what: 'deleted' })
  }
  await deps.store.write(async (writer) => {
    await writer.deleteBackend(backend.id)
    await forgetRoles(writer, backend.org)
    await audit(writer, {
      at: now,
      by,
      action: 'backend.disconnect',
      detail: `${backend.org}: ${backend.address}`,
      requestId,
    })
  })
}

/** Roles in an organization that is gone would keep its name taken. */
async function forgetRoles(writer: Writer, org: string): Promise<void> {
  for (const { id, roles } of await writer.users()) {
    if (!Object.hasOwn(roles, org)) continue
    await writer.patchUser(id, { roles: Object.fromEntries(Object.entries(roles).filter(([name]) => name !== org)) })
  }
}
