import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createPlayground, type Playground } from '#testing/servers/adminHarness.ts'
import { DirectoryHeldError, lockDirectory } from './processLock.ts'

// Each test starts Node, some of them three times, which is slow on a busy machine.
vi.setConfig({ testTimeout: 60_000 })

let playground: Playground
beforeEach(async () => void (playground = await createPlayground()))
afterEach(() => playground.clear())

describe('a data directory in use', () => {
  it('is refused to a second server, with one sentence naming the first', async () => {
    const first = await playground.serve()
    const second = await playground.command('main.ts', [], { HOLDFAST_PORT: '18099' })
    expect(second).toMatchObject({ code: 1, out: '' })
    expect(second.errors).toMatch(
      /^Holdfast cannot start: The data directory \S+ is in use by another Holdfast: process \d+ on \S+, since 20\S+ \S+ UTC, at http:\S+\. Stop it first, or use another directory \(HOLDFAST_DATA\)\.\n$/,
    )
    expect(second.errors).toContain(`process ${first.pid} on`)
    expect(second.errors).toContain(`at ${first.url}.`)
    expect((await fetch(`${first.url}/readyz`)).status).toBe(200)
  })

  it('is free at once after kill -9', async () => {
    const first = await playground.serve()
    expect(await first.kill('SIGKILL')).toBeNull()
    const second = await playground.serve()
    expect((await fetch(`${second.url}/readyz`)).status).toBe(200)
  })

  it('still allows creating tokens in the terminal', async () => {
    await playground.serve()
    expect(await playground.command('admin/token.ts', ['create', 'ci'])).toMatchObject({ code: 0 })
  })
})

describe('a process lock', () => {
  it('is held by one process until it is released', async () => {
    const { directory } = playground
    const lock = lockDirectory(directory, { what: 'a test' })
    expect(() => lockDirectory(directory, { what: 'another' })).toThrow(DirectoryHeldError)
    expect(() => lockDirectory(directory, { what: 'another' })).toThrow(`by a test: process ${process.pid} on`)
    lock.release()
    lockDirectory(directory, { what: 'another' }).release()
  })

  it('is refused also while its holder has not identified itself yet', async () => {
    const { directory } = playground
    const lock = lockDirectory(directory, { what: 'a test' })
    await writeFile(path.join(directory, 'serve.json'), '{')
    expect(() => lockDirectory(directory, { what: 'another' })).toThrow('is in use by another process. Stop it first')
    lock.release()
  })
})
