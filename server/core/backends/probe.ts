import type { BackendProbe } from '#contract/backends.ts'
import { layoutOf, type ListedStack } from '#domain/backends/diy/layout.ts'
import type { Deps } from '../../deps.ts'
import { BackendError, type BlobStore, type ObjectFacts } from '../../blobs/port.ts'
import { listBackend } from './listing.ts'

/** Longest time that trying a backend may take, milliseconds. */
const MAX_MS = 30_000

/** Tries a backend: lists it and reads one object. Writes nothing. Throws `BackendError` if it cannot be listed. */
export async function probeBackend({ store: own }: Pick<Deps, 'store'>, store: BlobStore): Promise<BackendProbe> {
  const signal = AbortSignal.timeout(MAX_MS)
  const ahead = (await store.now({ purpose: 'probe', signal })) - (await own.now())
  const listing = await listBackend(store, signal, 0)
  const stacks = [...listing.stacks.values()].filter(({ state }) => state !== undefined)
  return {
    mayList: true,
    mayRead: await mayRead(store, stacks, signal),
    stacks: stacks.length,
    layout: layoutOf(stacks),
    clockOffsetMs: ahead,
  }
}

/** Reads the smallest state; a backend without any may be read. */
async function mayRead(
  store: BlobStore,
  stacks: readonly ListedStack<ObjectFacts>[],
  signal: AbortSignal,
): Promise<boolean> {
  const objects = stacks.flatMap(({ state }) => state ?? []).toSorted((a, b) => a.size - b.size)
  const [smallest] = objects
  if (smallest === undefined) return true
  try {
    await store.read(smallest.key, { purpose: 'probe', signal })
    return true
  } catch (error) {
    if (error instanceof BackendError && error.trouble.kind === 'forbidden') return false
    if (error instanceof BackendError && error.trouble.kind === 'damagedObject') return true
    throw error
  }
}
