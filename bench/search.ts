import { statSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import pg from 'pg'
import { INDEX_RULES, type IndexedResource } from '#domain/search/indexedResource.ts'
import { SERVICES } from '#mocks/generate.ts'
import { GRAM_INDEX } from '#server/adapters/sql/search/schema.ts'
import { openStore } from '#server/adapters/openStore.ts'
import type { Store } from '#server/store/port.ts'
import type { Backend } from './backend.ts'
import { createClient } from './client.ts'
import type { Figure } from './figures.ts'
import { settle, stackRow, stateRow, TEXT, updateRow } from './fill.ts'
import type { ServerProcess } from './serverProcess.ts'
import { median } from './statistics.ts'
import { listFigures, MAX_MS, timed } from './timedList.ts'

const STACKS = 5_000
const RESOURCES = 100
const STACKS_AT_ONCE = 50
const TIMES = 50

const TYPES = [
  'aws:s3/bucket:Bucket',
  'aws:ec2/securityGroup:SecurityGroup',
  'aws:ec2/subnet:Subnet',
  'aws:ecs/service:Service',
  'aws:ecs/taskDefinition:TaskDefinition',
  'aws:iam/role:Role',
  'aws:iam/rolePolicyAttachment:RolePolicyAttachment',
  'aws:lb/targetGroup:TargetGroup',
  'aws:rds/instance:Instance',
  'aws:cloudwatch/logGroup:LogGroup',
  'kubernetes:apps/v1:Deployment',
  'kubernetes:core/v1:Service',
  'azure-native:storage:StorageAccount',
  'gcp:storage/bucket:Bucket',
  'random:index/randomId:RandomId',
]

/** The repeated queries. */
const CALLS: { what: string; query: string }[] = [
  { what: 'an ID', query: idOf(2_345, 67) },
  { what: 'a part of an ID', query: idOf(2_345, 67).slice(3, 12) },
  { what: 'a URN', query: `urn:pulumi:prod-2345::project-45::${typeOf(7)}::${nameOf(2_345, 7)}` },
  { what: 'a name that one has', query: nameOf(4_999, 99) },
  { what: 'a word of one in ten', query: 'checkout' },
  { what: 'a word of nearly all', query: 'aws' },
  { what: 'two letters', query: 's3' },
  { what: 'two words', query: 'checkout bucket' },
  { what: 'words that nothing has', query: 'checkout bucket-of-no one' },
  { what: 'a type', query: 'type:securitygroup' },
  { what: 'a word in one stack', query: 'stack:project-45/prod-2345 role' },
  { what: 'a word in a third of the stacks', query: 'stack:prod gateway' },
  { what: 'a provider and a word', query: 'provider:kubernetes audit' },
  { what: 'what is protected', query: 'protected:yes' },
  { what: 'a word, protected', query: 'checkout protected:yes' },
  { what: 'a provider that no one has', query: 'provider:hcloud' },
]

/** Search over 5,000 stacks and 500,000 resources, over HTTP, and the size and cost of the index. */
export async function measure(backend: Backend): Promise<Figure[]> {
  const server = await backend.startServer()
  const client = createClient(server.url)
  try {
    const before = await stored(server)
    const indexedS = await fill(server)
    const figures: Figure[] = [
      { what: '10,000 resources indexed, rows alone', value: indexedS, unit: 's' },
      { what: 'index of 500,000 resources', value: (await stored(server)) - before, unit: 'MB' },
    ]
    for (const { what, query } of CALLS) {
      const path = `/api/ui/search/resources?query=${encodeURIComponent(query)}`
      figures.push(...(await listFigures(server, client, { what, path, times: TIMES })))
    }
    for (const query of ['deploy', 'f6bb4ba', 'nobody']) {
      const { ms } = await timed(server, client, { path: `/api/ui/search/runs?query=${query}`, times: TIMES })
      figures.push({ what: `runs, ${query}`, value: median(ms), unit: 'ms', bound: { most: MAX_MS } })
    }
    return figures
  } finally {
    client.close()
    await server.stop()
  }
}

/** Size of the whole database in megabytes. */
async function stored(server: ServerProcess): Promise<number> {
  if (server.databaseUrl === undefined) {
    const file = join(server.data, 'holdfast.db')
    const database = new Database(file)
    database.pragma('wal_checkpoint(TRUNCATE)')
    database.close()
    return statSync(file).size / 1e6
  }
  const [row] = await ask<{ size: string }>(server, 'select pg_database_size(current_database()) as size')
  return Number(row?.size) / 1e6
}

/** Only for PostgreSQL: the trigrams of SQLite are a table of their own. */
async function ask<Row extends object>({ databaseUrl }: ServerProcess, text: string): Promise<Row[]> {
  if (databaseUrl === undefined) return []
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    return (await client.query<Row>(text)).rows
  } finally {
    await client.end()
  }
}

