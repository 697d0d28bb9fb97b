import { connect, type Socket } from 'node:net'
import { gzipSync } from 'node:zlib'
import { afterEach, describe, expect, it } from 'vitest'
import { createApp } from '../app.ts'
import { createEntrance, listen, type Listening } from '../listen.ts'
import { MAX_REQUESTS_OF_ONE } from './requestShares.ts'
import { createTurns } from './turnOf.ts'
import { createHarness, type Harness } from '#testing/consoleHarness.ts'

const MIB = 1024 * 1024
/** Half of them from one address. */
const MAX_CONNECTIONS = 800

let server: Listening | undefined
const sockets: Socket[] = []
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy()
  await server?.close()
})

/** A reader who withholds the ends of bodies, an operator, and a running update, on one address. */
async function scene() {
  const harness = await createHarness({ maxBodyBytes: 64 * MIB })
  const [rita, otto] = [await harness.addUser('rita', 'reader'), await harness.addUser('otto', 'operator')]
  await harness.cli.createStack('organization/shop/prod')
  const entrance = createEntrance(MAX_CONNECTIONS, createTurns(harness.deps))
  server = await listen(createApp(harness.deps).fetch, { host: '127.0.0.1', port: 0, entrance })
  const { url } = server
  const update = await started(harness, url)
  return { harness, url, rita, otto, ...update }
}

async function started({ token }: Harness, url: string) {
  const path = '/api/stacks/organization/shop/prod/update'
  const send = async (to: string, body: unknown) => {
    const headers = { authorization: `token ${token}`, 'content-type': 'application/json' }
    const response = await fetch(`${url}${to}`, { method: 'POST', headers, body: JSON.stringify(body) })
    return (await response.json()) as Record<string, string>
  }
  const { updateID } = await send(path, { name: 'shop', runtime: 'nodejs', metadata: { message: '', environment: {} } })
  const { token: lease } = await send(`${path}/${updateID}`, { journalVersion: 1 })
  const call = (
    method: string,
    to: string,
    body: string | Uint8Array<ArrayBuffer>,
    headers: Record<string, string> = {},
  ) =>
    fetch(`${url}${path}/${updateID}/${to}`, {
      method,
      headers: { authorization: `update-token ${lease}`, 'content-type': 'application/json', ...headers },
      body,
    })
  return {
    renew: () => call('POST', 'renew_lease', JSON.stringify({ token: '', duration: 300 })),
    checkpoint: (bytes: number, isGzip: boolean) => {
      const deployment = {
        manifest: { time: '2026-01-05T09:00:00Z', magic: '', version: '' },
        metadata: { x: 'x'.repeat(bytes) },
      }
      const text = JSON.stringify({ isInvalid: false, version: 3, deployment })
      return isGzip
        ? call('PATCH', 'checkpoint', gzipSync(text, { level: 0 }), { 'content-encoding': 'gzip' })
        : call('PATCH', 'checkpoint', text)
    },
  }
}

type Withheld = { path: string; token?: string; announced: number; sent: number; headers?: string }

/** Opens a connection, and sends the beginning of a request, or nothing; resolves with the status of an answer. */
function open(url: string, text = ''): Promise<number> {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  sockets.push(socket)
  socket.write(text)
  return new Promise((done) => {
    socket.on('error', () => done(0))
    socket.on('close', () => done(0))
    socket.once('data', (bytes) => done(Number(bytes.toString('latin1').split(' ')[1])))
  })
}

/** Sends a request without the end of its body. Resolves with the status, once it is answered. */
function withhold(url: string, { path, token, announced, sent, headers = '' }: Withheld): Promise<number> {
  const authorization = token === undefined ? '' : `authorization: token ${token}\r\n`
  const head = `POST ${path} HTTP/1.1\r\nhost: x\r\n${authorization}content-type: application/json\r\n${headers}`
  return open(url, `${head}content-length: ${announced}\r\n\r\n${' '.repeat(sent)}`)
}

