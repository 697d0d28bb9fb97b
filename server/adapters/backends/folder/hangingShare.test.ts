import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { CALL, listAll, readText } from '#testing/backends/bench.ts'
import { troubleSentence } from '#domain/backends/troubleWords.ts'
import { BackendError } from '#server/blobs/port.ts'
import { SYSTEM, type System } from './files.ts'
import { open } from './open.ts'
import { createPatience } from './patience.ts'

const KEY = '.pulumi/stacks/shop/prod.json'
const LIMIT_MS = 20_000

let parent: string

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  parent = await mkdtemp(path.join(tmpdir(), 'holdfast-share-'))
  for (const name of ['share', 'disk', 'other']) {
    await mkdir(path.join(parent, name, '.pulumi/stacks/shop'), { recursive: true })
    await writeFile(path.join(parent, name, KEY), name)
  }
})
afterEach(async () => {
  vi.useRealTimers()
  await rm(parent, { recursive: true })
})

/** A system on which calls about some paths do not return until `comeBack`, each of which is counted. */
function hangingSystem(isHanging: (file: string) => boolean) {
  const waiting: (() => void)[] = []
  let isBack = false
  const state = { calls: 0, comeBack: () => ((isBack = true), waiting.forEach((each) => each())) }
  const guard = async (file: string) => {
    if (isBack || !isHanging(file)) return
    state.calls += 1
    await new Promise<void>((resolve) => waiting.push(resolve))
  }
  const system = {
    open: async (file: string, flags: number) => (await guard(file), SYSTEM.open(file, flags)),
    readdir: async (folder: string, options: { withFileTypes: true }) => (
      await guard(folder),
      SYSTEM.readdir(folder, options)
    ),
    realpath: async (file: string) => (await guard(file), SYSTEM.realpath(file)),
    stat: async (file: string, options: { bigint: true }) => (await guard(file), SYSTEM.stat(file, options)),
  } as System
  return { system, state }
}

const problemOf = async (work: Promise<unknown>) => {
  const error = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  return error instanceof BackendError ? troubleSentence(error.trouble, error.at) : error
}

it.each(['realpath', 'stat', 'readdir', 'open'])(
  'says that a folder does not answer if it hangs in %s, and goes on by itself once it answers',
  async (verb) => {
    const { system: hangs, state } = hangingSystem(() => true)
    const system = { ...SYSTEM, [verb]: hangs[verb as keyof System] }
    const patience = createPatience({ limitMs: LIMIT_MS })
    const store = await open({ kind: 'folder', path: path.join(parent, 'share') }, { system, patience })
    const work = () => (verb === 'open' ? store.read(KEY, CALL) : listAll(store, '.pulumi/'))
    const problem = problemOf(work())
    await vi.waitFor(() => expect(state.calls).toBe(1))
    vi.advanceTimersByTime(LIMIT_MS)
    expect(await problem).toMatch(/^The folder does not answer: check the share/)
    expect(patience.unreturned()).toBe(1)
    expect(await problemOf(store.read(KEY, CALL))).toMatch(/does not answer/)
    expect(state.calls).toBe(1)
    state.comeBack()
    await expect.poll(() => patience.unreturned()).toBe(0)
    expect(await readText(store, KEY)).toBe('share')
  },
)

it('leaves threads to other folders, however many hang and however often they are asked', async () => {
  const { system, state } = hangingSystem((file) => file.startsWith(path.join(parent, 'share')))
  const patience = createPatience({ threads: 3, limitMs: LIMIT_MS })
  const at = (name: string) => open({ kind: 'folder', path: path.join(parent, name) }, { system, patience })
  const share = await at('share')
  const reads = Array.from({ length: 40 }, () => problemOf(share.read(KEY, CALL)))
  await vi.waitFor(() => expect(state.calls).toBe(2))
  expect(await readText(await at('disk'), KEY)).toBe('disk')
  vi.advanceTimersByTime(LIMIT_MS)
  expect(new Set(await Promise.all(reads))).toEqual(new Set([await problemOf(share.read(KEY, CALL))]))
  expect(state.calls).toBe(2)
  // Opened again, it is the same share.
  expect(await problemOf((await at('share')).read(KEY, CALL))).toMatch(/does not answer/)
  expect(state.calls).toBe(2)
  expect(await readText(await at('disk'), KEY)).toBe('disk')
  state.comeBack()
})

