import { type ReactNode, useId } from 'react'
import { cx } from '#src/lib/cx.ts'

type Props = {
  title?: ReactNode
  actions?: ReactNode
  children: ReactNode
  /** `none` for tables and lists that bring their own padding. */
  padding?: 'normal' | 'none'
  level?: 2 | 3
  className?: string | undefined
}

/** A bordered part of a page; with a title it is a region of that name. */
export function Card({ title, actions, children, padding = 'normal', level = 2, className }: Props) {
  const titleId = useId()
  const Heading = `h${level}` as const
  const hasHead = title !== undefined || actions !== undefined
  return (
    <section
      aria-labelledby={title === undefined ? undefined : titleId}
      className={cx('min-w-0 overflow-clip rounded-lg border border-line bg-surface', className)}
    >
      {hasHead && (
        <header className="flex min-h-10 flex-wrap items-center justify-between gap-x-4 gap-y-1 border-b border-line px-4 py-1">
          {title !== undefined && (
            <Heading id={titleId} className="text-base font-semibold text-ink">
              {title}
            </Heading>
          )}
          {actions !== undefined && <div className="flex flex-wrap items-center gap-2">{actions}</div>}
        </header>
      )}
      <div className={padding === 'normal' ? 'p-4' : undefined}>{children}</div>
    </section>
  )
}
