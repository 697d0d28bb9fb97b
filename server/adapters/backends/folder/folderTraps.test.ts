import { once } from 'node:events'
import { chmod, mkdir, mkdtemp, readdir, rename, rm, stat, symlink, utimes, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { bytesOf, CALL, listAll, read, readText, troubleOf } from '#testing/backends/bench.ts'
import { loadBucket } from '#testing/loadBucket.ts'
import type { BlobStore } from '#server/blobs/port.ts'
import { open } from './open.ts'

const isWindows = process.platform === 'win32'
/** Rights bind everybody but root. */
const isRoot = process.getuid?.() === 0

let parent: string
let root: string
let store: BlobStore

beforeEach(async () => {
  parent = await mkdtemp(path.join(tmpdir(), 'holdfast-folder-'))
  root = path.join(parent, 'state')
  await mkdir(path.join(root, '.pulumi/stacks/shop'), { recursive: true })
  store = await open({ kind: 'folder', path: root })
})
afterEach(() => rm(parent, { recursive: true }))

const file = (name: string) => path.join(root, '.pulumi/stacks/shop', name)
it('reads the files of a real CLI', async () => {
  const files = loadBucket()
  for (const [name, text] of Object.entries(files)) {
    await mkdir(path.dirname(path.join(root, name)), { recursive: true })
    await writeFile(path.join(root, name), text)
  }
  const keys = Object.keys(files).filter((name) => name.startsWith('.pulumi/'))
  expect(keys.length).toBeGreaterThan(5)
  expect((await listAll(store, '.pulumi/')).keys).toEqual(keys.toSorted())
  for (const key of keys) expect(await readText(store, key)).toBe(files[key])
})

describe('files of the CLI', () => {
  it('that it is writing are no objects; sidecars are', async () => {
    await writeFile(file('prod.json'), '{}')
    await writeFile(file('prod.json.attrs'), '')
    await writeFile(file('prod.json.187c0d3e5a1b2c3d.tmp'), '{')
    await writeFile(file('note.tmp'), '')
    expect((await listAll(store, '.pulumi/')).keys).toEqual(
      ['note.tmp', 'prod.json', 'prod.json.attrs'].map((name) => `.pulumi/stacks/shop/${name}`),
    )
  })

  it('have their escaped characters as keys', async () => {
    await writeFile(file('a__0xa__b.json'), 'line')
    await writeFile(file('__0x110000__.json'), 'none')
    const { keys } = await listAll(store, '.pulumi/stacks/shop/')
    expect(keys).toEqual(['.pulumi/stacks/shop/__0x110000__.json', '.pulumi/stacks/shop/a\nb.json'])
    expect(await readText(store, '.pulumi/stacks/shop/a\nb.json')).toBe('line')
  })

  it('have another mark when they are renamed into place with equal time and size', async () => {
    const setTime = (name: string) => utimes(file(name), 1_700_000_000, 1_700_000_000)
    await writeFile(file('prod.json'), 'one')
    await setTime('prod.json')
    const { mark } = await read(store, '.pulumi/stacks/shop/prod.json')
    await writeFile(file('next'), 'two')
    await setTime('next')
    await rename(file('next'), file('prod.json'))
    expect(await store.read('.pulumi/stacks/shop/prod.json', { ...CALL, ifChanged: mark })).toMatchObject({
      bytes: Buffer.from('two'),
    })
  })

  it('lose a stale sidecar when they are replaced or removed here, which would stop the CLI if it is broken', async () => {
    const key = '.pulumi/stacks/shop/prod.json'
    for (const write of [
      () => store.put(key, bytesOf('two'), CALL),
      async () => store.replace(key, bytesOf('two'), (await read(store, key)).mark, CALL),
      () => store.copy('.pulumi/other', key, CALL),
      () => store.remove(key, CALL),
    ]) {
      await writeFile(path.join(root, '.pulumi/other'), 'other')
      await writeFile(file('prod.json'), 'one')
      await writeFile(file('prod.json.attrs'), '')
      await write()
      expect(await store.read(`${key}.attrs`, CALL)).toBe('absent')
    }
  })
})

it('leaves no temporary file behind, whatever the result', async () => {
  const key = '.pulumi/stacks/shop/prod.json'
  await store.create(key, bytesOf('one'), CALL)
  await store.create(key, bytesOf('two'), CALL)
  await store.replace(key, bytesOf('three'), 'stale', CALL)
  await store.put(key, bytesOf('four'), CALL)
  expect(await readdir(path.dirname(file('')))).toEqual(['shop'])
  expect(await readdir(file(''))).toEqual(['prod.json'])
})

it('does not read, list or write through names that lead out of the folder', async () => {
  await writeFile(path.join(parent, 'secret'), 'secret')
  for (const key of ['.pulumi/../../secret', '../secret', '/../secret', '.pulumi/..', '.', '', '.pulumi/./x']) {
    expect(await store.read(key, CALL)).toBe('absent')
    expect(await store.remove(key, CALL)).toBe('absent')
  }
  await store.put('.pulumi/../../secret', bytesOf('inside'), CALL)
  expect(await readText(store, '.pulumi/../../secret')).toBe('inside')
  expect(await readdir(parent)).toEqual(['secret', 'state'])
  expect(await troubleOf(store.put('.pulumi/..', bytesOf(''), CALL))).toEqual({ kind: 'failed', code: 'EINVAL' })
  expect((await listAll(store, '../')).keys).toEqual([])
})

describe.skipIf(isWindows)('links', () => {
  beforeEach(async () => {
    await mkdir(path.join(parent, 'elsewhere'))
    await writeFile(path.join(parent, 'elsewhere/secret.json'), 'secret')
  })

  it('out of the folder are neither listed nor followed', async () => {
    await symlink(path.join(parent, 'elsewhere'), file('out'))
    await symlink(path.join(parent, 'elsewhere/secret.json'), file('secret.json'))
    await symlink(path.join(parent, 'nowhere'), file('broken.json'))
    expect((await listAll(store, '.pulumi/')).keys).toEqual([])
    for (const name of ['secret.json', 'out/secret.json', 'broken.json']) {
      const key = `.pulumi/stacks/shop/${name}`
      expect(await store.read(key, CALL)).toBe('absent')
      expect(await store.copy(key, '.pulumi/copy', CALL)).toBe('absent')
      expect(await store.remove(key, CALL)).toBe('absent')
    }
    expect(await troubleOf(store.put('.pulumi/stacks/shop/out/new.json', bytesOf(''), CALL))).toEqual({
      kind: 'forbidden',
      what: 'write',
    })
    expect(await readdir(path.join(parent, 'elsewhere'))).toEqual(['secret.json'])
  })

  it('within the folder are followed once, not in circles', async () => {
    await writeFile(file('prod.json'), '{}')
    await symlink(file(''), path.join(root, '.pulumi/stacks/same'))
    await symlink(path.join(root, '.pulumi'), file('circle'))
    await symlink(file('prod.json'), file('alias.json'))
    const { keys } = await listAll(store, '.pulumi/stacks/')
    expect(keys).toContain('.pulumi/stacks/shop/alias.json')
    expect(keys.filter((key) => key.includes('circle'))).toEqual([])
    expect(await readText(store, '.pulumi/stacks/same/prod.json')).toBe('{}')
  })

  it('to the folder itself are the folder', async () => {
    await writeFile(file('prod.json'), '{}')
    await symlink(root, path.join(parent, 'link'))
    const linked = await open({ kind: 'folder', path: path.join(parent, 'link') })
    expect((await listAll(linked, '.pulumi/')).keys).toEqual(['.pulumi/stacks/shop/prod.json'])
  })

  it('sockets, and what else is no file, are no objects', async () => {
    const socket = createServer().listen(file('s'))
    await once(socket, 'listening')
    expect((await listAll(store, '.pulumi/')).keys).toEqual([])
    expect(await store.read('.pulumi/stacks/shop/s', CALL)).toBe('absent')
    expect(await store.remove('.pulumi/stacks/shop/s', CALL)).toBe('absent')
    socket.close()
  })
})

describe('a folder that cannot be used', () => {
  it('is no such folder if it is missing, a file, or removed later; nothing is made', async () => {
    for (const name of ['missing', 'file']) {
      const folder = path.join(parent, name)
      if (name === 'file') await writeFile(folder, '')
      const other = await open({ kind: 'folder', path: folder })
      const trouble = { kind: 'noSuchStore', name: `folder ${folder}` }
      expect(await troubleOf(listAll(other, '.pulumi/'))).toEqual(trouble)
      expect(await troubleOf(other.read('.pulumi/meta.yaml', CALL))).toEqual(trouble)
    }
    await rm(root, { recursive: true })
    expect(await troubleOf(listAll(store, '.pulumi/'))).toMatchObject({ kind: 'noSuchStore' })
    expect(await readdir(parent)).toEqual(['file'])
  })

  it.skipIf(isWindows || isRoot)(
    'names the right that is missing: what cannot be seen does not look removed',
    { meta: { why: 'rights bind everybody but root' } },
    async () => {
      await writeFile(file('prod.json'), '{}')
      await chmod(file('prod.json'), 0)
      expect(await troubleOf(store.read('.pulumi/stacks/shop/prod.json', CALL))).toEqual({
        kind: 'forbidden',
        what: 'read',
      })
      await chmod(file(''), 0)
      expect(await troubleOf(listAll(store, '.pulumi/'))).toEqual({ kind: 'forbidden', what: 'list' })
      await chmod(file(''), 0o500)
      expect(await troubleOf(store.put('.pulumi/stacks/shop/x', bytesOf(''), CALL))).toEqual({
        kind: 'forbidden',
        what: 'write',
      })
      await chmod(file(''), 0o700)
    },
  )

  it('does not keep the error of the system, and says which folder it was', async () => {
    await rm(root, { recursive: true })
    const error: unknown = await store.read('.pulumi/meta.yaml', CALL).catch((reason: unknown) => reason)
    expect(error).toMatchObject({ at: { kind: 'folder', path: root } })
    expect(error).not.toHaveProperty('cause')
  })
})

it('leaves nothing beside a file that could not be written', async () => {
  await mkdir(file('prod.json/in'), { recursive: true })
  await writeFile(file('dev.json'), '{}')
  const [to, from] = ['.pulumi/stacks/shop/prod.json', '.pulumi/stacks/shop/dev.json']
  expect(await troubleOf(store.put(to, bytesOf('{}'), CALL))).toMatchObject({ kind: 'failed' })
  expect(await troubleOf(store.copy(from, to, CALL))).toMatchObject({ kind: 'failed' })
  expect((await readdir(file(''))).toSorted()).toEqual(['dev.json', 'prod.json'])
})

it('is not changed by being looked at', async () => {
  await writeFile(file('prod.json'), '{}')
  const before = await stat(file(''))
  await listAll(store, '.pulumi/')
  await readText(store, '.pulumi/stacks/shop/prod.json')
  await store.now(CALL)
  expect((await stat(file(''))).mtimeMs).toBe(before.mtimeMs)
  expect(await readdir(root)).toEqual(['.pulumi'])
})

describe('watching', () => {
  it('reports written states, and locks in folders that were not there, until it is ended', async () => {
    let changes = 0
    const stop = store.watch?.(() => void (changes += 1))
    let writes = 0
    /** Written again and again: a folder is watched soon after it is made, and until then polling finds what changes. */
    const reported = async (write: () => Promise<unknown>) => {
      const before = changes
      const attempt = async () => {
        writes += 1
        await write()
        return changes > before
      }
      await expect.poll(attempt, { interval: 30 }).toBe(true)
    }
    await reported(() => writeFile(file(`s${writes}.json`), '{}'))
    const locks = path.join(root, '.pulumi/locks/organization/shop/prod')
    await mkdir(locks, { recursive: true })
    await reported(() => writeFile(path.join(locks, `${writes}.json`), '{}'))
    stop?.()
    const last = changes
    await writeFile(file('after.json'), '{}')
    await listAll(store, '.pulumi/')
    expect(changes).toBe(last)
  })

  it('of a folder that is missing reports nothing, and is no error', async () => {
    const other = await open({ kind: 'folder', path: path.join(parent, 'missing') })
    expect(() => other.watch?.(() => undefined)()).not.toThrow()
  })
})
