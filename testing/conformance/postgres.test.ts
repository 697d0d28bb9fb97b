import { afterAll, beforeAll } from 'vitest'
import { openPostgresStore } from '#server/adapters/postgres/postgres.ts'
import { type PostgresServer, startPostgres } from '#testing/servers/postgresServer.ts'
import { createReusedDatabase } from '#testing/servers/reusedDatabase.ts'
import { conformanceSuite } from './conformance.suite.ts'

let server: PostgresServer
let emptyDatabase: () => Promise<string>

beforeAll(async () => {
  server = await startPostgres()
  const template = await server.createDatabase()
  await (await openPostgresStore({ url: template })).close()
  emptyDatabase = await createReusedDatabase(server, template)
})
afterAll(() => server.stop())

conformanceSuite('the PostgreSQL store', async () => {
  const url = await emptyDatabase()
  let ahead = Date.UTC(2026, 0, 5) - Date.now()
  const openStore = () => openPostgresStore({ url, offset: () => ahead })
  let store = await openStore()
  const reopen = async () => {
    await store.close()
    store = await openStore()
    return store
  }
  return { store, advance: (ms) => void (ahead += ms), reopen }
})
