/** The hidden columns that `hide=lease,tags` in an address names. Names of no column are left out. */
export const hiddenIn = (hiding: string | null, columns: Readonly<Record<string, string>>): ReadonlySet<string> =>
  new Set((hiding ?? '').split(',').filter((name) => Object.hasOwn(columns, name)))

/** The same as a part of an address. */
export const hiddenSearch = (hidden: ReadonlySet<string>): Record<string, string> =>
  hidden.size === 0 ? {} : { hide: [...hidden].toSorted().join(',') }
