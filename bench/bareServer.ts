import { createServer } from 'node:http'
import { join } from 'node:path'
import Database from 'better-sqlite3'

/**
 * The lowest cost of a durable answer on this machine: a bare `node:http` server that stores the bytes of each call
 * with one insert and one commit on SQLite (WAL, `synchronous=FULL`) without looking at them. The service is compared
 * with it, so that a figure shows the service's own share.
 */
const { HOLDFAST_DATA: data = '.', HOLDFAST_PORT: port = '0' } = process.env
const database = new Database(join(data, 'bare.db'))
database.pragma('journal_mode = WAL')
database.pragma('synchronous = FULL')
database.exec('create table calls (id integer primary key, path text not null, body blob not null)')
const insert = database.prepare('insert into calls (path, body) values (?, ?)')

const ANSWER = JSON.stringify({ updateID: 'bare', token: 'bare', version: 1 })

const server = createServer((request, response) => {
  const parts: Buffer[] = []
  request.on('data', (part: Buffer) => parts.push(part))
  request.once('end', () => {
    if (request.method !== 'GET') insert.run(request.url, Buffer.concat(parts))
    response.writeHead(200, { 'content-type': 'application/json' }).end(ANSWER)
  })
})
server.listen(Number(port), '127.0.0.1', () => process.stdout.write(`Holdfast   http://127.0.0.1:${port}\n`))
process.once('SIGTERM', () => {
  server.close(() => database.close())
  server.closeAllConnections()
})
