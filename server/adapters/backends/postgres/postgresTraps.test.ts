import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { bytesOf, CALL, listAll, read, readText, troubleOf } from '#testing/backends/bench.ts'
import { addressOn, makeTable, tableAddress } from '#testing/backends/postgresTables.ts'
import { type PostgresServer, startPostgres } from '#testing/servers/postgresServer.ts'
import type { BlobStore } from '#server/blobs/port.ts'
import { open } from './open.ts'
import { statementsFor } from './statements.ts'

let server: PostgresServer
let url: string
let client: pg.Client
const opened: BlobStore[] = []
let made = 0

beforeAll(async () => {
  server = await startPostgres()
  url = await server.createDatabase()
  client = new pg.Client({ connectionString: url })
  await client.connect()
})
afterEach(async () => {
  for (const store of opened.splice(0)) await store.close()
})
afterAll(async () => {
  await client.end()
  await server.stop()
})

const database = () => new URL(url).pathname.slice(1)
const opens = async (address: Parameters<typeof open>[0]) => {
  const store = await open(address)
  opened.push(store)
  return store
}
/** A new table, and a backend on it. */
const world = async (parameters = '') => {
  made += 1
  const table = `states_${made}`
  await makeTable(client, table)
  const store = await opens(addressOn(url, `table=${table}${parameters}`))
  /** Writes a row as the CLI does, byte for byte. */
  const row = (key: string, json: string) => client.query(`insert into ${table} values ($1, $2)`, [key, json])
  return { table, store, row }
}
describe('keys', () => {
  it('have the path of the address before them, which is the name of the database', async () => {
    const { store, table, row } = await world()
    await row(`${database()}/.pulumi/meta.yaml`, JSON.stringify({ data: btoa('version: 1\n') }))
    await row('another/.pulumi/meta.yaml', JSON.stringify({ data: btoa('version: 2\n') }))
    await row('.pulumi/meta.yaml', JSON.stringify({ data: btoa('version: 3\n') }))
    expect((await listAll(store, '.pulumi/')).keys).toEqual(['.pulumi/meta.yaml'])
    expect(await readText(store, '.pulumi/meta.yaml')).toBe('version: 1\n')
    await store.put('.pulumi/x', bytesOf('x'), CALL)
    const { rows } = await client.query(`select key from ${table} where key like '%x'`)
    expect(rows).toEqual([{ key: `${database()}/.pulumi/x` }])
  })

  it('of another database whose name is alike are not found', async () => {
    const { store, row } = await world()
    await row(`${database().replaceAll('_', 'x')}/.pulumi/meta.yaml`, '{"data":""}')
    expect((await listAll(store, '.pulumi/')).keys).toEqual([])
  })
})

it('a listing of up to 5,000 objects is one statement, and unpacks none', async () => {
  const { store, table } = await world()
  await client.query(
    `insert into ${table} select '${database()}/.pulumi/stacks/p/s' || n || '.json', '{"data":"e30="}' from generate_series(1, 3000) n`,
  )
  await store.now(CALL)
  const queries = vi.spyOn(pg.Client.prototype, 'query')
  expect((await listAll(store, '.pulumi/stacks/')).keys).toHaveLength(3_000)
  expect(queries).toHaveBeenCalledTimes(1)
})

it('a listing of more than two pages has each object once', async () => {
  const { store, table } = await world()
  await client.query(
    `insert into ${table} select '${database()}/.pulumi/s' || n, '{"data":"e30="}' from generate_series(1, 10001) n`,
  )
  const { keys, pages } = await listAll(store, '.pulumi/')
  expect([keys.length, new Set(keys).size, pages]).toEqual([10_001, 10_001, 3])
})

it('a listing goes along the index of the CLI, in a database of any language, without sorting', async () => {
  const { table } = await world()
  await client.query('begin')
  await client.query('set local enable_seqscan = off; set local enable_bitmapscan = off')
  const { list } = statementsFor(table)
  const { rows } = await client.query<{ 'QUERY PLAN': string }>(`explain ${list}`, ['db/.pulumi/%', ''])
  await client.query('rollback')
  const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
  expect(plan).toMatch(/Index Scan using \w+_key_idx/)
  expect(plan).not.toMatch(/Sort|Seq Scan/)
})

