import { chmod, mkdir, mkdtemp, readFile, rm, stat, unlink, writeFile } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import Database from 'better-sqlite3'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createCli } from '#mocks/cli.ts'
import { serviceProgram } from '#testing/servers/serviceEnvironment.ts'
import { startProgram } from '#testing/servers/startedProgram.ts'
import { freePort } from '#testing/servers/freePort.ts'

const TOKEN = '8d26f0b5e193c74a60d9b2f7a84e1c53'
const PROD = { org: 'organization', project: 'shop', stack: 'prod' }

let data = ''
let port = 0
const running: { kill(): Promise<unknown> }[] = []

beforeEach(async () => {
  data = path.join(await mkdtemp(path.join(tmpdir(), 'holdfast-main-')), 'data')
  port = await freePort()
})
afterEach(async () => {
  await Promise.all(running.splice(0).map((server) => server.kill()))
  await rm(path.dirname(data), { recursive: true })
})

const SOURCE = path.join(import.meta.dirname, 'main.ts')

/** Starts the service from its source, with a directory and a port of the test. */
function start(settings: Record<string, string> = {}, program = SOURCE) {
  const server = startProgram(program, {
    HOLDFAST_DATA: data,
    HOLDFAST_PORT: String(port),
    HOLDFAST_ACCESS_TOKEN: TOKEN,
    ...settings,
  })
  running.push(server)
  return server
}

/** Returns the one line of a start that must fail; checks that no output looks like a start. */
async function refusal(settings: Record<string, string> = {}): Promise<string> {
  const server = start(settings, serviceProgram('main.ts'))
  expect(await server.ended).toBe(1)
  expect(server.output.out).toBe('')
  expect(server.output.errors).toMatch(/^Holdfast cannot start: .+\n$/) // `.` matches no line end: it is one line
  expect(server.output.errors).not.toContain(TOKEN)
  return server.output.errors
}

describe('an invalid setting', () => {
  it.each([
    ['HOLDFAST_PORT', 'http', 'for example 8080'],
    ['HOLDFAST_PORT', '0', 'from 1 to 65535'],
    ['HOLDFAST_CONSOLE_PORT', '70000', 'for example 8080'],
    ['HOLDFAST_ACCESS_TOKEN', 'aaaaaaaaaaaaaaaa', 'openssl rand -hex 32'],
    ['HOLDFAST_SESSION_IDLE_H', '0', 'for example 12'],
    ['HOLDFAST_SESSION_MAX_H', 'a week', 'for example 168'],
    ['HOLDFAST_ACCESS_TOKEN', 'short-secret', 'openssl rand -hex 32'],
    ['HOLDFAST_MASTER_KEY', 'not-a-key', 'openssl rand -hex 32'],
    ['HOLDFAST_PUBLIC_URL', 'example.org/holdfast', 'for example https://'],
    ['HOLDFAST_LOG', 'loud', 'for example info'],
    ['HOLDFAST_MAX_STATE_MB', '600', 'from 1 to 512'],
    ['HOLDFAST_MAX_CONNECTIONS', '10', 'from 100 to 100000'],
    ['HOLDFAST_DATABASE_URL', 'mysql://user:secret@db/x', 'for example postgres://'],
    ['HOLDFAST_DATABASE_URL', 'postgres://user:secret@db', 'for example postgres://'],
    ['HOLDFAST_PROT', '8080', 'HOLDFAST_PORT'],
  ])('stops the start with a line that says what to write instead: %s=%s', async (name, value, example) => {
    const line = await refusal({ [name]: value })
    expect(line).toMatch(new RegExp(`^Holdfast cannot start: ${name} `))
    expect(line).toContain(example)
    expect(line).not.toMatch(/short-secret|not-a-key|user:secret/)
    await expect(stat(data)).rejects.toThrow('ENOENT')
  })
})

it('a port in use is reported in a sentence that says what to do', async () => {
  const taken = createServer()
  await new Promise<void>((done) => taken.listen(0, '127.0.0.1', done))
  const { port: busy } = taken.address() as AddressInfo // TCP servers have such an address
  try {
    const line = await refusal({ HOLDFAST_PORT: String(busy) })
    expect(line).toContain(`Port ${busy} is in use by another program.`)
    expect(line).toContain('HOLDFAST_PORT=')
  } finally {
    taken.close()
  }
})

it('trusts pages on the console’s port only when it listens on that port itself', async () => {
  const taken = createServer()
  await new Promise<void>((done) => taken.listen(0, '127.0.0.1', done))
  const { port: busy } = taken.address() as AddressInfo // TCP servers have such an address
  const statusFor = async (url: string, origin: string) => {
    const headers = { origin, 'content-type': 'application/json' }
    return (await fetch(`${url}/api/ui/session`, { method: 'POST', headers, body: '{"token":"wrong"}' })).status
  }
  try {
    const url = await start({ HOLDFAST_CONSOLE_PORT: String(busy) }).listening
    expect(await statusFor(url, `http://localhost:${busy}`)).toBe(403)
    expect(await statusFor(url, url)).toBe(401)
  } finally {
    taken.close()
  }
  await Promise.all(running.splice(0).map((server) => server.kill()))
  const own = await freePort()
  const url = await start({ HOLDFAST_CONSOLE_PORT: String(own) }).listening
  expect(await statusFor(url, `http://localhost:${own}`)).toBe(401)
})

