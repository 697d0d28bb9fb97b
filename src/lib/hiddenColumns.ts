/** The hidden columns that `hide=lease,tags` in an address names. Names of no column are left out. */
export const hiddenIn = (hide: string | undefined, columns: Readonly<Record<string, string>>): ReadonlySet<string> =>
  new Set((hide ?? '').split(',').filter((name) => Object.hasOwn(columns, name)))

/** The same as the value in an address. */
export const hideOf = (hidden: ReadonlySet<string>): string | undefined => [...hidden].toSorted().join(',') || undefined
