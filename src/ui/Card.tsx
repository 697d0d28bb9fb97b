import { type ReactNode, useId } from 'react'
import { cx } from '#src/lib/cx.ts'

type Props = {
  title?: ReactNode
  actions?: ReactNode
  children: ReactNode
  /** `none` for tables and lists that bring their own padding. */
  padding?: 'normal' | 'none'
  level?: 2 | 3
  /**
   * A page has one bordered `card`, its subject; other parts are a `section`: a rule, a heading, and what is below them
   * on the page's own ground.
   */
  look?: 'card' | 'section'
  /** Directly below a row of tabs, whose line is that of the section too. */
  isFirst?: boolean
  className?: string | undefined
}

/** A part of a page; with a title it is a region of that name. */
export function Card({
  title,
  actions,
  children,
  padding = 'normal',
  level = 2,
  look = 'card',
  isFirst = false,
  className,
}: Props) {
  const titleId = useId()
  const Heading = `h${level}` as const
  const hasHead = title !== undefined || actions !== undefined
  const isCard = look === 'card'
  return (
    <section
      aria-labelledby={title === undefined ? undefined : titleId}
      className={cx(
        'min-w-0',
        isCard ? 'overflow-clip rounded-lg border border-line bg-surface' : !isFirst && 'border-t border-line',
        className,
      )}
    >
      {hasHead && (
        <header
          className={cx(
            'flex min-h-10 flex-wrap items-center justify-between gap-x-4 gap-y-1 py-1',
            isCard && 'border-b border-line px-4',
          )}
        >
          {title !== undefined && (
            <Heading id={titleId} className="py-1 text-sm font-semibold text-ink">
              {title}
            </Heading>
          )}
          {actions !== undefined && <div className="flex flex-wrap items-center gap-2">{actions}</div>}
        </header>
      )}
      <div className={isCard ? (padding === 'normal' ? 'p-4' : undefined) : 'section-body pb-2'}>{children}</div>
    </section>
  )
}
