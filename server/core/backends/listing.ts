import type { BackendKind } from '#contract/backends.ts'
import { OPENED_ORG } from '#contract/openedFiles.ts'
import { isName, isOwner } from '../stacks/names.ts'
import { copiedFile, type ListedStack, locksIn, refOf, stacksIn } from '#domain/backends/diy/layout.ts'
import type { StackName } from '../../store/port/stacks.ts'
import type { BlobStore, Call, ObjectFacts } from '../../blobs/port.ts'

/** What a listing of a backend shows. */
export type Listing = {
  stacks: Map<string, ListedStack<ObjectFacts>>
  locks: Map<string, ObjectFacts[]>
}

/**
 * Lists a backend. The locks come first: so whatever was written under a lock that is gone is in the listing of the
 * stacks.
 */
export async function listBackend(
  store: BlobStore,
  signal: AbortSignal,
  offsetMs: number,
  kind?: BackendKind,
): Promise<Listing> {
  const locks = await listLocks(store, signal, offsetMs, kind)
  const { objects } = await listFiles(store, '.pulumi/stacks/', signal, offsetMs)
  const { stacks } = stacksIn(objects)
  return { stacks: new Map(stacks.map((stack) => [stack.name, stack])), locks }
}

/** Numbered copies in a row from which on the rest of them is left out: a listing from there on is a request. */
const MANY_COPIES = 500

/**
 * Files of stacks without the numbered copies, which may be a hundred thousand of one stack: where a store lists in
 * order, the listing goes on behind them. `hasCopies`: whether there are any.
 */
export async function listFiles(
  store: BlobStore,
  prefix: string,
  signal: AbortSignal,
  offsetMs: number,
): Promise<{ objects: ObjectFacts[]; hasCopies: boolean }> {
  const objects: ObjectFacts[] = []
  let hasCopies = false
  for (let after: string | undefined; ;) {
    let behind: string | undefined
    for await (const page of store.list(prefix, { purpose: 'list', signal, ...(after !== undefined && { after }) })) {
      for (const object of page)
        if (copiedFile(object.key) !== undefined) hasCopies = true
        else objects.push(offsetMs === 0 ? object : { ...object, at: object.at - offsetMs })
      behind = store.startsAfter === true ? behindCopies(page) : undefined
      if (behind !== undefined) break
    }
    if (behind === undefined) return { objects, hasCopies }
    after = behind
  }
}

/** The key behind all numbered copies of a file, if a page ends among many of them. */
function behindCopies(page: readonly ObjectFacts[]): string | undefined {
  const [first, last] = [page.at(-MANY_COPIES), page.at(-1)].map((object) => object && copiedFile(object.key))
  return last !== undefined && first === last ? `${last}.:` : undefined // the colon follows the digits
}

/** The locks of all stacks, by stack. Without a kind, as in a folder. */
export const listLocks = async (store: BlobStore, signal: AbortSignal, offsetMs: number, kind?: BackendKind) =>
  locksIn(await listed(store, '.pulumi/locks/', { purpose: 'locks', signal }, offsetMs), {
    isBucket: kind !== undefined && !hasSidecars(kind),
  })

/** Whether the CLI keeps a sidecar (`.attrs`) beside each file, which is no file of its own. Opened files may be a folder's. */
export const hasSidecars = (kind: BackendKind): boolean => kind === 'folder' || kind === 'opened'

/** All objects below a prefix; their times by this server's clock. */
export async function listed(
  store: BlobStore,
  prefix: string,
  call: Call & { after?: string },
  offsetMs: number,
): Promise<ObjectFacts[]> {
  const objects: ObjectFacts[] = []
  for await (const page of store.list(prefix, call))
    for (const object of page) objects.push(offsetMs === 0 ? object : { ...object, at: object.at - offsetMs })
  return objects
}

/** The name under which a stack is mirrored; undefined for one that has no address here. */
export function mirroredName(org: string, name: string): StackName | undefined {
  const { project, stack } = refOf(org, name)
  return (isOwner(org) || org === OPENED_ORG) && isName(project) && isName(stack)
    ? { org, project, name: stack }
    : undefined
}
