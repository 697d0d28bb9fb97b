/**
 * The service's own metrics. Labels are patterns, methods and states, never names: they reveal no stack, and their
 * number is bounded.
 */
export type Metrics = {
  request(facts: { route: string; method: string; status: number; seconds: number }): void
  storeCall(facts: { operation: 'read' | 'write'; seconds: number; isUnavailable: boolean }): void
  journalEntries(count: number): void
  refusedStarts(count: number): void
  /** All metrics in Prometheus' text format, including readings taken now. */
  text(now?: Reading[]): string
}

/** A gauge that is read on demand. */
export type Reading = {
  name: string
  help: string
  kind: 'gauge' | 'counter'
  values: { labels?: Labels; value: number }[]
}

type Labels = Record<string, string>

/** Upper bounds in seconds: a journal call takes about a millisecond, an import of 100 MB some seconds. */
const BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

/** `host` returns the readings that only the host knows: memory, processor time, uptime. */
export function createMetrics({ host = () => [] }: { host?: () => Reading[] } = {}): Metrics {
  const requests = histogram('holdfast_http_request_duration_seconds', 'Requests by route pattern, method and status.')
  const store = histogram('holdfast_store_duration_seconds', 'Transactions of the store, waiting included.')
  const unavailable = counter('holdfast_store_unavailable_total', 'Transactions that the store could not do.')
  const entries = counter(
    'holdfast_journal_entries_total',
    'Journal entries accepted and durable, repeated ones left out.',
  )
  const refused = counter('holdfast_refused_starts_total', 'Updates that were refused because someone holds the stack.')
  return {
    request({ route, method, status, seconds }) {
      requests.observe({ route, method: METHODS.has(method) ? method : 'other', status: String(status) }, seconds)
    },
    storeCall({ operation, seconds, isUnavailable }) {
      store.observe({ operation }, seconds)
      if (isUnavailable) unavailable.add(1)
    },
    journalEntries: entries.add,
    refusedStarts: refused.add,
    text: (now = []) =>
      [requests, store, unavailable, entries, refused, ...[...host(), ...now].map(reading)]
        .map((metric) => metric.text())
        .join(''),
  }
}

function counter(name: string, help: string) {
  let value = 0
  return {
    add: (count: number) => void (value += count),
    text: () => `${head(name, help, 'counter')}${line(name, {}, value)}`,
  }
}

function histogram(name: string, help: string) {
  type Series = { labels: Labels; buckets: number[]; sum: number; count: number }
  const all = new Map<string, Series>()
  return {
    observe(labels: Labels, seconds: number) {
      const key = Object.values(labels).join('\n')
      const series = all.get(key) ?? { labels, buckets: BUCKETS.map(() => 0), sum: 0, count: 0 }
      all.set(key, series)
      const bucket = BUCKETS.findIndex((bound) => seconds <= bound)
      if (bucket >= 0) series.buckets[bucket] = (series.buckets[bucket] ?? 0) + 1
      series.sum += seconds
      series.count += 1
    },
    text() {
      const lines = [head(name, help, 'histogram')]
      for (const { labels, buckets, sum, count } of all.values()) {
        let below = 0
        for (const [index, bound] of BUCKETS.entries()) {
          below += buckets[index] ?? 0
          lines.push(line(`${name}_bucket`, { ...labels, le: String(bound) }, below))
        }
        lines.push(line(`${name}_bucket`, { ...labels, le: '+Inf' }, count))
        lines.push(line(`${name}_sum`, labels, sum), line(`${name}_count`, labels, count))
      }
      return lines.join('')
    },
  }
}

const reading = ({ name, help, kind, values }: Reading) => ({
  text: () => head(name, help, kind) + values.map(({ labels = {}, value }) => line(name, labels, value)).join(''),
})

const head = (name: string, help: string, kind: string) => `# HELP ${name} ${help}\n# TYPE ${name} ${kind}\n`

function line(name: string, labels: Labels, value: number): string {
  const pairs = Object.entries(labels).map(
    ([key, text]) => `${key}="${text.replaceAll(/[\\"]/g, '\\$&').replaceAll('\n', '\\n')}"`,
  )
  return `${name}${pairs.length > 0 ? `{${pairs.join(',')}}` : ''} ${value}\n`
}
