import { spawnSync } from 'node:child_process'
import { expect, it } from 'vitest'

/** Returns what a server writes to standard error for these facts when run as a service, without a terminal. */
function written(facts: Record<string, unknown>, message: string): string {
  const program = `
    import { createLog } from ${JSON.stringify(new URL('./log.ts', import.meta.url).href)}
    const log = await createLog('info')
    log.warn(${JSON.stringify(facts)}, ${JSON.stringify(message)})
  `
  const { stderr } = spawnSync(process.execPath, ['--input-type=module', '--eval', program], { encoding: 'utf8' })
  return stderr
}

it('input from a caller stays within one line of JSON, and cannot add a line or move the cursor', () => {
  const hostile = 'x\n{"level":50,"msg":"forged"}\r\u001b[2J\u0000\u2028%s%j'
  const text = written({ path: hostile }, 'request failed')
  expect(text.endsWith('\n')).toBe(true)
  expect(text.slice(0, -1)).not.toMatch(/\p{Cc}/u)
  expect(JSON.parse(text)).toMatchObject({ path: hostile, msg: 'request failed' })
})

it('a log line has its time in UTC, as milliseconds since 1970', () => {
  const before = Date.now()
  const { time } = JSON.parse(written({}, 'request failed')) as { time: number }
  expect(time).toBeGreaterThanOrEqual(before)
  expect(time).toBeLessThanOrEqual(Date.now())
})
