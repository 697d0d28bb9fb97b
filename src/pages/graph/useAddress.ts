import { useCallback, useLayoutEffect, useRef, useState } from 'react'
import { useLocation, useSearchParams } from 'react-router'
import { useGoing } from '#src/lib/useGoing.ts'

/** A view is changed in place: back leaves the page, and has a button of its own. */
const quiet = { replace: true, preventScrollReset: true } as const

/** So many views are kept to go back to. */
const MOST_KEPT = 50
/** What follows a change so closely belongs to it: the window goes to what was selected, a word is typed. */
const SAME_STEP_MS = 900

/**
 * What the address says about the graph, and the way to change it and to undo that. Changes build on one another also where
 * the first has not arrived in the address when the second comes.
 */
export function useAddress() {
  const [search, setSearch] = useSearchParams()
  const wanted = useRef(search)
  const latest = useRef(setSearch)
  /** What was asked for and has not arrived. A change that arrives when a later one was asked for is not what is wanted any more. */
  const asked = useRef(new Set<string>())
  useLayoutEffect(() => {
    latest.current = setSearch
    const arrived = search.toString()
    if (asked.current.has(arrived) && arrived !== wanted.current.toString()) return
    asked.current.clear()
    wanted.current = search
  }, [search, setSearch])

  const former = useRef<string[]>([])
  const changedAt = useRef(-Infinity)
  const [canUndo, setCanUndo] = useState(false)
  const hasLeft = useHasLeft()
  const change = useCallback(
    (next: (now: URLSearchParams) => URLSearchParams): void => {
      const [before, after] = [wanted.current, next(wanted.current)]
      if (before.toString() === after.toString()) return
      if (hasLeft((at) => at === before.toString() || asked.current.has(at))) return
      const now = performance.now()
      if (!(now - changedAt.current < SAME_STEP_MS && isMinor(before, after)))
        former.current = [...former.current, before.toString()].slice(-MOST_KEPT)
      changedAt.current = now
      wanted.current = after
      asked.current.add(after.toString())
      latest.current(after, quiet)
      setCanUndo(true)
    },
    [hasLeft],
  )
  const undo = useCallback((): void => {
    const before = former.current.pop()
    setCanUndo(former.current.length > 0)
    if (before === undefined) return
    wanted.current = new URLSearchParams(before)
    asked.current.add(before)
    latest.current(wanted.current, quiet)
  }, [])
  return { search, change, undo, canUndo }
}
export type Address = ReturnType<typeof useAddress>

/**
 * Whether the person is on the way to another address, or there already and only its page is not: a word that was typed
 * before, or a window that comes to rest, must not take them back. `isOurs`: an address that was asked for here.
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

/** Only the place of the window or the typed word differ. */
const isMinor = (before: URLSearchParams, after: URLSearchParams): boolean =>
  [...new Set([...before.keys(), ...after.keys()])].every(
    (name) => name === 'at' || name === 'q' || before.get(name) === after.get(name),
  )