it('writes rows of the shape of the CLI', async () => {
  const { store, table } = await world()
  await store.put('.pulumi/a', bytesOf('<&>'), CALL)
  const { rows } = await client.query(
    `select data::text, updated_at > now() - interval '1 minute' as "isNew" from ${table}`,
  )
  expect(rows).toEqual([{ data: '{"data":"PCY+"}', isNew: true }])
})

it.each(['{}', '{"data":null}', '{"data":"***"}', '{"data":"abc"}', '[]', '"text"'])(
  'says of a row with %s that the object is damaged, and reads the others',
  async (json) => {
    const { store, row } = await world()
    await row(`${database()}/.pulumi/bad`, json)
    await row(`${database()}/.pulumi/good`, '{"data": "e30="}')
    expect(await troubleOf(store.read('.pulumi/bad', CALL))).toEqual({ kind: 'damagedObject', key: '.pulumi/bad' })
    expect(await readText(store, '.pulumi/good')).toBe('{}')
    expect((await listAll(store, '.pulumi/')).keys).toEqual(['.pulumi/bad', '.pulumi/good'])
  },
)

it('lets one of two replacements of one version succeed, though they overlap', async () => {
  const { store, table } = await world()
  await store.put('.pulumi/a', bytesOf('one'), CALL)
  const { mark } = await read(store, '.pulumi/a')
  await client.query('begin')
  await client.query(`update ${table} set data = '{"data":"dHdv"}'`)
  const ours = store.replace('.pulumi/a', bytesOf('ours'), mark, CALL)
  // Ours waits for the row, or has not come yet: both must find it changed.
  await client.query('commit')
  expect(await ours).toBe('changed')
  expect(await readText(store, '.pulumi/a')).toBe('two')
})

it('ends a call that waits for the database when its signal is aborted, and works afterwards', async () => {
  const { store, table } = await world()
  await store.put('.pulumi/a', bytesOf('one'), CALL)
  await client.query('begin')
  await client.query(`lock table ${table} in access exclusive mode`)
  const aborter = new AbortController()
  const waiting = store.read('.pulumi/a', { ...CALL, signal: aborter.signal })
  const blocked = async () =>
    (await client.query(`select 1 from pg_locks where not granted and relation = '${table}'::regclass`)).rowCount
  await expect.poll(blocked).toBe(1)
  aborter.abort(new Error('nobody waits'))
  await expect(waiting).rejects.toThrow('nobody waits')
  await client.query('rollback')
  expect(await readText(store, '.pulumi/a')).toBe('one')
})

it('asks for no more connections than it may have: other calls wait for their turn, however long', async () => {
  const { store, table } = await world()
  await store.put('.pulumi/a', bytesOf('one'), CALL)
  await client.query('begin')
  await client.query(`lock table ${table} in access exclusive mode`)
  const connects = vi.spyOn(pg.Pool.prototype, 'connect')
  const reads = Array.from({ length: 16 }, () => readText(store, '.pulumi/a'))
  const blocked = async () =>
    (await client.query(`select 1 from pg_locks where not granted and relation = '${table}'::regclass`)).rowCount
  await expect.poll(blocked).toBe(4)
  expect(connects).toHaveBeenCalledTimes(4)
  await client.query('rollback')
  expect(await Promise.all(reads)).toEqual(Array.from({ length: 16 }, () => 'one'))
})

it('keeps its connection after a statement that failed', async () => {
  const store = await opens(addressOn(url, 'table=nothing'))
  const connects = vi.spyOn(pg.Client.prototype, 'connect')
  for (let turn = 0; turn < 3; turn += 1)
    expect(await troubleOf(store.read('.pulumi/a', CALL))).toMatchObject({ kind: 'noSuchStore' })
  expect(connects).toHaveBeenCalledTimes(1)
})

it('does not wait for a server that says nothing longer than its caller', async () => {
  const silent = createServer().listen(0, '127.0.0.1')
  await once(silent, 'listening')
  const { port } = silent.address() as AddressInfo // of a server with a port
  const store = await opens({ ...addressOn(url, 'table=states_1'), port, connectTimeoutS: 600 })
  const aborter = new AbortController()
  const waiting = store.read('.pulumi/a', { ...CALL, signal: aborter.signal })
  const [socket] = (await once(silent, 'connection')) as [Socket]
  aborter.abort(new Error('nobody waits'))
  await expect(waiting).rejects.toThrow('nobody waits')
  socket.destroy()
  silent.close()
})

