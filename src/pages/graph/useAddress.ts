import { useCallback, useLayoutEffect, useRef, useState } from 'react'
import { useLocation, useSearchParams } from 'react-router'
import { useGoing } from '#src/lib/useGoing.ts'

/** View changes replace the address: Back leaves the page, and undo has a button of its own. */
const quiet = { replace: true, preventScrollReset: true } as const

/** Number of views kept for undo. */
const MAX_HISTORY = 50
/**
 * A change that follows this soon belongs to the one before: the view moves to the selection, a word is being typed.
 */
const SAME_STEP_MS = 900

/**
 * The view state in the address, with functions to change it and to undo. Changes build on one another even if the
 * former has not reached the address yet.
 */
export function useAddress() {
  const [search, setSearch] = useSearchParams()
  const latestSearch = useRef(search)
  const latestSetSearch = useRef(setSearch)
  /** Changes on their way to the address. One that arrives after a later change is out of date. */
  const pendingSearches = useRef(new Set<string>())
  useLayoutEffect(() => {
    latestSetSearch.current = setSearch
    const arrived = search.toString()
    if (pendingSearches.current.has(arrived) && arrived !== latestSearch.current.toString()) return
    pendingSearches.current.clear()
    latestSearch.current = search
  }, [search, setSearch])

  const history = useRef<string[]>([])
  const changedAt = useRef(-Infinity)
  const [canUndo, setCanUndo] = useState(false)
  const [undone, setUndone] = useState(0)
  const hasLeft = useHasLeft()
  const change = useCallback(
    (next: (now: URLSearchParams) => URLSearchParams): void => {
      const [before, after] = [latestSearch.current, next(latestSearch.current)]
      if (before.toString() === after.toString()) return
      if (hasLeft((text) => text === before.toString() || pendingSearches.current.has(text))) return
      const now = performance.now()
      if (!(now - changedAt.current < SAME_STEP_MS && isMinor(before, after)))
        history.current = [...history.current, before.toString()].slice(-MAX_HISTORY)
      changedAt.current = now
      latestSearch.current = after
      pendingSearches.current.add(after.toString())
      latestSetSearch.current(after, quiet)
      setCanUndo(true)
    },
    [hasLeft],
  )
  const undo = useCallback((): void => {
    const before = history.current.pop()
    setCanUndo(history.current.length > 0)
    if (before === undefined) return
    latestSearch.current = new URLSearchParams(before)
    pendingSearches.current.add(before)
    setUndone((count) => count + 1)
    latestSetSearch.current(latestSearch.current, quiet)
  }, [])
  return {
    search,
    change,
    undo,
    canUndo,
    /** Number of undos. A change that is undone before it has arrived never shows in `search`, but it does here. */
    undone,
  }
}
export type Address = ReturnType<typeof useAddress>

/**
 * Whether the user is navigating to another address, or is already there while its page loads: a typed word, or a view
 * that comes to rest, must not take them back. `isOurs`: a change made here.
 */
function useHasLeft(): (isOurs: (search: string) => boolean) => boolean {
  const whereTo = useGoing()
  const { pathname } = useLocation()
  return useCallback(
    (isOurs) => {
      const going = whereTo()
      if (!going) return false
      return going.pathname !== pathname || !isOurs(new URLSearchParams(going.search).toString())
    },
    [whereTo, pathname],
  )
}

/** Only the view or the typed word differ. */
const isMinor = (before: URLSearchParams, after: URLSearchParams): boolean =>
  [...new Set([...before.keys(), ...after.keys()])].every(
    (name) => name === 'at' || name === 'q' || before.get(name) === after.get(name),
  )
