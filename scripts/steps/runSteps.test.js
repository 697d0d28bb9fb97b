import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { runSteps } from './runSteps.js'

let printed
beforeEach(() => {
  printed = []
  vi.spyOn(console, 'log').mockImplementation((line) => printed.push(line))
  vi.spyOn(process.stdout, 'write').mockReturnValue(true)
})
afterEach(() => (process.exitCode = undefined))

const step = (result) => ({ title: 'step', run: async () => ({ skipped: [], output: 'what went wrong', ...result }) })

it('ends with the total, and exits with 0 when nothing failed', async () => {
  await runSteps('node', [
    step({ passed: 1, failed: 0 }),
    step({ passed: 4, failed: 0, skipped: [{ title: 'one', why: 'not here' }] }),
  ])
  expect(printed.at(-1)).toBe('5 passed, 0 failed, 1 skipped')
  expect(printed).toContain('  skipped: one: not here')
  expect(process.exitCode).toBe(0)
})

it('says before the total why tests were skipped, once for each reason', async () => {
  const hook = 'a hook of x.test.ts failed'
  const prevented = Array.from({ length: 84 }, (_, at) => ({ title: `test ${at}`, why: hook }))
  const absent = { title: 'real CLI', why: 'there is no pulumi here' }
  await runSteps('node', [step({ passed: 1, failed: 1, skipped: [...prevented, absent] })])
  expect(printed.slice(-3)).toEqual([
    `84 skipped: ${hook}`,
    '1 skipped: there is no pulumi here',
    '1 passed, 1 failed, 85 skipped',
  ])
  expect(printed).toContain('  skipped: 65 more')
})

it('continues after a failure, shows it, and exits with 1', async () => {
  const broken = { title: 'breaks', run: () => Promise.reject(new Error('no such tool')) }
  await runSteps('node', [step({ passed: 0, failed: 1 }), broken, step({ passed: 2, failed: 0 })])
  expect(printed.at(-1)).toBe('2 passed, 2 failed, 0 skipped')
  expect(printed.join('\n')).toMatch(/what went wrong[^]*no such tool/)
  expect(process.exitCode).toBe(1)
})

it('treats an empty run as a failure', async () => {
  await runSteps('node', [step({ passed: 0, failed: 0 })])
  expect(printed.at(-1)).toBe('0 passed, 0 failed, 0 skipped')
  expect(process.exitCode).toBe(1)
})

it('numbers the steps and prints notes below their line', async () => {
  await runSteps('node', [step({ passed: 3, failed: 0, notes: ['slowest files:'] }), step({ passed: 1, failed: 0 })])
  expect(process.stdout.write).toHaveBeenNthCalledWith(1, '[1/2] step … ')
  expect(process.stdout.write).toHaveBeenNthCalledWith(2, '[2/2] step … ')
  expect(printed[0]).toMatch(/^ok, .*, 3 passed$/)
  expect(printed[1]).toBe('  slowest files:')
})

it('runs lanes beside each other, and prints each step as a whole when it has ended', async () => {
  let endFirst
  const first = { title: 'long', run: () => new Promise((resolve) => (endFirst = () => resolve(passed))) }
  const passed = { passed: 1, failed: 0, skipped: [], output: '' }
  const second = {
    title: 'short',
    run: async () => {
      setImmediate(() => endFirst()) // the other lane waits for this one: run in sequence they would hang
      return { passed: 2, failed: 1, skipped: [], output: 'what went wrong' }
    },
  }
  await runSteps('node', [first], [second])
  const lines = printed.filter((line) => line.startsWith('['))
  expect(lines[0]).toMatch(/^\[2\/2\] short … FAILED, .*, 2 passed, 1 failed$/)
  expect(lines[1]).toMatch(/^\[1\/2\] long … ok, /)
  expect(process.stdout.write).not.toHaveBeenCalled()
  expect(printed).toContain('\nwhat went wrong\n')
  expect(printed.at(-1)).toBe('3 passed, 1 failed, 0 skipped')
})
