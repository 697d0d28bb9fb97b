/** The page of a list that an address asks for; the first when it cannot be read. */
export function pageOf(search: URLSearchParams): number {
  const page = Number(search.get('page') ?? 1)
  return Number.isSafeInteger(page) && page >= 1 ? page : 1
}

/** Where the lease card is on the overview; a link to it works from every tab. */
export const LEASE_ANCHOR = 'lease'
