import type { BackendSize } from '#contract/backends.ts'
import { refOf } from '#domain/backends/diy/layout.ts'
import { createSizeCount } from '#domain/backends/diy/size.ts'
import type { Deps } from '../../../deps.ts'
import type { BackendRow } from '../../../store/port/backends.ts'
import { BackendError } from '../../../blobs/port.ts'
import { connectionTo, open } from '../connections.ts'
import { mirroredName } from '../listing.ts'

/** Objects that are listed at most: 200 requests of a bucket. */
const MAX_OBJECTS = 200_000

/** Not every compatible store answers the question. */
function notKnown(error: unknown): null {
  if (error instanceof BackendError) return null
  throw error
}

/**
 * What takes how much room in a backend: lists every object, which costs a request for each 1,000. Throws `BackendError`
 * if the backend cannot be read.
 */
export async function sizeOfBackend(deps: Deps, backend: BackendRow): Promise<BackendSize> {
  const { id, org, address } = backend
  const signal = deps.stopping ?? new AbortController().signal
  const { store } = await open(deps, connectionTo(deps, backend), signal)
  const count = createSizeCount()
  let objects = 0
  for await (const page of store.list('.pulumi/', { purpose: 'list', signal })) {
    count.add(page)
    objects += page.length
    if (objects >= MAX_OBJECTS) break
  }
  const unfinished = (await store.unfinishedUploads?.({ purpose: 'list', signal }).catch(notKnown)) ?? null
  const { kinds, stacks, stackCount, months } = count.sum()
  const rows = await deps.store.read((reader) => reader.mirroredStacks(id))
  const mirrored = new Set(rows.flatMap(({ deletedAt, project, name }) => (deletedAt ? [] : [`${project}/${name}`])))
  return {
    name: org,
    address,
    at: await deps.store.now(),
    isWhole: objects < MAX_OBJECTS,
    total: { objects, bytes: kinds.reduce((sum, { bytes }) => sum + bytes, 0) },
    kinds,
    unfinished,
    stacks: stacks.map((each) => {
      const stack = refOf(org, each.name)
      const isMirrored = mirroredName(org, each.name) && mirrored.has(`${stack.project}/${stack.stack}`)
      return { ...each, stack: isMirrored ? stack : null }
    }),
    stackCount,
    months,
  }
}
