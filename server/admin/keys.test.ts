import { existsSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { testDeps } from '#testing/deps.ts'
import { masterKeyFiles, readOrMakeMasterKey } from '../adapters/masterKey.ts'
import { openStore } from '../adapters/openStore.ts'
import { type PostgresServer, startPostgres } from '#testing/servers/postgresServer.ts'
import { openSqliteStore } from '../adapters/sqlite/sqlite.ts'
import type { Deps } from '../deps.ts'
import { ALIVE_AT } from '../core/leases/presence.ts'
import { createStack } from '../core/stacks/stacks.ts'
import { decrypt, encrypt } from '../core/secrets/vault.ts'
import { checkMasterKey, fingerprint } from '../core/secrets/masterKey.ts'
import { createPlayground, type Playground } from '#testing/servers/adminHarness.ts'

// Each test starts Node several times, which is slow on a busy machine.
vi.setConfig({ testTimeout: 120_000 })

let playground: Playground
beforeEach(async () => void (playground = await createPlayground()))
afterEach(() => playground.clear())

const keys = (...args: string[]) => playground.command('admin/keys.ts', args)
const keyOf = () => readOrMakeMasterKey(playground.data, { mayMake: true })

/** Opens the data directory like a server that has just started. */
async function inside<T>(work: (deps: Deps) => Promise<T>): Promise<T> {
  const store = await openSqliteStore({ path: path.join(playground.data, 'holdfast.db'), clock: Date.now })
  try {
    const deps = { ...testDeps({ store }).deps, masterKey: keyOf() }
    await checkMasterKey(deps)
    return await work(deps)
  } finally {
    await store.close()
  }
}

/** Creates stacks with a secret each; returns a function that decrypts all of them. */
async function stacks(count: number): Promise<() => Promise<string[]>> {
  const secrets = await inside(async (deps) => {
    const made: [string, string][] = []
    for (let n = 0; n < count; n++) {
      const stack = await createStack(deps, { org: 'organization', project: 'shop', name: `s${n}` })
      made.push([stack.id, await encrypt(deps, stack, btoa('hush'))])
    }
    return made
  })
  return () =>
    inside(async (deps) => {
      const texts: string[] = []
      for (const [id, ciphertext] of secrets) {
        const stack = await deps.store.read((reader) => reader.stackById(id))
        if (stack !== undefined) texts.push(atob(await decrypt(deps, stack, ciphertext)))
      }
      return texts
    })
}

describe('npm run keys -- rotate', () => {
  it('changes the master key, names the new one, and prints no key', async () => {
    const readAll = await stacks(3)
    const before = keyOf()
    const { code, out, errors } = await keys('rotate')
    const after = keyOf()
    expect({ code, out }).toEqual({ code: 0, out: '' })
    expect(errors).toContain(`The master key is now ${fingerprint(after)}`)
    expect(errors).toContain(`master.key.former-${fingerprint(before)}`)
    for (const key of [before, after]) expect(errors).not.toContain(Buffer.from(key).toString('hex'))
    expect(await readAll()).toEqual(['hush', 'hush', 'hush'])
    expect(await keys('fingerprint')).toEqual({
      code: 0,
      out: `${fingerprint(after)}\n`,
      errors: 'This is the key that the database needs.\n',
    })
  })

  it('is refused while a server uses the directory, and changes nothing', async () => {
    const server = await playground.serve()
    const before = fingerprint(keyOf())
    const { code, errors } = await keys('rotate')
    expect(code).toBe(1)
    expect(errors).toMatch(/^The data directory \S+ is in use by another Holdfast: process \d+ .*\n$/)
    expect(errors).toContain(`process ${server.pid} `)
    expect(fingerprint(keyOf())).toBe(before)
    expect(existsSync(path.join(playground.data, 'master.key.next'))).toBe(false)
  })

  it('is completed by the next start of the server when it was killed', async () => {
    const count = 1_000
    const readAll = await stacks(count)
    const rotation = playground.run('admin/keys.ts', ['rotate'])
    await rotation.says(/Wrapped the keys of 300 of/)
    await rotation.kill('SIGKILL')
    const next = masterKeyFiles(playground.data).next()
    if (next === undefined) throw new Error('the rotation had finished before it was killed')
    expect(next).not.toEqual(keyOf())
    const server = await playground.serve()
    await server.says(/Finished the rotation of the master key, which is now [0-9a-f]{16}\./)
    await server.kill('SIGTERM')
    expect(fingerprint(keyOf())).toBe(fingerprint(next))
    expect(await readAll()).toEqual(Array.from({ length: count }, () => 'hush'))
  })

  it('gives a stack a new key with --data-keys, while the server keeps reading and writing', async () => {
    const server = await playground.serve()
    const call = async (route: string, body: object) => {
      const headers = { authorization: `token ${playground.token}`, 'content-type': 'application/json' }
      const url = `${server.url}/api/stacks/organization/shop${route}`
      const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) })
      expect(response.status).toBe(200)
      return (await response.json()) as { ciphertext: string; plaintext: string }
    }
    await call('', { stackName: 'prod' })
    const old = (await call('/prod/encrypt', { plaintext: btoa('old') })).ciphertext
    expect(await keys('rotate', '--data-keys', 'organization/shop/prod')).toMatchObject({ code: 0, out: '' })
    const fresh = (await call('/prod/encrypt', { plaintext: btoa('new') })).ciphertext
    expect(atob(fresh).charCodeAt(1)).toBe(2)
    for (const [ciphertext, text] of [
      [old, 'old'],
      [fresh, 'new'],
    ] as const) {
      expect(atob((await call('/prod/decrypt', { ciphertext })).plaintext)).toBe(text)
    }
  })
})

