import type { BackendMeta } from '#contract/backends.ts'
import { MAX_META_BYTES, META_KEY, readMeta } from '#domain/backends/diy/meta.ts'
import type { Connected } from '../../../blobs/connected.ts'
import { listed } from '../listing.ts'
import type { Look } from '../mirrorStack.ts'
import { readSmall, textIn } from '../readState.ts'

/** What `meta.yaml` says; null if it cannot be read. Read only when it has changed. */
export async function metaOf(look: Look, connected: Connected): Promise<BackendMeta | null> {
  const objects = await listed(look.store, META_KEY, { purpose: 'list', signal: look.signal }, 0)
  const file = objects.find(({ key }) => key === META_KEY)
  if (connected.meta === undefined || connected.meta.mark !== file?.mark)
    connected.meta = { mark: file?.mark, says: file === undefined ? 'missing' : await read(look, file.size) }
  return connected.meta.says
}

async function read(look: Look, size: number): Promise<BackendMeta | null> {
  const file = await readSmall(look, { key: META_KEY, size }, { purpose: 'state', maxBytes: MAX_META_BYTES })
  if (file === 'large') return 'broken'
  return file === 'unreadable' ? null : readMeta(textIn(file))
}
