import { closeSync, fdatasyncSync, openSync, rmSync, writeSync } from 'node:fs'
import { availableParallelism, cpus, loadavg, release, totalmem } from 'node:os'
import { join } from 'node:path'
import { median, percentile } from './statistics.ts'

/** The machine on which the figures were measured. */
export const machine = () => ({
  cpu: cpus()[0]?.model ?? 'unknown',
  cores: availableParallelism(),
  memoryGB: Math.round(totalmem() / 1e9),
  system: `Linux ${release()}`,
  node: process.version,
})

/** The load average of the last minute. */
export const load = () => Number((loadavg()[0] ?? NaN).toFixed(1))

/**
 * How long the disk of this directory takes to store 16 kB durably, in milliseconds: no durable answer can be faster.
 */
export function fsyncTime(directory: string, times = 200): { p50: number; p99: number } {
  const path = join(directory, 'fsync-probe')
  const file = openSync(path, 'w')
  const page = Buffer.alloc(16_384, 1)
  const took = Array.from({ length: times }, () => {
    const since = performance.now()
    writeSync(file, page)
    fdatasyncSync(file)
    return performance.now() - since
  })
  closeSync(file)
  rmSync(path)
  return { p50: median(took), p99: percentile(took, 0.99) }
}
