import type { ReactNode } from 'react'
import { cx } from '#src/lib/cx.ts'

type Props = {
  /** Pairs; those with an undefined value are omitted. */
  items: readonly { label: ReactNode; value: ReactNode | undefined; key?: string }[]
  /** `stacked` puts each name over its value, in columns. */
  layout?: 'rows' | 'stacked'
  className?: string | undefined
}

/** Names and values, as a description list. */
export const KeyValue = ({ items, layout = 'rows', className }: Props) => (
  <dl
    className={cx(
      layout === 'rows'
        ? 'grid grid-cols-[fit-content(45%)_minmax(0,1fr)] items-baseline gap-x-4 gap-y-1.5'
        : 'grid grid-cols-[repeat(auto-fill,minmax(9rem,1fr))] gap-x-6 gap-y-3',
      className,
    )}
  >
    {items.map(({ label, value, key }, index) =>
      value === undefined ? null : (
        <div key={key ?? index} className={layout === 'rows' ? 'contents' : 'min-w-0'}>
          <dt className={cx('text-muted', layout === 'stacked' ? 'text-xs' : 'min-w-22')}>{label}</dt>
          <dd className="min-w-0 wrap-anywhere text-ink">{value}</dd>
        </div>
      ),
    )}
  </dl>
)
