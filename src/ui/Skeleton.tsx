import type { ReactNode } from 'react'
import { cx } from '#src/lib/cx.ts'
import { Delayed, StillLoading } from './StillLoading.tsx'
import { VisuallyHidden } from './VisuallyHidden.tsx'

/** A grey bar where text will be; its size is the text's. */
export const SkeletonBar = ({ className, width }: { className?: string; width?: string | undefined }) => (
  <span
    aria-hidden
    className={cx('block rounded-sm bg-line forced-colors:border', className ?? 'h-3')}
    style={{ width }}
  />
)

type SkeletonProps = {
  /** What is on its way: "Loading the resources". */
  label: string
  /** Rows, each as high as a table's. */
  rows?: number
  /** A shape of its own, made of SkeletonBar. */
  children?: ReactNode
  /** Offered as Retry when the server does not answer. */
  onRetry?: () => void
}

/** A placeholder in the shape of the content. It takes its space at once and becomes visible after 150 ms. */
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