describe('npm run keys -- rotate, on PostgreSQL', () => {
  let postgres: PostgresServer
  beforeAll(async () => void (postgres = await startPostgres()))
  afterAll(() => postgres.stop())

  it('is refused while any server uses the database; afterwards no server starts with the former key', async () => {
    const former = '5'.repeat(64)
    const url = await postgres.createDatabase()
    const env = { HOLDFAST_DATABASE_URL: url, HOLDFAST_MASTER_KEY: former }
    const server = await playground.serve(env)
    const rotate = () => playground.command('admin/keys.ts', ['rotate'], env)
    const refused = await rotate()
    expect(refused).toMatchObject({ code: 1, out: '' })
    expect(refused.errors).toMatch(/^A server worked on this database \d+ s ago: stop every one, .*\n$/)
    expect(existsSync(path.join(playground.data, 'master.key.next'))).toBe(false)
    await server.kill('SIGTERM')

    const store = await openStore({ databaseUrl: url, data: playground.data }, { now: Date.now, offset: () => 0 })
    await store.write((writer) => writer.setMeta(ALIVE_AT, '0')) // as if the server had been away for a long time
    await store.close()
    const { code, errors } = await rotate()
    expect(code).toBe(0)
    expect(errors).toContain('HOLDFAST_MASTER_KEY is still the previous one')
    const again = playground.run('main.ts', [], env)
    expect(await again.ended).toBe(1)
    expect(again.output.errors).toContain(`but this database needs ${fingerprint(keyOf())}`)
    await playground.serve({ HOLDFAST_DATABASE_URL: url })
    for (const text of [errors, again.output.errors]) expect(text).not.toContain(former)
  })
})

describe('npm run keys explains in one sentence', () => {
  it('that it has another master key, and changes nothing', async () => {
    const readAll = await stacks(1)
    const file = path.join(playground.data, 'master.key')
    const right = await readFile(file, 'utf8')
    await writeFile(file, `${'ab'.repeat(32)}\n`)
    for (const { code, errors } of [await keys('rotate'), await keys('fingerprint')]) {
      expect(code).toBe(1)
      expect(errors).toMatch(/^The master key has fingerprint [0-9a-f]{16}, but this database needs [0-9a-f]{16}.*\n$/)
    }
    await writeFile(file, right)
    expect(await readAll()).toEqual(['hush'])
  })

  it('that there is no database, and creates none', async () => {
    expect(await keys('rotate')).toMatchObject({
      code: 1,
      errors: expect.stringMatching(/^There is no database in .*\n$/),
    })
    expect(existsSync(playground.data)).toBe(false)
  })

  it('unknown arguments, and its usage with --help', async () => {
    for (const args of [[], ['rotate', 'all'], ['rotate', '--data-keys']]) {
      expect(await keys(...args)).toMatchObject({ code: 2, out: '', errors: expect.stringContaining('-- fingerprint') })
    }
    expect(await keys('--help')).toMatchObject({ code: 0, out: expect.stringContaining('-- rotate'), errors: '' })
  })
})
