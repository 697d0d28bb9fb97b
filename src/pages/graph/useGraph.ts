import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useSearchParams } from 'react-router'
import type { StackRef } from '#contract/common.ts'
import type { Grouping } from '#domain/graphLayout/groups/bundle.ts'
import { changesOf, openGroups } from '#domain/graphLayout/open.ts'
import { resourceQueries } from '#src/api/resources.ts'
import { readAddress, withChanges, withGrouping, withSelection } from '#src/features/graph/address.ts'
import { modelOf } from '#src/features/graph/model.ts'
import { layoutQuery } from '#src/features/graph/queries.ts'
import { type Entries, entriesOfGraph } from '#src/features/resources/entries.ts'

/** The graph of a stack with what the address says about it, and the ways to change that. */
export function useGraph(stack: StackRef) {
  const { data: graph, dataUpdatedAt } = useSuspenseQuery(resourceQueries.graph(stack))
  const [search, setSearch] = useSearchParams()
  const entries = useMemo(() => entriesOfGraph(graph), [graph])
  const address = useMemo(() => readAddress(search), [search])
  const { grouping } = address
  const model = useMemo(() => modelOf(graph, grouping), [graph, grouping])
  const { tree, first } = model

  const selected = selectedIn(entries, address)
  const item = selected < 0 ? -1 : (tree.itemOf[selected] ?? -1)
  const isOpen = useMemo(() => openGroups(tree, first, address, item), [tree, first, address, item])
  const layout = useQuery(layoutQuery(model, isOpen))

  const change = (next: Uint8Array, base = search) => setSearch(withChanges(base, changesOf(tree, first, next)), quiet)
  return {
    graph,
    dataUpdatedAt,
    model,
    entries,
    layout,
    isOpen,
    selected,
    item,
    /** The address asks for a resource that this state does not hold. */
    missing: address.urn !== undefined && selected < 0 ? address.urn : undefined,
    isChanged: address.opened.size + address.shut.size > 0,
    /** Selects a resource of the state, -1 for none; what leads to it is opened and stays open. */
    select(index: number) {
      const urn = index < 0 ? undefined : entries.urnOf(index)
      const base = withSelection(search, urn, urn !== undefined && entries.indexOf(urn) !== index ? index : undefined)
      const target = index < 0 ? -1 : (tree.itemOf[index] ?? -1)
      change(target < 0 ? isOpen : openWith(isOpen, tree.parent, target), base)
    },
    toggle(group: number) {
      const next = isOpen.slice()
      next[group] = isOpen[group] ? 0 : 1
      change(next)
    },
    openAll: () => change(isOpen.map((_, i) => Number((tree.childStart[i + 1] ?? 0) > (tree.childStart[i] ?? 0)))),
    grouping,
    group: (next: Grouping) => setSearch(withGrouping(search, next), quiet),
    reset: () => setSearch(withChanges(search, { opened: new Set(), shut: new Set() }), quiet),
    /** The address that selects a resource and keeps the rest of the view. */
    linkTo: (urn: string) => `?${withSelection(search, urn)}`,
  }
}

/** A selection is a step back in the history only where the person went by a link. */
const quiet = { replace: true, preventScrollReset: true } as const

function selectedIn(
  entries: Entries,
  { urn, index }: { urn?: string | undefined; index?: number | undefined },
): number {
  if (urn === undefined) return -1
  return index !== undefined && index < entries.count && entries.urnOf(index) === urn ? index : entries.indexOf(urn)
}

function openWith(isOpen: Uint8Array, parent: Int32Array, item: number): Uint8Array {
  const next = isOpen.slice()
  for (let i = parent[item] ?? -1; i >= 0; i = parent[i] ?? -1) next[i] = 1
  return next
}