describe('bodies whose end a reader withholds', () => {
  it('leave the calls of a running update, and the calls of others, as they are', async () => {
    const { url, rita, otto, renew, checkpoint } = await scene()
    const answers = Array.from({ length: 66 }, () =>
      withhold(url, { path: '/api/ui/favourites', token: rita, announced: MIB, sent: MIB - 1 }),
    )
    expect(await Promise.race(answers)).toBe(429) // the reader has more than one user's share by now
    expect((await renew()).status).toBe(200)
    expect((await checkpoint(MIB / 2, false)).status).toBe(204)
    const headers = { authorization: `token ${otto}`, 'content-type': 'application/json' }
    const body = JSON.stringify({ pinned: [] })
    expect((await fetch(`${url}/api/ui/favourites`, { method: 'POST', headers, body })).status).not.toBe(429)
  })

  it('reserve nothing by announcing a length', async () => {
    const { url, rita, harness, checkpoint } = await scene()
    const plan = '/api/ui/stacks/organization/shop/prod/edits/plan'
    const operator = await harness.addUser('olga', 'operator')
    for (const announced of [64 * MIB, 32 * MIB]) {
      void withhold(url, { path: plan, token: rita, announced, sent: 0 })
      void withhold(url, { path: plan, token: operator, announced, sent: 0 })
    }
    void withhold(url, {
      path: plan,
      token: operator,
      announced: 60 * MIB,
      sent: 0,
      headers: 'content-encoding: gzip\r\n',
    })
    expect((await checkpoint(2 * MIB, false)).status).toBe(204)
    expect((await checkpoint(2 * MIB, true)).status).toBe(204)
  })

  it('do not keep others on the same address from signing in', async () => {
    const { url, harness } = await scene()
    const withheld = Array.from({ length: 200 }, () =>
      withhold(url, { path: '/api/ui/session', announced: 4096, sent: 4095 }),
    )
    expect(await Promise.race(withheld)).toBe(429)
    const response = await fetch(`${url}/api/ui/session`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ token: harness.token }),
    })
    expect(response.status).toBe(200)
  })
})

describe('more connections than a server has', () => {
  it('cost those without credentials theirs, never a running update or someone who is signed in', async () => {
    const { url, rita, renew, harness } = await scene()
    expect((await renew()).status).toBe(200) // on a connection that is kept open
    const live = await fetch(`${url}/api/ui/live`, { headers: { authorization: `token ${rita}` } })
    const idle = Array.from({ length: MAX_CONNECTIONS / 2 }, () => open(url, 'GET / HTTP/1.1\r\n'))
    expect(await Promise.race(idle)).toBe(0)
    for (let more = 0; more < MAX_CONNECTIONS / 2; more++) void open(url)
    expect((await renew()).status).toBe(200)
    const reader = live.body?.getReader()
    await harness.cli.createStack('organization/shop/next')
    let events = ''
    for (let isOver = false; !isOver && !events.includes('"next"');) {
      const { value, done = true } = (await reader?.read()) ?? {}
      events += new TextDecoder().decode(value)
      isOver = done
    }
    expect(events).toContain('"next"')
    await reader?.cancel()
  })

  it('cannot be kept busy by one user, who has a share of the requests', async () => {
    const { url, rita, otto, renew } = await scene()
    const stream = () => open(url, `GET /api/ui/live HTTP/1.1\r\nhost: x\r\nauthorization: token ${rita}\r\n\r\n`)
    const answers = await Promise.all(Array.from({ length: MAX_REQUESTS_OF_ONE + 5 }, stream))
    expect(answers.filter((status) => status === 200)).toHaveLength(MAX_REQUESTS_OF_ONE)
    expect(answers.filter((status) => status === 429)).toHaveLength(5)
    expect((await renew()).status).toBe(200)
    const session = (token: string) => fetch(`${url}/api/ui/session`, { headers: { authorization: `token ${token}` } })
    expect((await session(otto)).status).toBe(200)
    for (const socket of sockets.splice(0)) socket.destroy()
    await expect.poll(async () => (await session(rita)).status).toBe(200)
  })
})