describe('a table', () => {
  it('may be in a schema, named by the address or by the search path', async () => {
    await client.query('create schema infra')
    await makeTable(client, 'infra.states')
    for (const parameters of ['table=infra.States', 'table=states&search_path=infra'])
      await (await opens(addressOn(url, parameters))).put(`.pulumi/${parameters}`, bytesOf('x'), CALL)
    const { rows } = await client.query('select key from infra.states')
    expect(rows).toHaveLength(2)
  })

  it('that is missing is named, and not made', async () => {
    const store = await opens(addressOn(url, 'table=infra.nothing'))
    const trouble = { kind: 'noSuchStore', name: 'table infra.nothing' }
    expect(await troubleOf(listAll(store, '.pulumi/'))).toEqual(trouble)
    expect(await troubleOf(store.put('.pulumi/a', bytesOf(''), CALL))).toEqual(trouble)
    const { rows } = await client.query(`select 1 from pg_tables where tablename = 'nothing'`)
    expect(rows).toEqual([])
  })

  it('can be read with the right to select alone', async () => {
    const { store, table } = await world()
    await store.put('.pulumi/a', bytesOf('one'), CALL)
    const role = `reader_${made}_${process.pid}`
    await client.query(`create role ${role} login password 'reader-secret'`)
    const reader = { ...addressOn(url, `table=${table}`), user: role, password: 'reader-secret' }
    const asReader = await opens(reader)
    expect(await troubleOf(listAll(asReader, '.pulumi/'))).toEqual({ kind: 'forbidden', what: 'list' })
    expect(await troubleOf(asReader.read('.pulumi/a', CALL))).toEqual({ kind: 'forbidden', what: 'read' })
    await client.query(`grant select on ${table} to ${role}`)
    expect((await listAll(asReader, '.pulumi/')).keys).toEqual(['.pulumi/a'])
    expect(await readText(asReader, '.pulumi/a')).toBe('one')
    expect(await asReader.now(CALL)).toBeGreaterThan(0)
    expect(await troubleOf(asReader.put('.pulumi/b', bytesOf(''), CALL))).toEqual({ kind: 'forbidden', what: 'write' })
    await asReader.close()
    await client.query(`drop owned by ${role}; drop role ${role}`)
  })
})

describe('a database that cannot be used', () => {
  it.each([
    ['refuses the password', { password: 'planted-wrong' }, { kind: 'credentials', problem: 'refused' }],
    ['is missing', { database: 'of_nobody' }, { kind: 'noSuchStore', name: 'database of_nobody' }],
    ['cannot be reached', { port: 1 }, { kind: 'unreachable', host: '127.0.0.1:1' }],
    [
      'has a host that nobody knows',
      { host: 'nowhere.invalid', port: undefined },
      { kind: 'unreachable', host: 'nowhere.invalid' },
    ],
    ['speaks no TLS', { sslMode: undefined }, { kind: 'encryption', problem: 'unsupported' }],
    ['knows no such setting', { settings: { nonsense: '1' } }, { kind: 'failed', code: '42704' }],
  ] as const)('and %s is a trouble without the password', async (_, changes, trouble) => {
    const store = await opens({ ...addressOn(url, 'table=states_1'), ...changes })
    const error: unknown = await listAll(store, '.pulumi/').catch((reason: unknown) => reason)
    expect(error).toMatchObject({ trouble, at: { kind: 'postgres', password: undefined } })
    const everything = JSON.stringify(error, Object.getOwnPropertyNames(error)) + String(error)
    expect(everything).not.toMatch(/planted/)
  })

  it('is used without TLS only if the address prefers it', async () => {
    const { store, table } = await world()
    await store.put('.pulumi/a', bytesOf('one'), CALL)
    for (const mode of ['prefer', 'allow']) {
      const other = await opens(tableAddress(`${url}?table=${table}&sslmode=${mode}`))
      expect(await readText(other, '.pulumi/a')).toBe('one')
      expect((await listAll(other, '.pulumi/')).keys).toEqual(['.pulumi/a'])
    }
  })

  it('is used without TLS also if its first calls find that out together', async () => {
    const { store, table } = await world()
    await store.put('.pulumi/a', bytesOf('one'), CALL)
    const other = await opens(tableAddress(`${url}?table=${table}&sslmode=prefer`))
    expect(await Promise.all([readText(other, '.pulumi/a'), readText(other, '.pulumi/a')])).toEqual(['one', 'one'])
  })
})