describe('the data directory and keys of a server', () => {
  it('are private to their owner, whatever permissions the directory had before', async () => {
    const first = start()
    await first.listening
    const mode = async (name: string) => ((await stat(path.join(data, name))).mode & 0o777).toString(8)
    const files = ['master.key', 'holdfast.db', 'serve.lock']
    expect(await Promise.all(['.', ...files].map(mode))).toEqual(['700', '600', '600', '600'])
    await first.kill()
    await chmod(data, 0o755)
    await start().listening
    expect(await mode('.')).toBe('700')
  })

  it('are never printed: neither the token nor the master key', async () => {
    const server = start()
    const url = await server.listening
    const answer = await fetch(`${url}/api/user`, { headers: { authorization: `token ${TOKEN}` } })
    expect(answer.status).toBe(200)
    await fetch(`${url}/api/stacks/organization/${TOKEN}`, { method: 'POST', body: TOKEN })
    expect(await server.kill('SIGTERM')).toBe(0)
    const key = (await readFile(path.join(data, 'master.key'), 'utf8')).trim()
    for (const secret of [TOKEN, key]) expect(server.output.out + server.output.errors).not.toContain(secret)
  })
})

describe('a database that the server cannot use', () => {
  /** Returns a reader of everything in the database, in SQL, after a first run. */
  async function used(): Promise<() => unknown> {
    const server = start()
    await server.listening
    expect(await server.kill('SIGTERM')).toBe(0)
    return () =>
      inspect((database) => {
        const tables = database
          .prepare("select name from sqlite_schema where type = 'table' and sql not like 'create virtual %'") // without index tables
          .pluck()
          .all()
        return tables.map((name) => database.prepare(`select * from "${String(name)}"`).all())
      })
  }
  function inspect<T>(work: (database: Database.Database) => T): T {
    const database = new Database(path.join(data, 'holdfast.db'))
    try {
      return work(database)
    } finally {
      database.close()
    }
  }

  it('is refused with what to do when it is from a newer version', async () => {
    const content = await used()
    inspect((database) => database.prepare('insert into migrations values (?, ?, ?)').run(1_000, 'from the future', 1))
    const before = content()
    expect(await refusal()).toContain('written by a newer Holdfast (schema 1000')
    expect(content()).toEqual(before)
  })

  it('is refused and left unchanged when it has another format', async () => {
    const notes = 'not a database, but notes of someone\n'.repeat(100)
    await mkdir(data)
    await writeFile(path.join(data, 'holdfast.db'), notes)
    expect(await refusal()).toContain('its file is damaged or not a database')
    expect(await readFile(path.join(data, 'holdfast.db'), 'utf8')).toBe(notes)
  })

  it('is refused and left unchanged when it was encrypted with another master key', async () => {
    const content = await used()
    const before = content()
    await writeFile(path.join(data, 'master.key'), `${'ab'.repeat(32)}\n`)
    const line = await refusal()
    expect(line).toContain('The master key has fingerprint')
    expect(line).not.toContain('abab')
    expect(content()).toEqual(before)
  })

  it('is refused without its master key, and no new key is created', async () => {
    await used()
    await unlink(path.join(data, 'master.key'))
    expect(await refusal()).toContain('is missing, but the database has stacks with secrets encrypted by it')
    await expect(stat(path.join(data, 'master.key'))).rejects.toThrow('ENOENT')
  })
})

it('after kill -9 in the middle of an update nothing acknowledged is lost, and its client continues', async () => {
  const first = start()
  const url = await first.listening
  const cli = createCli({ fetch: (request) => fetch(request), url, token: TOKEN })
  await cli.initStack(PROD)
  const run = await cli.start(PROD)
  await run.does('creating', { type: 'aws:s3/bucket:Bucket', name: 'made' })
  const open = await run.begin('creating', { type: 'aws:s3/bucket:Bucket', name: 'being-made' })
  await first.kill('SIGKILL')

  await start().listening
  const held = await cli.exportState(PROD)
  expect(held.deployment.resources?.map(({ urn }) => urn)).toEqual([expect.stringMatching(/::made$/)])
  expect(held.deployment.pending_operations).toMatchObject([{ type: 'creating', resource: { urn: open.urn } }])
  await expect(cli.start(PROD)).rejects.toMatchObject({ status: 409 })

  await run.renew()
  await open.succeeds()
  await run.complete('succeeded')
  const { deployment } = await cli.exportState(PROD)
  expect(deployment.resources?.map(({ urn }) => urn.split('::').at(-1))).toEqual(['made', 'being-made'])
  expect(deployment.pending_operations ?? []).toEqual([])
})
