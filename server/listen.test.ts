import { connect } from 'node:net'
import { expect, it } from 'vitest'
import { gate } from '#testing/store/rows.ts'
import { addressOf } from './http/address.ts'
import { listen } from './listen.ts'

it('a request is answered with the address of its caller, even after the caller reset the connection', async () => {
  const gone = gate()
  const addresses: Promise<string | null>[] = []
  const begun = gate()
  const service = await listen(
    (_, env) => {
      addresses.push(gone.opened.then(() => addressOf(env)))
      begun.open()
      return gone.opened.then(() => new Response('ok'))
    },
    { host: '127.0.0.1', port: 0 },
  )
  const client = connect(service.port, '127.0.0.1')
  client.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n')
  await begun.opened
  const closed = new Promise((done) => client.once('close', done))
  client.resetAndDestroy()
  await closed
  // Another connection is served only after the server has noticed the reset of the first.
  gone.open()
  await (await fetch(`http://127.0.0.1:${service.port}`)).text()
  expect(await Promise.all(addresses)).toEqual(['127.0.0.1', '127.0.0.1'])
  await service.close()
})
