import { useEffect, useMemo, useState } from 'react'
import type { Course } from '#domain/timeline/course.ts'
import { atOnce, type InPieces } from '#domain/inPieces.ts'
import { type Prepared, preparing } from './analysis.ts'

/** So few steps are examined, and drawn, in one go: it takes no more than a frame. */
export const FEW = 500
/** So long the page is busy at a stretch; then keys and paint come first. */
const STRETCH_MS = 8

/**
 * A course made ready for its page; undefined until it is. While more of the same run is made ready, what was there stays.
 */
export function usePrepared(course: Course): Prepared | undefined {
  const short = useMemo(() => (course.steps.length <= FEW ? atOnce(preparing(course)) : undefined), [course])
  const [last, setLast] = useState<Prepared>()
  useEffect(() => {
    const leaving = new AbortController()
    const work = short ? Promise.resolve(short) : inTurns(preparing(course), leaving.signal)
    void work.then((prepared) => prepared && !leaving.signal.aborted && setLast(prepared))
    return () => leaving.abort()
  }, [course, short])
  return short ?? (last?.course.from === course.from ? last : undefined)
}

/** Does work without keeping the page busy; undefined when it was left. */
export async function inTurns<Result>(work: InPieces<Result>, signal: AbortSignal): Promise<Result | undefined> {
  let since = performance.now()
  while (!signal.aborted) {
    const { done, value } = work.next()
    if (done) return value
    if (performance.now() - since < STRETCH_MS) continue
    await new Promise((resolve) => setTimeout(resolve))
    since = performance.now()
  }
  return undefined
}
