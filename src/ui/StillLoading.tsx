import { type ReactNode, useEffect, useState } from 'react'
import { durationText } from '#words/time.ts'
import { Button } from './Button.tsx'

/** Quicker answers than this show no waiting at all. */
const DELAY_MS = 150

/** After this long without an answer the page says so. */
const LONG_MS = 8_000

/** Whether the calling component has been mounted for that long. */
function useIsDue(ms: number): boolean {
  const [isDue, setDue] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setDue(true), ms)
    return () => clearTimeout(timer)
  }, [ms])
  return isDue
}

/** Shows nothing for 150 ms, then its children. */
export const Delayed = ({ children }: { children: ReactNode }) => (useIsDue(DELAY_MS) ? children : null)

/** After 8 s without an answer: says so, with Retry. Nothing before. Put it inside a live region. */
export function StillLoading({ onRetry }: { onRetry: () => void }) {
  return useIsDue(LONG_MS) ? (
    <p className="flex flex-wrap items-center gap-3 rounded-lg border border-line-strong bg-raised px-4 py-2">
      Still loading. The server has not answered for {durationText(LONG_MS)}.
      <Button size="sm" onClick={onRetry}>
        Retry
      </Button>
    </p>
  ) : null
}
