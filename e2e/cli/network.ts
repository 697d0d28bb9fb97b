import assert from 'node:assert/strict'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** A network between a CLI and the service that can go away without closing a connection. */
export type Network = { url: string; cut(): void; close(): void }

/** Forwards connections to the service until it is cut; from then on nothing passes in either direction. */
export async function networkTo(service: string): Promise<Network> {
  const { hostname, port } = new URL(service)
  const pairs: [Socket, Socket][] = []
  const server = createServer((near) => {
    const far = connect(Number(port), hostname)
    pairs.push([near, far])
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      from.pipe(to)
      from.on('error', () => undefined) // a killed client resets its connection
    }
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, // it listens on TCP
    cut() {
      assert.ok(pairs.length > 0, 'nobody called through this network')
      for (const [near, far] of pairs) {
        near.unpipe(far)
        far.unpipe(near)
      }
    },
    close() {
      server.close()
      for (const socket of pairs.flat()) socket.destroy()
    },
  }
}
