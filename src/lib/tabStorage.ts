/** Prefix of all keys of the console in a tab's storage. */
export const TAB_PREFIX = 'holdfast.'

/** Drops everything kept in this tab: drafts, places on pages. None of it outlives the session. */
export function dropTabStorage(): void {
  try {
    for (const key of Object.keys(sessionStorage)) if (key.startsWith(TAB_PREFIX)) sessionStorage.removeItem(key)
  } catch {
    // With storage denied, there is nothing to drop.
  }
}
