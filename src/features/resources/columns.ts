/** Columns of the list of resources, by the width of its container: the same for the heads and every row. */
export const COLUMNS = {
  /** Name, type and status. */
  plain:
    'grid grid-cols-[fit-content(75%)_minmax(4.5rem,1fr)] @xs:grid-cols-[fit-content(65%)_minmax(0,1fr)_auto] @2xl:grid-cols-[minmax(0,1fr)_minmax(0,14rem)_7.5rem] @4xl:grid-cols-[minmax(0,30rem)_minmax(0,16rem)_minmax(7.5rem,1fr)]',
  /** With ID, provider, last change and children. */
  facts:
    'grid grid-cols-[minmax(0,1fr)_auto] @2xl:grid-cols-[minmax(0,1fr)_minmax(0,11rem)_7rem_7.5rem] @4xl:grid-cols-[minmax(0,1fr)_minmax(0,11rem)_minmax(0,13rem)_7rem_7.5rem] @6xl:grid-cols-[minmax(15rem,1.5fr)_minmax(0,12rem)_minmax(0,1fr)_6.5rem_8.5rem_7rem_4rem]',
} as const

/** Width from which a column is shown. */
export const SHOWN = {
  type: '',
  id: 'hidden @4xl:block',
  provider: 'hidden @6xl:block',
  change: 'hidden @2xl:block',
  mark: '',
  children: 'hidden @6xl:block',
} as const

export const SORTS = ['name', 'type', 'id', 'changed'] as const
export type ResourceSort = (typeof SORTS)[number]
