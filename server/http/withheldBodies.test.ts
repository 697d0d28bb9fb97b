import { connect, type Socket } from 'node:net'
import { gzipSync } from 'node:zlib'
import { afterEach, describe, expect, it } from 'vitest'
import { createApp } from '../app.ts'
import { listen, type Listening } from '../listen.ts'
import { createHarness, type Harness } from '#testing/consoleHarness.ts'

const MIB = 1024 * 1024

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
  server = await listen(createApp(harness.deps).fetch, { host: '127.0.0.1', port: 0 })
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

/** Sends a request without the end of its body. Resolves with the status, once it is answered. */
function withhold(url: string, { path, token, announced, sent, headers = '' }: Withheld): Promise<number> {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  sockets.push(socket)
  const authorization = token === undefined ? '' : `authorization: token ${token}\r\n`
  socket.write(
    `POST ${path} HTTP/1.1\r\nhost: x\r\n${authorization}content-type: application/json\r\n${headers}content-length: ${announced}\r\n\r\n`,
  )
  socket.write(Buffer.alloc(sent, ' '))
  return new Promise((done) => {
    socket.on('error', () => done(0))
    socket.once('data', (bytes) => done(Number(bytes.toString('latin1').split(' ')[1])))
  })
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
