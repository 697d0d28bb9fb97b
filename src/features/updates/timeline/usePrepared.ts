import { useEffect, useMemo, useState } from 'react'
import type { Course } from '#domain/timeline/course.ts'
import { atOnce, type InPieces } from '#domain/inPieces.ts'
import { type Prepared, preparing } from './analysis.ts'

/** Up to this many steps are analysed and drawn at once, within a frame. */
export const FEW = 500
/** The page is blocked for this long at most before keys and paint get their turn. */
const STRETCH_MS = 8

/**
 * The analysis of a course; undefined until it is ready. While more of the same run is analysed, the former result
 * stays.
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

/** Runs work in slices without blocking the page; undefined if it was abandoned. */
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
