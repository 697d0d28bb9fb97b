import { useCallback, useDeferredValue, useMemo, useState } from 'react'
import type { StackRef } from '#contract/common.ts'
import type { GraphColumns } from '#contract/resources.ts'
import { type OverlayChoice, readOverlay, withOverlay } from '#src/features/graph/overlays/choice.ts'
import {
  type Filter,
  hitsOf,
  isFiltering,
  readFilter,
  visiblePart,
  withFilter,
} from '#src/features/graph/overlays/filter.ts'
import { useOverlay } from '#src/features/graph/overlays/useOverlay.ts'
import { type Entries, matcher } from '#src/features/resources/entries.ts'
import { find } from '#src/features/resources/outline.ts'
import { useDraft } from '#src/lib/useDraft.ts'
import { useSettled } from '#src/lib/useSettled.ts'
import type { Address } from './useAddress.ts'

/** From this many resources on, filtering and painting take noticeable time. */
const MANY = 3_000
/** Longer than the pause between two letters of a word. */
const TYPING_MS = 120

/** The look of the graph: overlay and filter, both in the address. */
export function useLook(stack: StackRef, graph: GraphColumns, entries: Entries, view: Address) {
  const { search } = view
  const overlayText = search.get('overlay')
  const choice = useMemo(() => readOverlay(overlayText), [overlayText])
  const colours = useOverlay(stack, graph, entries, choice)
  const { overlay, around } = colours

  const address = useMemo(() => readFilter(search), [search])
  const [text, setText] = useDraft(address.text, (typed) => view.change((now) => withFilter(now, { text: typed })))
  const { type, provider, is, hides, isEven } = address
  const [isOpen, setIsOpen] = useState(false)
  const filter = useMemo(
    (): Filter => ({ text, type, provider, is, hides, isEven }),
    [text, type, provider, is, hides, isEven],
  )
  // A key shows its letter at once; rows and picture follow when there is time. With many resources they follow after
  // the word, or they would delay the next key.
  const paused = useSettled(text, TYPING_MS)
  const settled = text === '' || entries.count <= MANY ? text : paused
  const deferredFilter = useDeferredValue(useMemo((): Filter => ({ ...filter, text: settled }), [filter, settled]))
  const isOn = isFiltering(deferredFilter)
  const matchesOf = useCallback(
    (each: Filter) => (isFiltering(each) ? hitsOf(each, matcher(entries, each.text), graph, overlay) : undefined),
    [entries, graph, overlay],
  )
  const matches = useMemo(() => matchesOf(deferredFilter), [matchesOf, deferredFilter])
  const hits = matches?.hits
  const isHit = useMemo(() => testOf(hits), [hits])
  const visibleGraph = useMemo(
    () => (isHit && deferredFilter.hides ? visiblePart(graph, find(entries.outline, isHit).shown) : graph),
    [graph, entries, isHit, deferredFilter.hides],
  )
  const dims = !isOn && !isEven
  const lit = useMemo(() => {
    if (!dims || !around) return undefined
    const marks = new Uint8Array(graph.names.length)
    for (const index of around) marks[index] = 1
    return marks
  }, [around, dims, graph])
  return {
    ...colours,
    choice,
    choose: (next: OverlayChoice) => view.change((now) => withOverlay(now, next)),
    filter,
    change: ({ text: typed, ...rest }: Partial<Filter>) => {
      if (typed !== undefined) setText(typed)
      const now = typed === '' ? { ...rest, text: '' } : rest
      if (Object.keys(now).length > 0) view.change((before) => withFilter(before, now))
    },
    isFiltering: isOn,
    /** Whether the filter's choices are shown: always while one is set. */
    showsFilter: isOpen || type !== '' || provider !== '',
    toggleFilter: () => setIsOpen(!isOpen),
    hits: deferredFilter.hides ? undefined : hits,
    /** Without a filter: the resources that are not dimmed. */
    lit,
    hitCount: matches?.count ?? 0,
    isHit,
    /** The same for the text as typed so far, before rows and picture follow. */
    isHitNow: () => testOf(matchesOf(filter)?.hits),
    /** The graph to draw, without hidden resources. */
    visibleGraph,
  }
}

export type Look = ReturnType<typeof useLook>

const testOf = (hits: Uint8Array | undefined) => hits && ((index: number) => hits[index] === 1)
