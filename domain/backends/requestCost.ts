import type { Backend, BackendKind } from '#contract/backends.ts'

/**
 * US dollars for a thousand requests in the regions in which most buckets are, by the list prices of 2026: a listing or
 * a write, and a read. Kinds that bill no requests have none.
 */
const PRICES: Readonly<Partial<Record<BackendKind, { list: number; read: number }>>> = {
  s3: { list: 0.005, read: 0.0004 },
  gcs: { list: 0.005, read: 0.0004 },
  azure: { list: 0.005, read: 0.0004 },
}

/** Whether requests to a kind of backend cost something each. */
export const billsRequests = (kind: BackendKind): boolean => PRICES[kind] !== undefined

/** The purposes of which each request reads one object; those of others list. */
const READS: ReadonlySet<string> = new Set(['state', 'history'])

/** Roughly what a month of such requests would cost, US dollars; undefined for a kind that bills none. */
export function monthlyCost(kind: BackendKind, requests: Backend['requests']): number | undefined {
  const prices = PRICES[kind]
  if (prices === undefined) return undefined
  const ofDay = requests.reduce(
    (sum, { purpose, lastDay }) => sum + (lastDay / 1000) * (READS.has(purpose) ? prices.read : prices.list),
    0,
  )
  return 30 * ofDay
}
