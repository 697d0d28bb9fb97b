import type { StackRef } from '#contract/common.ts'
import type { LinkedStack, StackGraph } from '#contract/stackGraph.ts'
import { referredStack } from '#domain/state/stackReferences.ts'
import type { Deps } from '../../deps.ts'
import { readVisible } from '../../core/access/visible.ts'
import { refOf } from '../../core/stacks/names.ts'
import type { Reader } from '../../store/port.ts'
import type { StackLine } from '../../store/port/stacks.ts'
import { allStacks } from './allStacks.ts'
import type { Handlers } from '../handlers.ts'
import { toSummaries } from './summary.ts'

/**
 * Handles the graph of references between stacks. Of all stacks only names are read; in full only those that are part
 * of it.
 */
export const stackGraphHandlers = (deps: Deps): Pick<Handlers, 'stackGraph'> => ({
  async stackGraph(_, { user }) {
    const now = await deps.store.now()
    return readVisible(deps, user, async (reader) => {
      const references = new Map((await reader.stackReferences()).map(({ stackId, names }) => [stackId, names]))
      const { linked, ...drawn } = draw(await allStacks(reader), references)
      const stacks = await shown(reader, linked, { now, notProgressingAfterS: deps.settings.notProgressingAfterS })
      return { ...drawn, stacks }
    })
  },
})

const keyOf = ({ org, project, stack }: StackRef) => JSON.stringify([org, project, stack])

type Drawn = Pick<StackGraph, 'links' | 'elsewhere' | 'aloneCount'> & { linked: StackLine[] }

/** Returns the stacks that are part of the graph, in the order of the list, and its edges. */
function draw(all: readonly StackLine[], references: ReadonlyMap<string, readonly string[]>): Drawn {
  const byName = new Map(all.map((line, index) => [keyOf(refOf(line)), index]))
  const lines: { from: number; to: number }[] = []
  const unknown: { from: number; name: string }[] = []
  for (const [from, line] of all.entries()) {
    for (const name of references.get(line.id) ?? []) {
      const ref = referredStack(name, line)
      const to = ref && byName.get(keyOf(ref))
      if (to === undefined) unknown.push({ from, name })
      else if (to !== from) lines.push({ from, to })
    }
  }
  const ends = new Set([...lines.flatMap(({ from, to }) => [from, to]), ...unknown.map(({ from }) => from)])
  const kept = [...all.keys()].filter((index) => ends.has(index))
  const place = new Map(kept.map((index, at) => [index, at]))
  const placed = (index: number) => place.get(index) ?? 0 // the ends of every edge are included
  return {
    linked: all.filter((_, index) => ends.has(index)),
    links: lines.map(({ from, to }) => ({ from: placed(from), to: placed(to) })),
    elsewhere: unknown.map(({ from, name }) => ({ from: placed(from), name })),
    aloneCount: all.length - kept.length,
  }
}

/** Names come from one row and health from another; both are read in one consistent view. */
async function shown(
  reader: Reader,
  linked: readonly StackLine[],
  context: { now: number; notProgressingAfterS: number },
): Promise<LinkedStack[]> {
  const listed = await reader.listedStacks(linked.map(({ id }) => id))
  const byId = new Map((await toSummaries(reader, listed, context)).map((summary) => [summary.id, summary]))
  return linked.flatMap(({ id }) => {
    const summary = byId.get(id)
    if (!summary) return []
    const { ref, health, healthReason, lastUpdate, resourceCount } = summary
    return [{ ref, health, healthReason, lastKind: lastUpdate?.kind, resourceCount }]
  })
}
