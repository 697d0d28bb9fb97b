import { afterAll, beforeAll } from 'vitest'
import type { Store } from '#server/store/port.ts'
import { durableStoreSuite, storeSuite } from '#server/store/suite.ts'
import { openPostgresStore } from './postgres.ts'
import { type PostgresServer, startPostgres } from './postgresServer.ts'

let server: PostgresServer
/** Has the schema already, so that a copy of it is quick to open. */
let template = ''
const opened: Store[] = []

beforeAll(async () => {
  server = await startPostgres()
  template = await server.createDatabase()
  await (await openPostgresStore({ url: template })).close()
}, 60_000)
afterAll(async () => {
  for (const store of opened.splice(0)) await store.close()
  await server.stop()
}, 60_000)

const open = async () => {
  let ahead = 0
  const url = await server.createDatabase(template)
  const store = await openPostgresStore({ url, offset: () => ahead })
  opened.push(store)
  const reopen = async () => {
    await store.close()
    const again = await openPostgresStore({ url })
    opened.push(again)
    return again
  }
  return { store, advance: (ms: number) => void (ahead += ms), reopen }
}

storeSuite('the PostgreSQL store', open)
durableStoreSuite('the PostgreSQL store', open)
