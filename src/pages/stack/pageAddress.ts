/** The page number in an address; 1 if it is invalid. */
export function pageOf(search: URLSearchParams): number {
  const page = Number(search.get('page') ?? 1)
  return Number.isSafeInteger(page) && page >= 1 ? page : 1
}

/** The anchor of the lease card on the overview; a link to it works from every tab. */
export const LEASE_ANCHOR = 'lease'
