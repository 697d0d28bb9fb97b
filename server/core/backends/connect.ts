import type { z } from 'zod'
import type { BackendProbe, NewBackend } from '#contract/backends.ts'
import { withoutPassword } from '#domain/backends/storeAddress.ts'
import type { Deps } from '../../deps.ts'
import { DomainError } from '../../errors.ts'
import { BackendError, type BlobStore } from '../../blobs/port.ts'
import type { BackendRow } from '../../store/port/backends.ts'
import type { Who } from '../access/actor.ts'
import { probeBackend } from './probe.ts'
import { checkNewName, saveBackend } from './register.ts'

/** Reads an address as `pulumi login` does; a problem in it is a refusal. */
function addressOf({ readBackendAddress }: Deps, text: string) {
  const read = readBackendAddress?.(text) ?? { ok: false, problem: 'No backend can be reached from here.' }
  if (!read.ok) throw new DomainError({ kind: 'backendAddress', problem: read.problem })
  return { kind: read.address.kind, shown: read.shown, address: read.address }
}

/** The refusal for what a backend answered. */
export const unusable = ({ trouble, at }: Pick<BackendError, 'trouble' | 'at'>): DomainError =>
  new DomainError({ kind: 'backendUnusable', trouble, at: at && withoutPassword(at) })

/** Tries to list and read a backend. Throws a refusal with what is wrong and what to do. */
export async function tryBackend(deps: Deps, text: string): Promise<BackendProbe> {
  const { shown } = addressOf(deps, text)
  let store: BlobStore | undefined
  try {
    store = await deps.openBackend?.(shown)
    if (store === undefined)
      throw new DomainError({ kind: 'backendAddress', problem: 'No backend can be reached from here.' })
    return await probeBackend(deps, store)
  } catch (error) {
    if (error instanceof BackendError) throw unusable(error)
    throw error
  } finally {
    await store?.close()
  }
}

/**
 * Connects a backend under the name of a new organization, once it could be listed and read; otherwise throws and
 * writes nothing.
 */
export async function connectBackend(
  deps: Deps,
  { name, address: text, keepsCopies, seenBy }: z.infer<typeof NewBackend>,
  { by, requestId }: Who,
): Promise<BackendRow> {
  await deps.store.read((reader) => checkNewName(reader, name))
  const { kind, shown: address, address: parsed } = addressOf(deps, text)
  const probe = await tryBackend(deps, text)
  if (!probe.mayRead) throw unusable({ trouble: { kind: 'forbidden', what: 'read' }, at: parsed })
  const at = await deps.store.now()
  const known = { keepsCopies, seenBy, connectedAt: at, connectedBy: by.login, layout: probe.layout, meta: null }
  const row: BackendRow = {
    id: deps.newId(),
    org: name,
    kind,
    address,
    ...known,
    source: 'console',
    seenAt: null,
    problem: null,
  }
  await deps.store.write(async (writer) => {
    await checkNewName(writer, name)
    await saveBackend(writer, row, { at, by, requestId })
  })
  return row
}
