import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { createCli } from '#mocks/cli.ts'
import { serviceProgram } from '#testing/servers/serviceEnvironment.ts'
import { startProgram } from '#testing/servers/startedProgram.ts'
import { freePort } from '#testing/servers/freePort.ts'
import { type PostgresServer, startPostgres } from '#testing/servers/postgresServer.ts'

const TOKEN = '8d26f0b5e193c74a60d9b2f7a84e1c53'
const PROD = { org: 'organization', project: 'shop', stack: 'prod' }

let postgres: PostgresServer
let directory = ''
const running: { kill(signal?: NodeJS.Signals): Promise<unknown> }[] = []

beforeAll(async () => {
  postgres = await startPostgres()
  directory = await mkdtemp(path.join(tmpdir(), 'holdfast-processes-'))
})
afterEach(async () => {
  await Promise.all(running.splice(0).map((each) => each.kill()))
})
afterAll(async () => {
  await postgres.stop()
  await rm(directory, { recursive: true })
})

/** Starts one of the processes, with a directory of its own. */
async function start(settings: Record<string, string>) {
  const port = await freePort()
  const server = startProgram(serviceProgram('main.ts'), {
    HOLDFAST_DATA: path.join(directory, String(port)),
    HOLDFAST_PORT: String(port),
    HOLDFAST_ACCESS_TOKEN: TOKEN,
    HOLDFAST_MASTER_KEY: '5'.repeat(64),
    ...settings,
  })
  running.push(server)
  return { ...server, url: `http://127.0.0.1:${port}` }
}

/** Starts several processes at the same instant, on one new database. */
async function startMany(count: number) {
  const url = await postgres.createDatabase()
  const servers = await Promise.all(Array.from({ length: count }, () => start({ HOLDFAST_DATABASE_URL: url })))
  await Promise.all(servers.map(({ listening }) => listening))
  return { url, servers }
}

/** Sends each call to the next server, as a load balancer does; skips one that is gone, as a client's retry would. */
function roundRobin(urls: string[]) {
  let next = 0
  return async (request: Request): Promise<Response> => {
    for (let tries = 0; ; tries++) {
      const { pathname, search } = new URL(request.url)
      const to = `${urls[next++ % urls.length] ?? ''}${pathname}${search}`
      try {
        return await fetch(new Request(to, request.clone() as RequestInit))
      } catch (error) {
        if (tries >= urls.length) throw error
      }
    }
  }
}

it('three processes on one database act as one service, also for an update that calls all of them while one is killed', async () => {
  const { servers } = await startMany(3)
  const urls = servers.map(({ url }) => url)
  const cli = createCli({ fetch: roundRobin(urls), url: urls[0] ?? '', token: TOKEN })
  await cli.initStack(PROD)
  const cipher = await cli.encrypt(PROD, 'hunter2') // encrypted by one of them, and decrypted by the next
  await expect(cli.call('POST', `${cli.path(PROD)}/decrypt`, { body: { ciphertext: cipher } })).resolves.toBeDefined()

  const run = await cli.start(PROD)
  for (let at = 0; at < 6; at++) await run.does('creating', { type: 'aws:s3/bucket:Bucket', name: `before-${at}` })
  const open = await run.begin('creating', { type: 'aws:s3/bucket:Bucket', name: 'across' })
  await servers[1]?.kill('SIGKILL')
  await expect(cli.start(PROD)).rejects.toMatchObject({ status: 409 })
  await run.renew()
  await open.succeeds()
  for (let at = 0; at < 6; at++) await run.does('creating', { type: 'aws:s3/bucket:Bucket', name: `after-${at}` })
  await run.complete('succeeded')

  const { deployment } = await cli.exportState(PROD)
  expect(deployment.resources?.map(({ urn }) => urn.split('::').at(-1))).toEqual([
    ...Array.from({ length: 6 }, (_, at) => `before-${at}`),
    'across',
    ...Array.from({ length: 6 }, (_, at) => `after-${at}`),
  ])
  expect(deployment.pending_operations ?? []).toEqual([])
})

it('an event in one process is delivered at once to consoles connected to another', async () => {
  const { servers } = await startMany(2)
  const [one, other] = servers
  const headers = { authorization: `token ${TOKEN}` }
  const watching = await fetch(`${other?.url}/api/ui/live`, { headers })
  const received: string[] = []
  const reading = (async () => {
    for await (const text of watching.body?.pipeThrough(new TextDecoderStream()) ?? []) received.push(text)
  })().catch(() => undefined)
  await expect.poll(() => received.join('')).toContain('"type":"hello"')

  await createCli({ fetch: (request) => fetch(request), url: one?.url ?? '', token: TOKEN }).initStack(PROD)
  await expect.poll(() => received.join('')).toMatch(/"type":"stack".*"what":"created"/)
  const answer = await fetch(`${other?.url}/api/ui/session`, { headers })
  expect(received.join('')).toContain(`"seq":${answer.headers.get('x-holdfast-seq')}`)
  await other?.kill()
  await reading
})

it('a start without a reachable database ends with one line, without the password', async () => {
  const url = new URL(await postgres.createDatabase())
  const secret = url.password
  const server = await start({ HOLDFAST_DATABASE_URL: url.href })
  await server.listening
  await fetch(`${server.url}/api/user`, { headers: { authorization: `token ${TOKEN}` } })
  expect(await server.kill('SIGTERM')).toBe(0)
  expect(server.output.out + server.output.errors).not.toContain(secret)
  expect(await readFile(path.join(directory, new URL(server.url).port, 'master.key'), 'utf8').catch(() => 'none')).toBe(
    'none',
  )

  url.password = 'wrong-password-of-someone'
  const refused = await start({ HOLDFAST_DATABASE_URL: url.href })
  expect(await refused.ended).toBe(1)
  expect(refused.output.errors).toMatch(/^Holdfast cannot start: .*refuses this user or password.*\n$/)
  expect(refused.output.out + refused.output.errors).not.toContain(url.password)
})
