import { spawn } from 'node:child_process'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { serviceEnvironment, serviceProgram } from '#testing/servers/serviceEnvironment.ts'
import { testDeps } from '#testing/deps.ts'
import { openSqliteStore } from '../adapters/sqlite/sqlite.ts'
import { authenticate } from '../http/auth.ts'
import { firstUser, useEnvironmentToken } from '../core/access/firstUser.ts'
import type { Store } from '../store/port.ts'

let data = ''
let store: Store

beforeEach(async () => {
  data = await mkdtemp(path.join(tmpdir(), 'holdfast-token-'))
  store = await openSqliteStore({ path: path.join(data, 'holdfast.db'), clock: Date.now })
})
afterEach(async () => {
  await store.close()
  await rm(data, { recursive: true })
})

type Ran = { code: number | null; out: string; errors: string }

/** Runs the command as npm does; the store stays open meanwhile, as in a running service. */
const token = (args: string[], env: Record<string, string> = {}) => run('token.ts', args, env)

function run(command: string, args: string[], env: Record<string, string>): Promise<Ran> {
  const child = spawn(process.execPath, [serviceProgram(`admin/${command}`), ...args], {
    env: { PATH: process.env['PATH'], ...serviceEnvironment, HOLDFAST_DATA: data, ...env },
  })
  let [out, errors] = ['', '']
  child.stdout.on('data', (bytes: Buffer) => void (out += bytes.toString('utf8')))
  child.stderr.on('data', (bytes: Buffer) => void (errors += bytes.toString('utf8')))
  return new Promise((done) => child.once('close', (code) => done({ code, out, errors })))
}

/** Returns the login of the user that the service recognizes by a bearer token. */
async function bearer(value: string): Promise<string | undefined> {
  const { deps } = testDeps({ store })
  const request = new Request('http://test/', { headers: { authorization: `token ${value}` } })
  return (await authenticate(deps, request))?.user.login
}

describe('a command where no service has data', () => {
  it.each([
    ['token.ts', ['create', 'ci']],
    ['token.ts', ['list']],
    ['keys.ts', ['fingerprint']],
    ['keys.ts', ['rotate']],
    ['backup.ts', ['copy.db']],
  ])('%s %j creates nothing, says where it looked, and names a server that answers', async (command, args) => {
    const empty = path.join(data, 'elsewhere')
    const server = createServer((_, response) => response.end('{"ok":true}'))
    await new Promise<void>((done) => server.listen(0, 'localhost', done))
    const { port } = server.address() as AddressInfo // it listens on a port
    const refused = async () => {
      const { code, out, errors } = await run(command, args, { HOLDFAST_DATA: empty, HOLDFAST_PORT: String(port) })
      expect({ code, out }).toEqual({ code: 1, out: '' })
      expect(errors).toContain(`There is no database in ${empty} (HOLDFAST_DATA), and nothing was created.`)
      return errors
    }
    expect(await refused()).toContain(`A server answers on port ${port}, with data elsewhere`)
    await new Promise((done) => server.close(done))
    expect(await refused()).toContain('start the service once (npm start)')
    await expect(stat(empty)).rejects.toThrow('ENOENT')
  })
})

