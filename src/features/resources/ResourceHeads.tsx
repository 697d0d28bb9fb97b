import ArrowDown from 'lucide-react/icons/arrow-down'
import ArrowUp from 'lucide-react/icons/arrow-up'
import type { ReactNode } from 'react'
import { cx } from '#src/lib/cx.ts'
import { COLUMNS, type ResourceSort, SHOWN } from './columns.ts'

export type SortChoice = { by: ResourceSort; isDown: boolean; onSort: (by: ResourceSort) => void }

/** The column heads; in a flat list they sort it. */
export const ResourceHeads = ({ sort }: { sort?: SortChoice | undefined }) => (
  <div
    role="row"
    aria-rowindex={1}
    className={cx(
      COLUMNS.facts,
      'sticky top-0 z-1 h-row items-center gap-x-3 border-b border-line bg-surface pr-3 pl-1 text-xs font-medium text-muted max-sm:hidden',
    )}
  >
    <Head by="name" sort={sort} className="pl-7">
      Name
    </Head>
    <Head by="type" sort={sort} className="text-right @2xl:text-left">
      Type
    </Head>
    <Head by="id" sort={sort} className={SHOWN.id}>
      ID
    </Head>
    <Head className={SHOWN.provider}>Provider</Head>
    <Head by="changed" sort={sort} className={SHOWN.change}>
      Last changed
    </Head>
    <Head className="hidden @2xl:block">Flags</Head>
    <Head className={cx(SHOWN.children, 'text-right')}>Children</Head>
  </div>
)

type HeadProps = { by?: ResourceSort; sort?: SortChoice | undefined; className?: string; children: ReactNode }

function Head({ by, sort, className, children }: HeadProps) {
  const isSorted = sort !== undefined && sort.by === by
  const Arrow = sort?.isDown ? ArrowDown : ArrowUp
  return (
    <span
      role="columnheader"
      aria-sort={isSorted ? (sort.isDown ? 'descending' : 'ascending') : undefined}
      className={cx('min-w-0 truncate', className)}
    >
      {sort && by ? (
        <button
          type="button"
          onClick={() => sort.onSort(by)}
          className="inline-flex min-h-6 items-center gap-1 rounded-sm hover:text-ink"
        >
          {children}
          {isSorted && <Arrow className="size-3" aria-hidden />}
        </button>
      ) : (
        children
      )}
    </span>
  )
}
