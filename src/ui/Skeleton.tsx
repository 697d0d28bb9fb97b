import { type ReactNode, useEffect, useState } from 'react'
import { cx } from '#src/lib/cx.ts'
import { VisuallyHidden } from './VisuallyHidden.tsx'

/** Quicker answers than this show no waiting at all. */
const DELAY_MS = 150

/** Shows nothing for 150 ms, then its children. */
export function Delayed({ children }: { children: ReactNode }) {
  const [isDue, setDue] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setDue(true), DELAY_MS)
    return () => clearTimeout(timer)
  }, [])
  return isDue ? children : null
}

/** A grey bar where text will be; its size is the text's. */
export const SkeletonBar = ({ className }: { className?: string }) => (
  <span aria-hidden className={cx('block animate-pulse rounded-sm bg-line', className ?? 'h-4 w-full')} />
)

type SkeletonProps = {
  /** What is on its way: "Loading the resources". */
  label: string
  /** Rows, each as high as a table's. */
  rows?: number
  /** A shape of its own, made of SkeletonBar. */
  children?: ReactNode
}

/** Content on its way, in its shape. */
export const Skeleton = ({ label, rows = 4, children }: SkeletonProps) => (
  <div role="status" aria-busy>
    <VisuallyHidden>{label}…</VisuallyHidden>
    {children ??
      Array.from({ length: rows }, (_, row) => (
        <div key={row} className="flex h-row items-center gap-4 px-3">
          <SkeletonBar className="h-3 w-1/4" />
          <SkeletonBar className="h-3 w-1/3" />
          <SkeletonBar className="h-3 w-1/6" />
        </div>
      ))}
  </div>
)