describe('a token created in the terminal', () => {
  it('is printed alone on standard output, and signs the administrator in', async () => {
    const { code, out, errors } = await token(['create', 'ci'])
    expect(code).toBe(0)
    expect(out).toMatch(/^hf_[\w-]{43}\n$/)
    expect(errors).toContain('Created the token ci (')
    expect(errors).not.toContain(out.trim())
    expect(await bearer(out.trim())).toBe('admin')
  })

  it('is listed without its value, and stops working when it is revoked', async () => {
    const value = (await token(['create', 'night build'])).out.trim()
    const listed = await token(['list'])
    const [, id = ''] =
      /^([0-9a-f-]{36}) {2}night build {2}hf_\S{4}… {2}operate {2}made .* UTC {2}never used {2}does not expire$/m.exec(
        listed.out,
      ) ?? []
    expect(listed.out).not.toContain(value)
    expect(await token(['revoke', id])).toEqual({ code: 0, out: '', errors: 'Revoked the token night build.\n' })
    expect(await bearer(value)).toBeUndefined()
    expect((await token(['list'])).out).toBe('')
  })

  it('has the requested scope and lifetime', async () => {
    const { out } = await token(['create', 'pull requests', '--scope', 'preview', '--expires', '30'])
    const [row] = await store.read(async (reader) => reader.tokens((await firstUser({ store, newId: String })).id))
    expect(row?.scope).toBe('preview')
    expect((row?.expiresAt ?? 0) - (row?.createdAt ?? 0)).toBeCloseTo(30 * 24 * 3600 * 1000, -4)
    expect((await token(['list'])).out).toMatch(/ {2}preview {2}.* {2}expires \d{4}-/)
    expect(await bearer(out.trim())).toBe('admin')
  })

  it('is recorded in the audit log, when created and when revoked', async () => {
    await token(['create', 'ci'])
    const [made] = await store.read(async (reader) => reader.tokens((await firstUser({ store, newId: String })).id))
    await token(['revoke', made?.id ?? ''])
    const audit = await store.read((reader) => reader.audit({ limit: 10 }))
    expect(audit.map(({ action, login }) => [action, login])).toEqual([
      ['token.revoke', 'admin'],
      ['token.create', 'admin'],
    ])
  })

  it('has a name that cannot move the cursor of a terminal', async () => {
    await token(['create', 'a\u001b[2Jb'])
    expect((await token(['list'])).out).toContain('a?[2Jb')
  })
})

describe('npm run token explains in one sentence', () => {
  it('that a token is unknown', async () => {
    const { code, out, errors } = await token(['revoke', 'nothing'])
    expect({ code, out }).toEqual({ code: 1, out: '' })
    expect(errors).toBe('There is no token with this ID; see: list.\n')
  })

  it('that the next start would create the token from the environment again', async () => {
    const { deps } = testDeps({ store })
    const user = await firstUser(deps)
    await useEnvironmentToken(deps, user, 'set-by-the-environment')
    const [row] = await store.read((reader) => reader.tokens(user.id))
    const { code, errors } = await token(['revoke', row?.id ?? ''])
    expect(code).toBe(1)
    expect(errors).toContain('unset the variable')
    expect(await bearer('set-by-the-environment')).toBe('admin')
  })

  it('that a scope or a lifetime is unknown', async () => {
    expect(await token(['create', 'ci', '--scope', 'write'])).toEqual({
      code: 1,
      out: '',
      errors: '--scope is one of metrics, read, preview, operate, admin.\n',
    })
    expect((await token(['create', 'ci', '--expires', '31'])).errors).toBe(
      '--expires is a number of days: 30, 90 or 365.\n',
    )
    expect((await token(['create', 'ci', '--for', 'ever'])).errors).toContain('--for')
  })

  it('that a setting is invalid', async () => {
    const { code, errors } = await token(['list'], { HOLDFAST_PORT: 'http' })
    expect(code).toBe(1)
    expect(errors).toMatch(/^HOLDFAST_PORT .*\n$/)
  })

  it('that arguments are unknown', async () => {
    const wrong = [
      [],
      ['create'],
      ['create', 'a', 'b'],
      ['list', 'all'],
      ['list', '--scope', 'read'],
      ['toString', 'x'],
    ]
    for (const { code, out, errors } of await Promise.all(wrong.map((args) => token(args)))) {
      expect({ code, out }).toEqual({ code: 2, out: '' })
      expect(errors).toContain('create NAME')
    }
  })
})

it('--help prints the usage, and creates nothing', async () => {
  const elsewhere = path.join(data, 'not-made')
  const { code, out } = await token(['--help'], { HOLDFAST_DATA: elsewhere })
  expect(code).toBe(0)
  expect(out).toContain('revoke ID')
  await expect(stat(elsewhere)).rejects.toThrow('ENOENT')
})
