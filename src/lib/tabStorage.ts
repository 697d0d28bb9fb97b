/** Every key under which the console keeps something in a tab starts with this. */
export const TAB_PREFIX = 'holdfast.'

/** Drops everything that was kept in this tab: answers for a reload, places on pages. None of it outlives the session. */
export function dropTabStorage(): void {
  try {
    for (const key of Object.keys(sessionStorage)) if (key.startsWith(TAB_PREFIX)) sessionStorage.removeItem(key)
  } catch {
    // A browser that keeps nothing has nothing to drop.
  }
}
