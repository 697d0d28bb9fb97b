import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { StackRef } from '#contract/common.ts'
import type { ResourceRow } from '#contract/resources.ts'
import { resourceQueries } from '#src/api/resources.ts'
import { entriesOfRows, matcher } from '#src/features/resources/entries.ts'
import { type AddressValues, sortOf } from './address.ts'
import { rowFacts, sorted } from './resourceFacts.ts'

/** The resources of a state as rows: which of them match the choice, and their order in a table. */
export function useRows({ org, project, stack }: StackRef, resources: readonly ResourceRow[], choice: AddressValues) {
  const { search, type, urn, view } = choice
  const { data: history } = useQuery(resourceQueries.history({ org, project, stack }))
  const entries = useMemo(() => entriesOfRows(resources), [resources])
  const isHit = useMemo(() => {
    const matches = matcher(entries, search)
    if (type === '') return matches
    return (index: number) => entries.typeOf(index) === type && (matches?.(index) ?? true)
  }, [entries, search, type])
  const places = useMemo(
    () => resources.flatMap((_, index) => (isHit === undefined || isHit(index) ? [index] : [])),
    [resources, isHit],
  )
  const facts = useMemo(
    () => rowFacts({ org, project, stack }, resources, entries, history),
    [org, project, stack, resources, entries, history],
  )
  const { by, isDown } = sortOf(choice)
  const order = useMemo(
    () => (view === 'table' ? sorted(places, entries, facts, { by, isDown }) : undefined),
    [view, places, entries, facts, by, isDown],
  )
  const selected = urn === undefined ? -1 : entries.indexOf(urn)
  return { entries, facts, history, isHit, hits: places.length, order, selected, row: resources[selected] }
}
export type Rows = ReturnType<typeof useRows>
