/** The hidden columns that `hide=lease,tags` in an address names. Names of no column are left out. */
export const hiddenIn = <Column extends string>(
  hiding: string | null,
  columns: Readonly<Record<Column, string>>,
): ReadonlySet<Column> =>
  new Set((hiding ?? '').split(',').filter((name): name is Column => Object.hasOwn(columns, name)))

/** The same as a part of an address. */
export const hiddenSearch = (hidden: ReadonlySet<string>): Record<string, string> =>
  hidden.size === 0 ? {} : { hide: [...hidden].toSorted().join(',') }
