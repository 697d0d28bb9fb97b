import { useCallback, useLayoutEffect, useRef } from 'react'
import { useSearchParams } from 'react-router'

/** A view is changed in place: back leaves the page. */
const quiet = { replace: true, preventScrollReset: true } as const

/**
 * What the address says about the graph, and the way to change it. Changes build on one another also where the first has not
 * arrived in the address when the second comes.
 */
export function useAddress() {
  const [search, setSearch] = useSearchParams()
  const wanted = useRef(search)
  const latest = useRef(setSearch)
  useLayoutEffect(() => {
    wanted.current = search
    latest.current = setSearch
  }, [search, setSearch])
  const change = useCallback((next: (now: URLSearchParams) => URLSearchParams): void => {
    wanted.current = next(wanted.current)
    latest.current(wanted.current, quiet)
  }, [])
  return { search, change }
}
export type Address = ReturnType<typeof useAddress>
