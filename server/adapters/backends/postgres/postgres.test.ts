import pg from 'pg'
import { startPostgres } from '#testing/servers/postgresServer.ts'
import { blobStoreSuite } from '#testing/backends/suite.ts'
import { addressOn, makeTable } from '#testing/backends/postgresTables.ts'
import { open } from './open.ts'

blobStoreSuite('a PostgreSQL table', async () => {
  const server = await startPostgres()
  const url = await server.createDatabase()
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  let made = 0
  return {
    async open() {
      made += 1
      const table = `states_${made}`
      await makeTable(client, table)
      return open(addressOn(url, `table=${table}`))
    },
    hasRoughSizes: true,
    refusedKeys: ['a zero byte'],
    async stop() {
      await client.end()
      await server.stop()
    },
  }
})
