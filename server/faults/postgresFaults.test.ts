import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { type PostgresServer, startPostgres } from '#testing/servers/postgresServer.ts'
import { isLong, killServer } from '#testing/servers/faults.ts'
import { createOutageProxy } from '#testing/servers/outageProxy.ts'
import { seeded } from '#testing/states/randomState.ts'
import { type ServerProcess, startServerProcess } from '#testing/servers/serverProcess.ts'

// Each kill restarts Node, which is slow on a busy machine.
vi.setConfig({ testTimeout: isLong ? 600_000 : 60_000, hookTimeout: 60_000 })

const SEED = 20_260_107
const KILLS = isLong ? 30 : 1
const OUTAGE_MS = isLong ? 10_000 : 1_500
const PROD = { org: 'organization', project: 'outage', stack: 'prod' }
const BUCKET = 'aws:s3/bucket:Bucket'

let postgres: PostgresServer
let way: Awaited<ReturnType<typeof createOutageProxy>>
let server: ServerProcess
beforeAll(async () => {
  postgres = await startPostgres()
  const url = new URL(await postgres.createDatabase())
  way = await createOutageProxy({ host: url.hostname, port: Number(url.port) })
  url.hostname = '127.0.0.1'
  url.port = String(way.port)
  server = await startServerProcess({ HOLDFAST_DATABASE_URL: url.href, HOLDFAST_MASTER_KEY: '5'.repeat(64) })
})
afterAll(async () => {
  await server.remove()
  await way.close()
  await postgres.stop()
})

it(`PostgreSQL is down for ${OUTAGE_MS / 1000} s: a running update waits and succeeds, other calls get an error`, async () => {
  const cli = server.cli()
  await cli.initStack(PROD)
  const run = await cli.start(PROD)
  await run.does('creating', { type: BUCKET, name: 'before' })
  const open = await run.begin('creating', { type: BUCKET, name: 'meanwhile' })

  await way.close()
  const back = wait(OUTAGE_MS).then(() => way.open())
  const ends = open.succeeds().then(() => run.renew()) // not repeated: the call itself waits
  await expect(cli.initStack({ ...PROD, stack: 'other' })).rejects.toMatchObject({ status: 503 })
  await back
  await ends
  await run.complete()
  const { deployment } = await cli.exportState(PROD)
  expect(deployment.resources?.map(({ urn }) => urn.split('::').at(-1))).toEqual(['before', 'meanwhile'])
  expect(deployment.pending_operations ?? []).toEqual([])
  await cli.initStack({ ...PROD, stack: 'other' })
})

it(`kill -9 of the server on PostgreSQL ${KILLS === 1 ? 'once' : `${KILLS} times`}: everything acknowledged is stored, as on SQLite`, async () => {
  const met = await killServer(server, seeded(SEED), KILLS)
  expect(met).toBeGreaterThan(KILLS / 2 - 1)
})
