import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { StackRef } from '#contract/common.ts'
import type { StackGraph } from '#contract/stackGraph.ts'
import { fullName } from '#domain/stackName.ts'
import { activityQueries } from '#src/api/activity.ts'
import { hitsOf, isStale, type Links, stackMarks } from './stackPicture.ts'
import type { StaleStacks } from './useStaleReaders.ts'

const NO_STACK: StackRef = { org: '', project: '', stack: '' }

/** What is marked on the map of stacks, and the stacks of the class that is looked for. */
export function useStackMarks(
  graph: StackGraph,
  { links, stale, selected, only }: { links: Links; stale: StaleStacks; selected: number; only: string | null },
) {
  const chosen = graph.stacks[selected]
  const { data: readers } = useQuery({
    ...activityQueries.stackReaders(chosen?.ref ?? NO_STACK),
    enabled: chosen !== undefined && (links.readBy[selected] ?? []).length > 0,
  })
  const marks = useMemo(() => {
    const own = new Set(readers?.readers.filter(isStale).map(({ ref }) => fullName(ref)))
    return stackMarks(graph, links, selected, chosen ? own : stale.names)
  }, [graph, links, selected, chosen, readers, stale.names])
  const hits = useMemo(() => hitsOf(marks, only), [marks, only])
  return { marks, hits }
}
