import { useCallback, useLayoutEffect, useRef } from 'react'

/** One function that calls the latest `work`: a memoized part that gets it does not render because it changed. */
export function useStable<Values extends unknown[]>(work: (...values: Values) => void): (...values: Values) => void {
  const latest = useRef(work)
  useLayoutEffect(() => {
    latest.current = work
  })
  return useCallback((...values) => latest.current(...values), [])
}
