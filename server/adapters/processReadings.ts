import type { Reading } from '#server/metrics.ts'

/** Readings of the process under the names that Prometheus' own client libraries use. */
export function processReadings(): Reading[] {
  const { rss, heapUsed } = process.memoryUsage()
  const { user, system } = process.cpuUsage()
  return [
    reading('process_resident_memory_bytes', 'Resident memory.', 'gauge', rss),
    reading('nodejs_heap_size_used_bytes', 'JavaScript heap in use.', 'gauge', heapUsed),
    reading('process_cpu_seconds_total', 'Processor time, user and system.', 'counter', (user + system) / 1e6),
    reading('process_uptime_seconds', 'Time since the start of the process.', 'gauge', process.uptime()),
  ]
}

const reading = (name: string, help: string, kind: Reading['kind'], value: number): Reading => ({
  name,
  help,
  kind,
  values: [{ value }],
})
