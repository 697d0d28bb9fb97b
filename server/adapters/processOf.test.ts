import { spawnSync } from 'node:child_process'
import { hostname } from 'node:os'
import { describe, expect, it } from 'vitest'
import { processHere } from './processOf.ts'

describe('the process of a lock', () => {
  it('runs, and says when it started', () => {
    const found = processHere({ hostname: hostname(), pid: process.pid })
    const startedAt = typeof found === 'object' ? (found.startedAt ?? Number.NaN) : Number.NaN
    expect(Math.abs(startedAt - (Date.now() - process.uptime() * 1000))).toBeLessThan(5_000)
  })

  it('is gone once it ended', () => {
    const { pid } = spawnSync(process.execPath, ['--version'])
    expect(processHere({ hostname: hostname(), pid })).toBe('gone')
  })

  it('is not looked up for another host, nor by a number that no process has', () => {
    expect(processHere({ hostname: 'another', pid: process.pid })).toBeUndefined()
    expect(processHere({ hostname: hostname(), pid: 1e12 })).toBeUndefined()
  })
})
