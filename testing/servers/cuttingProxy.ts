import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

/**
 * For tests: a proxy that loses a connection around the first message that contains `text`: before the server received
 * it, or after the server handled it, with the answer lost. Returns its port.
 */
export async function createCuttingProxy(target: { host: string; port: number }) {
  let cut: { text: string; when: 'before' | 'after' } | undefined
  const sockets = new Set<Socket>()
  const server = createServer((client) => {
    const upstream = connect(target)
    let isLosing = false
    const lose = () => {
      client.destroy()
      upstream.destroy()
    }
    for (const socket of [client, upstream]) {
      sockets.add(socket)
      socket.on('error', lose)
      socket.on('close', lose)
    }
    client.on('data', (bytes) => {
      if (cut === undefined || !bytes.includes(cut.text)) return void upstream.write(bytes)
      const { when } = cut
      cut = undefined
      if (when === 'before') return lose()
      isLosing = true
      upstream.write(bytes)
    })
    upstream.on('data', (bytes) => (isLosing ? lose() : void client.write(bytes)))
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  return {
    port: (server.address() as AddressInfo).port, // TCP servers have an address of this type
    cutAt: (text: string, when: 'before' | 'after') => void (cut = { text, when }),
    async close() {
      for (const socket of sockets) socket.destroy()
      await new Promise((closed) => server.close(closed))
    },
  }
}
