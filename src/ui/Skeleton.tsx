import { type ReactNode, useEffect, useState } from 'react'
import { cx } from '#src/lib/cx.ts'
import { durationText } from '#words/time.ts'
import { Button } from './Button.tsx'
import { VisuallyHidden } from './VisuallyHidden.tsx'

/** Answers faster than this show no loading state at all. */
const DELAY_MS = 150

/** After this long without an answer the page says so. */
const LONG_MS = 8_000

/** Whether the calling component has been mounted for this long. */
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

/** After 8 s without an answer: says so, with Retry. Must be in a live region. */
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

/** A grey bar where text will be; its size is the text's. */
export const SkeletonBar = ({ className, width }: { className?: string; width?: string | undefined }) => (
  <span
    aria-hidden
    className={cx('block rounded-sm bg-line forced-colors:border', className ?? 'h-3')}
    style={{ width }}
  />
)

type SkeletonProps = {
  /** What is loading: "Loading the resources". */
  label: string
  /** Rows, each as high as a table's. */
  rows?: number
  /** Another layout, made of SkeletonBar. */
  children?: ReactNode
  /** Offered as Retry when the server does not answer. */
  onRetry?: () => void
}

/** A placeholder in the layout of the content. It takes its space at once and becomes visible after 150 ms. */
export const Skeleton = ({ label, rows = 4, children, onRetry }: SkeletonProps) => (
  <div role="status">
    <VisuallyHidden>
      <Delayed>{label}…</Delayed>
    </VisuallyHidden>
    <div className="waiting" aria-busy>
      {children ??
        Array.from({ length: rows }, (_, row) => (
          <div key={row} className="flex h-row items-center gap-4 px-3">
            <SkeletonBar width={`${20 + ((row * 7) % 12)}%`} />
            <SkeletonBar width={`${26 + ((row * 11) % 17)}%`} />
            <SkeletonBar width="12%" />
          </div>
        ))}
    </div>
    {onRetry && <StillLoading onRetry={onRetry} />}
  </div>
)
