import { existsSync } from 'node:fs'
import { copyFile, mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import Database from 'better-sqlite3'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { unpacked } from '#server/adapters/sql/batch.ts'
import { createCli } from '#mocks/cli.ts'
import { readOrMakeMasterKey } from '../adapters/masterKey.ts'
import { fingerprint } from '../core/secrets/masterKey.ts'
import { createPlayground, type Playground } from '#testing/servers/adminHarness.ts'

// Each test starts Node several times, which is slow on a busy machine.
vi.setConfig({ testTimeout: 120_000 })

const PROD = { org: 'organization', project: 'shop', stack: 'prod' }

let playground: Playground
let file = ''
let database = ''
beforeEach(async () => {
  playground = await createPlayground()
  file = path.join(playground.directory, 'backup.db')
  database = path.join(playground.data, 'holdfast.db')
})
afterEach(() => playground.clear())

const backup = (...args: string[]) => playground.command('admin/backup.ts', args)
const restore = (args: string[], env: Record<string, string> = {}) => playground.command('admin/restore.ts', args, env)
const mode = async (name: string) => ((await stat(name)).mode & 0o777).toString(8)

/** Starts a server and a client for it. */
async function serve(env: Record<string, string> = {}) {
  const server = await playground.serve(env)
  const cli = createCli({ fetch: (request) => fetch(request), url: server.url, token: playground.token })
  return { ...server, cli }
}

/** Backs up a service with one stack, and stops the service. */
async function backedUp(): Promise<void> {
  const { cli, kill } = await serve()
  await cli.initStack(PROD)
  await kill('SIGTERM')
  expect(await backup(file)).toMatchObject({ code: 0, errors: '' })
}

describe('npm run backup', () => {
  it('copies everything a running server acknowledged, while it keeps writing, and contains no key', async () => {
    const { cli } = await serve()
    await cli.initStack(PROD)
    const run = await cli.start(PROD)
    await run.does('creating', { type: 'aws:s3/bucket:Bucket', name: 'made' })
    let isDone = false
    const copying = backup(file).finally(() => (isDone = true))
    for (let n = 0; !isDone; n++) await run.does('creating', { type: 'aws:s3/bucket:Bucket', name: `meanwhile-${n}` })
    const { code, out, errors } = await copying
    expect({ code, errors }).toEqual({ code: 0, errors: '' })
    const key = readOrMakeMasterKey(playground.data, { mayMake: false })
    expect(out).toMatch(/^Backed up 1 stack \(\S+ [kM]?B, as of 20\S+ \S+ UTC\) to \S+backup\.db; verified\.\n/)
    expect(out).toContain(`needs the master key with fingerprint ${fingerprint(key)}`)
    expect(await mode(file)).toBe('600')
    expect((await readdir(playground.directory)).toSorted()).toEqual(['backup.db', 'backup.db.sha256', 'data'])
    const bytes = await readFile(file)
    for (const form of [Buffer.from(key), written('hex', key), written('base64', key)])
      expect(bytes.includes(form)).toBe(false)

    const copy = new Database(file, { readonly: true })
    const batches = copy.prepare('select "data" from "journalBatches" order by "first"').pluck().all() as Buffer[]
    copy.close()
    const texts = batches.flatMap((batch) => unpacked(batch).map(({ text }) => text))
    expect(texts.length).toBeGreaterThan(0)
    expect(texts[1]).toContain('::made')
    await run.complete('succeeded')
  })

  it('overwrites nothing, and prints its usage', async () => {
    await serve()
    await writeFile(file, 'mine')
    const refused = await backup(file)
    expect(refused).toMatchObject({ code: 1, out: '' })
    expect(refused.errors).toMatch(/^\S+backup\.db exists already: .*\n$/)
    expect(await readFile(file, 'utf8')).toBe('mine')
    const nowhere = await backup(path.join(playground.directory, 'not-there', 'x.db'))
    expect(nowhere.errors).toMatch(/^\S+x\.db cannot be written \(ENOENT\)\.\n$/)
    expect(await backup()).toMatchObject({ code: 2, errors: expect.stringContaining('-- FILE') })
    expect(await backup('--help')).toMatchObject({ code: 0, out: expect.stringContaining('-- FILE') })
  })

  it('refers users of PostgreSQL to its own tools', async () => {
    const env = { HOLDFAST_DATABASE_URL: 'postgres://holdfast:very-secret@localhost/holdfast' }
    const results = [await playground.command('admin/backup.ts', [file], env), await restore([file], env)]
    for (const [n, { code, errors }] of results.entries()) {
      expect(code).toBe(1)
      expect(errors).toMatch(n === 0 ? /^The database is PostgreSQL: .*pg_dump .*\n$/ : /pg_restore .*\n$/)
      expect(errors).not.toContain('very-secret')
    }
  })
})

describe('npm run restore', () => {
  it('takes mirrors of connected backends, which have no data key, as they are', async () => {
    const { cli, kill } = await serve()
    await cli.initStack(PROD)
    await kill('SIGTERM')
    const rows = new Database(database)
    rows.exec(`insert into "stacks" ("id", "org", "project", "name", "tags", "createdAt", "version", "wrappedKey", "backendId")
      values ('mirror', 'acme-s3', 'shop', 'prod', '{}', 0, 0, '', 'backend-1')`)
    rows.close()
    expect(await backup(file)).toMatchObject({ code: 0, errors: '' })
    expect(await restore([file, '--replace'])).toMatchObject({ code: 0, errors: '' })
  })

  it('restores everything on a machine that has only the key', async () => {
    const first = await serve()
    await first.cli.initStack(PROD)
    const run = await first.cli.start(PROD)
    await run.does('creating', { type: 'aws:s3/bucket:Bucket', name: 'made' })
    expect(await backup(file)).toMatchObject({ code: 0 })
    await first.kill()

    const elsewhere = path.join(playground.directory, 'elsewhere')
    await mkdir(elsewhere)
    await copyFile(path.join(playground.data, 'master.key'), path.join(elsewhere, 'master.key'))
    const { code, out } = await restore([file], { HOLDFAST_DATA: elsewhere })
    expect(code).toBe(0)
    expect(out).toMatch(/^Restored 1 stack \(.*\) from \S+backup\.db; verified, with its master key\.\n/)
    expect(await mode(path.join(elsewhere, 'holdfast.db'))).toBe('600')

    const second = await serve({ HOLDFAST_DATA: elsewhere })
    const { deployment } = await second.cli.exportState(PROD)
    expect(deployment.resources?.map(({ urn }) => urn.split('::').at(-1))).toEqual(['made'])
  })

  it('is refused while a server uses the directory', async () => {
    const { cli, pid } = await serve()
    await cli.initStack(PROD)
    await backup(file)
    const { code, errors } = await restore([file, '--replace'])
    expect(code).toBe(1)
    expect(errors).toContain(`is in use by another Holdfast: process ${pid} on`)
    await cli.exportState(PROD)
  })

  it('never replaces a database without confirmation; with it, the old one is kept', async () => {
    await backedUp()
    const { cli, kill } = await serve()
    await cli.initStack({ ...PROD, stack: 'later' })
    await kill() // the write-ahead log stays next to the database
    const { code, errors } = await restore([file])
    expect(code).toBe(1)
    expect(errors).toMatch(/^\S+holdfast\.db exists already: with --replace .*\n$/)

    const { out } = await restore([file, '--replace'])
    const before = /^The previous database is kept as (\S+)\.$/m.exec(out)?.[1] ?? ''
    expect(before).toMatch(/holdfast\.db\.before-restore-\d{8}T\d{6}Z$/)
    expect(existsSync(`${before}-wal`)).toBe(false) // everything is in one file
    const stacksIn = (name: string) => {
      const one = new Database(name, { readonly: true })
      const names = one.prepare('select "name" from "stacks" order by "name"').pluck().all()
      one.close()
      return names
    }
    expect(stacksIn(before)).toEqual(['later', 'prod'])
    const again = await serve()
    await expect(again.cli.exportState({ ...PROD, stack: 'later' })).rejects.toMatchObject({ status: 404 })
    await again.cli.exportState(PROD)
  })

  it('is refused without the master key of the backup', async () => {
    await backedUp()
    const elsewhere = path.join(playground.directory, 'elsewhere')
    const without = await restore([file], { HOLDFAST_DATA: elsewhere })
    expect(without.code).toBe(1)
    expect(without.errors).toMatch(/^There is no master key in \S+elsewhere: put your copy there .*\n$/)
    expect(existsSync(elsewhere)).toBe(false)
    const other = await restore([file], { HOLDFAST_DATA: elsewhere, HOLDFAST_MASTER_KEY: 'ab'.repeat(32) })
    expect(other.code).toBe(1)
    expect(other.errors).toMatch(
      /needs the master key with fingerprint [0-9a-f]{16}, but the one here has [0-9a-f]{16}/,
    )
    expect(other.errors).not.toContain('abab')
    expect(existsSync(path.join(elsewhere, 'holdfast.db'))).toBe(false)
  })

  it('is refused for a file with a single wrong bit, and for any other file', async () => {
    await backedUp()
    const before = await readFile(database)
    const sound = await readFile(file)
    const flipped = Buffer.from(sound)
    const middle = sound.length >> 1
    flipped[middle] = (flipped[middle] ?? 0) ^ 1
    await writeFile(file, flipped)
    expect(await restore([file, '--replace'])).toMatchObject({
      code: 1,
      errors: expect.stringContaining('is damaged: it'),
    })

    const alone = path.join(playground.directory, 'alone.db') // without the SHA-256 file next to it
    const broken = Buffer.from(sound)
    broken.fill(0xff, 4096, 8192)
    for (const content of [broken, sound.subarray(0, sound.length >> 1), Buffer.from('notes\n'.repeat(999))]) {
      await writeFile(alone, content)
      const { code, errors } = await restore([alone, '--replace'])
      expect(code).toBe(1)
      expect(errors).toMatch(/^\S+alone\.db is damaged.*\n$/s)
    }
    expect(await readFile(database)).toEqual(before)
    const left = (await readdir(playground.data)).filter((name) => /restor/.test(name))
    expect(left).toEqual([])
  })

  it('prints its usage', async () => {
    expect(await restore([])).toMatchObject({ code: 2, errors: expect.stringContaining('--replace') })
    expect(await restore(['--help'])).toMatchObject({ code: 0, out: expect.stringContaining('--replace') })
    expect(await restore([file])).toMatchObject({ code: 1, errors: `There is no file ${file}.\n` })
  })
})

const written = (form: 'hex' | 'base64', key: Uint8Array) => Buffer.from(Buffer.from(key).toString(form))
