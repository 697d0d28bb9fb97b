import type { ReactNode } from 'react'
import { cx } from '#src/lib/cx.ts'

type Props = {
  /** Small on a phone: `size-20 sm:size-33`. */
  figure: ReactNode
  title: ReactNode
  children: ReactNode
  action?: ReactNode
  className?: string | false
}

/** The head of a card with a figure beside its text; on a phone only the title is beside it, and the text has the whole width. */
export const FigureHead = ({ figure, title, children, action, className }: Props) => (
  <div className={cx('flex flex-wrap items-center gap-x-5 gap-y-3 px-4 py-3', className)}>
    <div
      className={cx(
        'grid min-w-0 flex-1 items-center gap-x-5 gap-y-1 max-sm:basis-full',
        figure ? 'grid-cols-[auto_minmax(0,1fr)] max-sm:gap-y-2' : 'grid-cols-1',
      )}
    >
      {figure && <div className="sm:row-span-2">{figure}</div>}
      <p className="text-ink sm:self-end">{title}</p>
      <div className="flex min-w-0 flex-col gap-1 self-start max-sm:col-span-full">{children}</div>
    </div>
    {action}
  </div>
)
