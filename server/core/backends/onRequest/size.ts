import type { BackendSize } from '#contract/backends.ts'
import { createSizeCount } from '#domain/backends/diy/size.ts'
import type { Deps } from '../../../deps.ts'
import type { BackendRow } from '../../../store/port/backends.ts'
import type { Reader } from '../../../store/port.ts'
import { refOf } from '../../stacks/names.ts'
import { openForRequest } from '../connections.ts'
import { mirroredName } from '../listing.ts'
import { ifAnswered } from '../readState.ts'

/** Objects that are listed at most: 200 requests of a bucket. */
const MAX_OBJECTS = 200_000

/**
 * What takes how much room in a backend: lists every object, which costs a request for each 1,000. Throws `BackendError`
 * if the backend cannot be read.
 */
export async function sizeOfBackend(deps: Deps, backend: BackendRow): Promise<BackendSize> {
  const { org, address } = backend
  const { store, signal } = await openForRequest(deps, backend)
  const count = createSizeCount()
  let objects = 0
  for await (const page of store.list('.pulumi/', { purpose: 'list', signal })) {
    count.add(page)
    objects += page.length
    if (objects >= MAX_OBJECTS) break
  }
  const unfinished = await ifAnswered(store.unfinishedUploads?.({ purpose: 'list', signal }), null)
  const { kinds, stacks, stackCount, months } = count.sum()
  return {
    name: org,
    address,
    at: await deps.store.now(),
    isWhole: objects < MAX_OBJECTS,
    total: { objects, bytes: kinds.reduce((sum, { bytes }) => sum + bytes, 0) },
    kinds,
    unfinished,
    stacks: await deps.store.read((reader) => Promise.all(stacks.map((each) => withRef(reader, org, each)))),
    stackCount,
    months,
  }
}

/** With its address here, if it is mirrored. */
async function withRef<Sum extends { name: string }>(reader: Reader, org: string, sum: Sum) {
  const name = mirroredName(org, sum.name)
  const row = name && (await reader.stack(name))
  return { ...sum, stack: row ? refOf(row) : null }
}
