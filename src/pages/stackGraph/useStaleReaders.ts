import { useQueries } from '@tanstack/react-query'
import { useCallback, useMemo } from 'react'
import type { StackGraph, StackReaders } from '#contract/stackGraph.ts'
import { fullName } from '#domain/stackName.ts'
import { activityQueries } from '#src/api/activity.ts'
import { isStale, type Links } from './stackPicture.ts'

/** Number of readers that are compared without being selected: the server reads the state of each. */
export const MAX_COMPARED = 60

/** Stacks with readers, those with the most first; and those whose readers are compared, as many as are not too many. */
export function sourcesOf({ readBy }: Links): { all: number[]; compared: number[] } {
  const all = [...readBy.keys()]
    .filter((index) => (readBy[index] ?? []).length > 0)
    .toSorted((a, b) => (readBy[b] ?? []).length - (readBy[a] ?? []).length || a - b)
  let readers = 0
  const compared = all.filter((index) => {
    const count = (readBy[index] ?? []).length
    if (readers + count > MAX_COMPARED) return false
    readers += count
    return true
  })
  return { all, compared }
}

export type StaleStacks = {
  /** Full names of stacks that use outdated values of outputs. */
  names: ReadonlySet<string>
  isPending: boolean
  /** Stacks with readers, and those whose readers were compared. */
  sourceCount: number
  comparedCount: number
}

/** Finds the stacks that use outdated outputs of others, whatever is selected. */
export function useStaleReaders({ stacks }: StackGraph, links: Links): StaleStacks {
  const { all, compared } = useMemo(() => sourcesOf(links), [links])
  const refs = useMemo(() => compared.flatMap((index) => stacks[index]?.ref ?? []), [compared, stacks])
  const combine = useCallback(
    (answers: readonly { data: StackReaders | undefined; isPending: boolean }[]): StaleStacks => ({
      names: new Set(
        answers.flatMap(({ data }) => (data?.readers ?? []).filter(isStale).map(({ ref }) => fullName(ref))),
      ),
      isPending: answers.some(({ isPending }) => isPending),
      sourceCount: all.length,
      comparedCount: answers.filter(({ data }) => data !== undefined).length,
    }),
    [all],
  )
  return useQueries({ queries: refs.map((ref) => activityQueries.stackReaders(ref)), combine })
}
