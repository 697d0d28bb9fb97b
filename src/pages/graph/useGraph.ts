import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useDeferredValue, useMemo } from 'react'
import type { StackRef } from '#contract/common.ts'
import type { Grouping } from '#domain/graphLayout/groups/groupings.ts'
import { allOpen, type Changes, toggled } from '#domain/graphLayout/open.ts'
import { fullName } from '#domain/stackName.ts'
import { resourceQueries } from '#src/api/resources.ts'
import { stackQueries } from '#src/api/stacks.ts'
import { readAddress, withChanges, withGrouping, withPlace, withSelection } from '#src/features/graph/address.ts'
import { useModel } from '#src/features/graph/worker/useModel.ts'
import { pastVersion, readOverlay } from '#src/features/graph/overlays/choice.ts'
import { type Entries, entriesOfGraph } from '#src/features/resources/entries.ts'
import { matrixState } from './matrix/address.ts'
import { useAddress } from './useAddress.ts'
import { useLook } from './useLook.ts'

/** The graph of a stack with the view state in the address, and functions to change it. */
export function useGraph(stack: StackRef) {
  const view = useAddress()
  const { search } = view
  const { data, dataUpdatedAt, past, newest } = useDrawnState(stack, search.get('overlay'))
  const address = useMemo(() => readAddress(search), [search])
  const { grouping } = address
  const whole = useModel(fullName(stack), data, grouping)
  const { graph } = whole
  const entries = useMemo(() => entriesOfGraph(graph), [graph])
  const look = useLook(stack, graph, entries, view)
  const filtered = useModel(fullName(stack), look.visibleGraph, grouping)
  // A filter result belongs to certain columns: for other columns everything is shown until they are grouped.
  const { model } = filtered.graph.names === graph.names ? filtered : whole
  const { tree } = model

  const selected = selectedIn(entries, address)
  const item = selected < 0 ? -1 : (tree.itemOf[selected] ?? -1)
  const { opened, shut } = address
  const changes = useMemo(() => ({ opened, shut }), [opened, shut])
  const change = (next: Changes) => view.change((now) => withChanges(now, next))
  return {
    graph,
    dataUpdatedAt,
    /** The version that is drawn, if it is not the current state. */
    past,
    newest,
    model,
    failure: whole.failure ?? filtered.failure,
    look,
    entries,
    changes,
    selected,
    item,
    /** The address names a resource that is not in this state. */
    missing: address.urn !== undefined && selected < 0 ? address.urn : undefined,
    isChanged: opened.size + shut.size > 0,
    /** Selects a resource of the state, -1 for none. */
    select(index: number) {
      const urn = index < 0 ? undefined : entries.urnOf(index)
      view.change((now) =>
        withSelection(now, urn, urn !== undefined && entries.indexOf(urn) !== index ? index : undefined),
      )
    },
    toggle: (group: number, isOpen: boolean) => change(toggled(changes, tree.key[group] ?? 0, isOpen)),
    openAll: () => change(allOpen(tree)),
    grouping,
    group: (next: Grouping) => view.change((now) => withGrouping(now, next)),
    reset: () => view.change((now) => withPlace(withChanges(now, { opened: new Set(), shut: new Set() }), undefined)),
    /** The view in the address. */
    place: search.get('at') ?? undefined,
    onPlace: (place: string | undefined) => view.change((now) => withPlace(now, place)),
    ...matrixState(view, tree),
    undo: view.undo,
    canUndo: view.canUndo,
    undone: view.undone,
    /** The address that selects a resource and keeps the rest of the view. */
    linkTo: (urn?: string) => `?${withSelection(search, urn)}`,
  }
}

export type GraphState = ReturnType<typeof useGraph>

/** The state to draw: the one that the overlay is about, or the current one. */
function useDrawnState(stack: StackRef, overlay: string | null) {
  const choice = readOverlay(overlay)
  const { data: detail } = useQuery({ ...stackQueries.detail(stack), enabled: choice.version !== undefined })
  // Deferred: when another update begins, the picture stays until that of the past state is there.
  const version = useDeferredValue(detail && pastVersion(choice, detail.version))
  const isGone = useSuspenseQuery(resourceQueries.graph(stack, version)).data === null
  const past = isGone ? undefined : version
  const { data, dataUpdatedAt } = useSuspenseQuery(resourceQueries.graph(stack, past))
  if (data === null) throw new Error('A stack always has a current state.')
  return { data, dataUpdatedAt, past, newest: detail?.version }
}

function selectedIn(
  entries: Entries,
  { urn, index }: { urn?: string | undefined; index?: number | undefined },
): number {
  if (urn === undefined) return -1
  return index !== undefined && index < entries.count && entries.urnOf(index) === urn ? index : entries.indexOf(urn)
}
