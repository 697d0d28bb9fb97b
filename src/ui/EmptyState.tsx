import type { ReactNode } from 'react'
import { cx } from '#src/lib/cx.ts'
import type { Icon as IconType } from './icon.ts'

type Props = {
  Icon: IconType
  title: ReactNode
  /** What the page is for, or the filter in words. */
  children?: ReactNode
  /** The first step, or a button that clears the filter. */
  action?: ReactNode
  className?: string | undefined
}

/** Shown if there is nothing, or nothing matches: what the page is for and what to do. */
export const EmptyState = ({ Icon, title, children, action, className }: Props) => (
  <div className={cx('flex flex-col items-center gap-3 px-4 py-10 text-center wrap-anywhere', className)}>
    <Icon className="size-7 text-faint" aria-hidden />
    <div className="flex max-w-prose flex-col gap-1">
      <p className="font-semibold text-ink">{title}</p>
      {children !== undefined && <div className="text-muted">{children}</div>}
    </div>
    {action}
  </div>
)
