import type { StackRef } from '#contract/common.ts'
import type { StackGraph } from '#contract/stackGraph.ts'
import { referredStack, stackReferences } from '#domain/stackReferences.ts'
import type { Deps } from '../deps.ts'
import { refOf } from '../service/names.ts'
import { readState } from '../service/states.ts'
import type { Reader, StackListing } from '../store/port.ts'
import type { Handlers } from './handlers.ts'
import { orphansByStack, toSummary } from './summary.ts'

/** States from before references were kept with them are read a few with each request, and remembered. */
const READ_AT_ONCE = 25
const readBefore = new Map<string, string[]>()
const MOST_REMEMBERED = 20_000

/** Which stack reads outputs of which. */
export const stackGraphHandlers = (deps: Deps): Pick<Handlers, 'stackGraph'> => ({
  async stackGraph() {
    const now = await deps.store.now()
    return deps.store.read(async (reader) => {
      const all = await reader.stacks({})
      const { references, unreadCount } = await referencesOf(reader, all)
      const context = { now, silentAfterS: deps.settings.silentAfterS }
      const orphans = await orphansByStack(reader)
      const summaryOf = (listing: StackListing) =>
        toSummary({ ...listing, orphan: orphans.get(listing.id) ?? null }, context)
      return { ...drawn(all, references, summaryOf), unreadCount }
    })
  },
})

async function referencesOf(reader: Reader, all: readonly StackListing[]) {
  const references = new Map<string, readonly string[]>()
  let unreadCount = 0
  let read = 0
  for (const { id, state } of all) {
    if (state === null) continue
    const kept = state.stackReferences ?? readBefore.get(state.hash)
    if (kept) references.set(id, kept)
    else if (read < READ_AT_ONCE) {
      read += 1
      const names = stackReferences((await readState(reader, state.id)).deployment)
      if (readBefore.size < MOST_REMEMBERED) readBefore.set(state.hash, names)
      references.set(id, names)
    } else unreadCount += 1
  }
  return { references, unreadCount }
}

const keyOf = ({ org, project, stack }: StackRef) => JSON.stringify([org, project, stack])

/** The stacks that have a part in it, in the order of the list, and the lines between them. */
function drawn(
  all: readonly StackListing[],
  references: ReadonlyMap<string, readonly string[]>,
  summaryOf: (listing: StackListing) => StackGraph['stacks'][number],
): Omit<StackGraph, 'unreadCount'> {
  const byName = new Map(all.map((listing, index) => [keyOf(refOf(listing)), index]))
  const lines: { from: number; to: number }[] = []
  const unknown: { from: number; name: string }[] = []
  for (const [from, listing] of all.entries()) {
    for (const name of references.get(listing.id) ?? []) {
      const ref = referredStack(name, listing)
      const to = ref && byName.get(keyOf(ref))
      if (to === undefined) unknown.push({ from, name })
      else if (to !== from) lines.push({ from, to })
    }
  }
  const linked = new Set([...lines.flatMap(({ from, to }) => [from, to]), ...unknown.map(({ from }) => from)])
  const kept = [...all.keys()].filter((index) => linked.has(index))
  const place = new Map(kept.map((index, at) => [index, at]))
  const placed = (index: number) => place.get(index) ?? 0 // every end of a line is kept
  return {
    stacks: kept.flatMap((index) => {
      const listing = all[index]
      if (!listing) return []
      const { ref, health, healthReason, resourceCount } = summaryOf(listing)
      return [{ ref, health, healthReason, resourceCount }]
    }),
    links: lines.map(({ from, to }) => ({ from: placed(from), to: placed(to) })),
    elsewhere: unknown.map(({ from, name }) => ({ from: placed(from), name })),
    aloneCount: all.length - kept.length,
  }
}