it('says so if others that hang have every thread', async () => {
  const { system, state } = hangingSystem((file) => !file.includes('disk'))
  const patience = createPatience({ threads: 2, limitMs: LIMIT_MS })
  const at = (name: string) => open({ kind: 'folder', path: path.join(parent, name) }, { system, patience })
  const [share, other, disk] = [await at('share'), await at('other'), await at('disk')]
  const hanging = [share, other].map((store) => problemOf(store.read(KEY, CALL)))
  const waiting = problemOf(disk.read(KEY, CALL))
  await vi.waitFor(() => expect(state.calls).toBe(2))
  vi.advanceTimersByTime(LIMIT_MS)
  expect(await Promise.all(hanging)).toEqual([
    expect.stringContaining('does not answer'),
    expect.stringContaining('does not answer'),
  ])
  expect(await waiting).toMatch(/^Other folders do not answer/)
  state.comeBack()
  await expect.poll(() => patience.unreturned()).toBe(0)
  expect(await readText(disk, KEY)).toBe('disk')
})

it('ends at once with its signal, while it waits for an answer or for a thread', async () => {
  const { system, state } = hangingSystem(() => true)
  const patience = createPatience({ limitMs: LIMIT_MS })
  const store = await open({ kind: 'folder', path: path.join(parent, 'share') }, { system, patience })
  const leaving = new AbortController()
  const calls = Array.from({ length: 5 }, () => problemOf(store.read(KEY, { ...CALL, signal: leaving.signal })))
  leaving.abort(new Error('it is disconnected'))
  expect(new Set((await Promise.all(calls)).map(String))).toEqual(new Set(['Error: it is disconnected']))
  state.comeBack()
  await expect.poll(() => patience.unreturned()).toBe(0)
})

it('is patient with a large file as long as parts of it arrive', async () => {
  const large = path.join(parent, 'share', KEY)
  await writeFile(large, Buffer.alloc(9 * 1024 * 1024, 'x'))
  const system: System = {
    ...SYSTEM,
    async open(file, flags) {
      const handle = await SYSTEM.open(file, flags)
      return {
        stat: handle.stat.bind(handle),
        close: handle.close.bind(handle),
        read(...args: Parameters<typeof handle.read>) {
          vi.advanceTimersByTime(LIMIT_MS - 1)
          return handle.read(...args)
        },
      } as Awaited<ReturnType<System['open']>>
    },
  }
  const patience = createPatience({ limitMs: LIMIT_MS })
  const store = await open({ kind: 'folder', path: path.join(parent, 'share') }, { system, patience })
  expect((await readText(store, KEY)).length).toBe(9 * 1024 * 1024)
})

it.skipIf(process.platform === 'win32')('does not keep a process from ending', async () => {
  // Nobody ever writes to the pipe that it reads.
  const code = `
    import { read } from 'node:fs'
    import { createPatience } from '${import.meta.dirname}/patience.ts'
    import { leave } from '${path.join(import.meta.dirname, '../../leave.ts')}'
    const patience = createPatience({ limitMs: 20 })
    process.once('exit', () => process.stdout.write('lock released '))
    process.once('SIGTERM', () => process.stdout.write('asked to stop '))
    const hangs = () => new Promise((resolve) => read(0, Buffer.alloc(1), 0, 1, null, resolve))
    await patience.with('x')(hangs).catch(({ trouble }) => process.stdout.write(trouble.code + ' '))
    leave(patience.unreturned())
  `
  const child = spawn(process.execPath, ['--input-type=module', '--eval', code], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  let output = ''
  child.stdout.on('data', (text: Buffer) => (output += text.toString()))
  const [exitCode, signal] = (await once(child, 'exit')) as [number | null, string | null]
  expect([output, exitCode, signal]).toEqual(['Hangs lock released ', null, 'SIGTERM'])
})
