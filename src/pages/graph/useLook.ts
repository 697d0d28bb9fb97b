import { useCallback, useDeferredValue, useMemo, useState } from 'react'
import type { StackRef } from '#contract/common.ts'
import type { GraphColumns } from '#contract/resources.ts'
import { type OverlayChoice, readOverlay, withOverlay } from '#src/features/graph/overlays/choice.ts'
import {
  type Filter,
  hitsOf,
  isFiltering,
  readFilter,
  showing,
  withFilter,
} from '#src/features/graph/overlays/filter.ts'
import { useOverlay } from '#src/features/graph/overlays/useOverlay.ts'
import { type Entries, matcher } from '#src/features/resources/entries.ts'
import { find } from '#src/features/resources/outline.ts'
import { useDraft } from '#src/lib/useDraft.ts'
import { useSettled } from '#src/lib/useSettled.ts'
import type { Address } from './useAddress.ts'

/** So many resources take a moment to be looked through and painted. */
const MANY = 3_000
/** Between two letters of a word less time passes. */
const TYPING_MS = 120

/** How the graph looks: what it is coloured by, and what is left of it. All of it is in the address. */
export function useLook(stack: StackRef, graph: GraphColumns, entries: Entries, place: Address) {
  const { search } = place
  const written = search.get('overlay')
  const choice = useMemo(() => readOverlay(written), [written])
  const colours = useOverlay(stack, graph, entries, choice)
  const { overlay } = colours

  const address = useMemo(() => readFilter(search), [search])
  const [text, setText] = useDraft(address.text, (typed) => place.change((now) => withFilter(now, { text: typed })))
  const { type, provider, is, hides } = address
  const [isOpen, setIsOpen] = useState(false)
  const filter = useMemo((): Filter => ({ text, type, provider, is, hides }), [text, type, provider, is, hides])
  // A key stroke shows its letter at once; rows and picture follow as soon as there is time. Of many, once the word is typed: what
  // they cost would delay the next key.
  const paused = useSettled(text, TYPING_MS)
  const settled = text === '' || entries.count <= MANY ? text : paused
  const looked = useDeferredValue(useMemo((): Filter => ({ ...filter, text: settled }), [filter, settled]))
  const isOn = isFiltering(looked)
  const foundBy = useCallback(
    (by: Filter) => (isFiltering(by) ? hitsOf(by, matcher(entries, by.text), graph, overlay) : undefined),
    [entries, graph, overlay],
  )
  const found = useMemo(() => foundBy(looked), [foundBy, looked])
  const hits = found?.hits
  const isHit = useMemo(() => testOf(hits), [hits])
  const drawn = useMemo(
    () => (isHit && looked.hides ? showing(graph, find(entries.outline, isHit).shown) : graph),
    [graph, entries, isHit, looked.hides],
  )
  return {
    ...colours,
    choice,
    choose: (next: OverlayChoice) => place.change((now) => withOverlay(now, next)),
    filter,
    change: ({ text: typed, ...rest }: Partial<Filter>) => {
      if (typed !== undefined) setText(typed)
      const now = typed === '' ? { ...rest, text: '' } : rest
      if (Object.keys(now).length > 0) place.change((before) => withFilter(before, now))
    },
    isFiltering: isOn,
    /** The choices of the filter are shown: always while one of them counts. */
    showsFilter: isOpen || type !== '' || provider !== '',
    toggleFilter: () => setIsOpen(!isOpen),
    hits: looked.hides ? undefined : hits,
    hitCount: found?.count ?? 0,
    isHit,
    /** The same for what is typed at this moment, before rows and picture follow. */
    isHitNow: () => testOf(foundBy(filter)?.hits),
    /** The graph that is drawn: without what is hidden. */
    drawn,
  }
}

const testOf = (hits: Uint8Array | undefined) => hits && ((index: number) => hits[index] === 1)
