import type { Backend, BackendKind } from '#contract/backends.ts'
import { number } from '#words/counts.ts'
import { durationText } from '#words/time.ts'

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

type Counted = Pick<Backend, 'kind' | 'requests' | 'countedForS'>

/** How many requests were counted, and roughly what as many would cost in a month, if that can be said. */
export function requestsText(counted: Counted): string {
  const { requests, countedForS } = counted
  if (countedForS === null) return 'counted by the process that looks at it'
  const total = number(requests.reduce((sum, { lastDay }) => sum + lastDay, 0))
  if (total === '0' && countedForS < HOUR_S) return 'none yet'
  if (countedForS < MINUTE_S) return ''
  if (countedForS < HOUR_S) return `${total} in the last ${durationText(countedForS * 1_000)}`
  const cost = monthlyCost({ ...counted, countedForS })
  return `${total} in ${Math.floor(countedForS / HOUR_S)} h${cost === undefined ? '' : `, ${costText(cost)} a month`}`
}

const MINUTE_S = 60
const HOUR_S = 3_600
const HOURS_OF_MONTH = 30 * 24

/** Less than a cent is said to be so: a more exact number would promise too much. */
const costText = (dollars: number): string => (dollars < 0.01 ? 'less than $0.01' : `about $${dollars.toFixed(2)}`)

/** US dollars; undefined for a kind that bills none. */
function monthlyCost({ kind, requests, countedForS }: Counted & { countedForS: number }): number | undefined {
  const prices = PRICES[kind]
  if (prices === undefined) return undefined
  const sum = requests.reduce(
    (sum, { purpose, lastDay }) => sum + (lastDay / 1000) * (READS.has(purpose) ? prices.read : prices.list),
    0,
  )
  return (sum * HOURS_OF_MONTH * HOUR_S) / countedForS
}