/**
 * Stacks whose rows are inserted as the service does; the others are indexed in bulk, which takes a tenth of the time.
 */
const AS_SERVED = 100

/** Inserts stacks and their rows of the index; returns how many seconds the first rows took. */
async function fill(server: ServerProcess): Promise<number> {
  const clock = { now: Date.now, offset: () => 0 }
  const store = await openStore({ databaseUrl: server.databaseUrl, data: server.data }, clock)
  let ms = 0
  try {
    for (let from = 0; from < STACKS; from += STACKS_AT_ONCE) {
      if (from === AS_SERVED) await ask(server, 'drop index "resourceGrams"')
      await stacks(store, from)
      const since = performance.now()
      await store.write(async (writer) => {
        for (let stack = from; stack < from + STACKS_AT_ONCE; stack++) {
          const add = Array.from({ length: RESOURCES }, (_, at) => resource(stack, at))
          const done = { stateId: `state-${stack}`, rules: INDEX_RULES }
          await writer.changeIndex(`stack-${stack}`, { step: 0, remove: [], add, done })
        }
      })
      if (from < AS_SERVED) ms += performance.now() - since
    }
    await ask(server, GRAM_INDEX)
  } finally {
    await store.close()
  }
  if (server.databaseUrl !== undefined) await settle(server.databaseUrl)
  return ms / 1000
}

const stacks = (store: Store, from: number): Promise<void> =>
  store.write(async (writer) => {
    for (let n = from; n < from + STACKS_AT_ONCE; n++) {
      const id = `stack-${n}`
      const env = ['prod', 'staging', 'dev'][n % 3] ?? ''
      await writer.insertStack(stackRow(id, `project-${n % 50}`, n === 2_345 ? 'prod-2345' : `${env}-${n}`, env))
      await writer.insertUpdate(updateRow(`update-${n}`, id, 1, { stateId: `state-${n}` }))
      await writer.putState(stateRow(`state-${n}`, id, 1, RESOURCES), TEXT)
      await writer.patchStack(id, { stateId: `state-${n}`, latestUpdateId: `update-${n}` })
    }
  })

function typeOf(at: number): string {
  return TYPES[at % TYPES.length] ?? ''
}
function nameOf(stack: number, at: number): string {
  return `${SERVICES[(stack + at) % SERVICES.length]}-${typeOf(at).split(':').at(-1)?.toLowerCase()}-${stack % 100}-${at}`
}
/** IDs like those of a provider: always the same. */
function idOf(stack: number, at: number): string {
  const noise = (Math.imul(stack * RESOURCES + at + 1, 2_654_435_761) >>> 0).toString(16).padStart(8, '0')
  return `${['sg', 'subnet', 'vol', 'eni'][at % 4]}-0${noise}${(Math.imul(at + 7, stack + 13) >>> 0).toString(16)}`
}
const resource = (stack: number, at: number): IndexedResource => ({
  name: nameOf(stack, at),
  type: typeOf(at),
  parentType: at % 3 === 0 ? 'acme:app:Service' : '',
  resourceId: idOf(stack, at),
  provider: at % 10 === 0 ? 'eu-west' : null,
  isProtected: (stack * 7 + at) % 500 === 0,
  oddUrn: null,
})
