import { lookup } from 'node:dns'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { troubleSentence } from '#domain/backends/troubleWords.ts'
import { BackendError, type BlobStore } from '#server/blobs/port.ts'
import { CALL, listAll, readText, troubleOf } from '#testing/backends/bench.ts'
import { azureAddress } from '#testing/backends/azureAddress.ts'
import { type Cloud, clouds } from '#testing/backends/clouds.ts'
import type { Double } from '#testing/backends/doubles/double.ts'
import { setVendors } from '#testing/backends/environment.ts'
import { addressOn, makeTable } from '#testing/backends/postgresTables.ts'
import { type PostgresServer, startPostgres } from '#testing/servers/postgresServer.ts'
import pg from 'pg'
import { open as openAzure } from './azure/open.ts'
import { open as openPostgres } from './postgres/open.ts'
import { type Resolve, guardedLookup } from './reach.ts'

const KEY = '.pulumi/stacks/shop/prod.json'
const HERE = ['127.0.0.1']

/** Resolves each name to these addresses, one answer after the other; the last one is repeated. `asked`: the names. */
function resolver(...answers: string[][]) {
  const asked: string[] = []
  const resolve: Resolve = (host, _options, callback) => {
    asked.push(host)
    const addresses = answers[Math.min(asked.length, answers.length) - 1] ?? []
    const found = addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))
    process.nextTick(callback, null, found)
  }
  return { resolve, asked }
}

const metadata = ['169.254.169.254', 'fd00:ec2::254', '::ffff:169.254.169.254', '100.100.100.200', '168.63.129.16']

const sentenceOf = async (call: Promise<unknown>): Promise<string> => {
  const error: unknown = await call.catch((thrown: unknown) => thrown)
  if (!(error instanceof BackendError)) throw new Error('no trouble', { cause: error })
  return troubleSentence(error.trouble, error.at)
}

describe.each(clouds)('a name of $name', (cloud: Cloud) => {
  let double: Double
  let putBack: () => void
  const opened: BlobStore[] = []
  beforeEach(async () => {
    double = await cloud.start()
    double.put(KEY, '{}')
    putBack = setVendors(cloud.environment(double.host))
  })
  afterEach(async () => {
    for (const store of opened.splice(0)) await store.close()
    putBack()
    await double.stop()
  })
  const named = async (reach: { resolve: Resolve }) => {
    const store = await cloud.open(double.host.replace('127.0.0.1', 'states.example.org'), undefined, reach)
    opened.push(store)
    return store
  }

  it('is connected to where it leads', async () => {
    const { resolve, asked } = resolver(HERE)
    const store = await named({ resolve })
    expect(await readText(store, KEY)).toBe('{}')
    expect((await listAll(store, '.pulumi/')).keys).toEqual([KEY])
    expect(new Set(asked)).toEqual(new Set(['states.example.org']))
  })

  it.each(metadata)('is refused if it leads to %s, whatever else it leads to', async (address) => {
    for (const addresses of [[address], [...HERE, address]]) {
      const { resolve, asked } = resolver(addresses)
      const store = await named({ resolve })
      expect(await sentenceOf(listAll(store, '.pulumi/'))).toMatch(
        /^states\.example\.org:\d+ leads to a metadata service of a cloud, which keeps no states: correct the address\.$/,
      )
      expect(asked).toHaveLength(1) // no second try
    }
    expect(double.asked).toEqual([])
  })

  it('is checked with each connection: one that leads elsewhere later is refused then', async () => {
    const { resolve } = resolver(HERE, ['169.254.169.254'])
    const store = await named({ resolve })
    double.cutAfter = 0 // ends the connection, so that the next request makes another one
    double.put(KEY, 'whole')
    expect(await troubleOf(store.read(KEY, CALL))).toMatchObject({ kind: 'address' })
  })

  it('that does not exist cannot be reached', async () => {
    const resolve: Resolve = (host, _options, callback) =>
      process.nextTick(callback, Object.assign(new Error(host), { code: 'ENOTFOUND' }), [])
    expect(await troubleOf(listAll(await named({ resolve }), '.pulumi/'))).toMatchObject({ kind: 'unreachable' })
  })
})

it('an account of Azure is no way around its domain', async () => {
  const putBack = setVendors({ AZURE_STORAGE_KEY: 'cGxhbnRlZA==' })
  const address = { ...azureAddress('blob.example.org', '169.254.169.254/?'), isEmulator: undefined }
  expect(await sentenceOf(openAzure(address))).toBe(
    '169.254.169.254 is a metadata service of a cloud, which keeps no states: correct the address.',
  )
  putBack()
})

describe('a name of a database', () => {
  let server: PostgresServer
  let url: string
  let client: pg.Client
  const opened: BlobStore[] = []
  beforeAll(async () => {
    server = await startPostgres()
    url = await server.createDatabase()
    client = new pg.Client({ connectionString: url })
    await client.connect()
    await makeTable(client, 'states')
  })
  afterEach(async () => {
    for (const store of opened.splice(0)) await store.close()
  })
  afterAll(async () => {
    await client.end()
    await server.stop()
  })
  const address = (host: string | undefined) => ({ ...addressOn(url, 'table=states'), host })
  const listing = async (host: string | undefined, reach: Parameters<typeof openPostgres>[1]) => {
    const store = await openPostgres(address(host), reach)
    opened.push(store)
    return (await listAll(store, '.pulumi/')).keys
  }

  it('is connected to where it leads', async () => {
    expect(await listing('db.example.org', resolver(HERE))).toEqual([])
  })

  it.each(metadata)('is refused if it leads to %s, whatever else it leads to', async (found) => {
    for (const addresses of [[found], [...HERE, found]])
      expect(await sentenceOf(listing('db.example.org', resolver(addresses)))).toContain(
        'leads to a metadata service of a cloud',
      )
  })

  it('is refused in the environment too, and as an address', async () => {
    const before = process.env['PGHOST']
    process.env['PGHOST'] = '169.254.169.254'
    const sentence = await sentenceOf(listing(undefined, resolver(HERE)))
    if (before === undefined) delete process.env['PGHOST']
    else process.env['PGHOST'] = before
    expect(sentence).toContain('leads to a metadata service of a cloud')
  })

  describe('is refused if it leads to the database of this server', () => {
    const own = (host: string) => Object.assign(new URL(url), { hostname: host }).href
    it.each([
      ['under another name', 'alias.example.org', 'db.example.org', [HERE, HERE]],
      ['whose address it is', '127.0.0.1', 'db.example.org', [HERE]],
      ['that is known by its address', 'alias.example.org', '127.0.0.1', [HERE]],
      ['as one of several addresses', 'alias.example.org', 'db.example.org', [['10.1.1.1', '::1'], HERE]],
      ['at an address in another form', 'alias.example.org', '10.1.1.1', [['::ffff:10.1.1.1']]],
    ])('%s', async (_, host, ownHost, answers) => {
      const reach = { ...resolver(...answers), ownDatabase: own(ownHost) }
      expect(await sentenceOf(listing(host, reach))).toContain('This is the database of Holdfast itself')
    })

    it('and not if only its server is, or its name cannot be resolved', async () => {
      const elsewhere = Object.assign(new URL(own('db.example.org')), { pathname: '/other' }).href
      expect(await listing('alias.example.org', { ...resolver(HERE), ownDatabase: elsewhere })).toEqual([])
      const resolve: Resolve = (host, options, callback) =>
        host === 'alias.example.org'
          ? resolver(HERE).resolve(host, options, callback)
          : process.nextTick(callback, new Error('none'), [])
      expect(await listing('alias.example.org', { resolve, ownDatabase: own('db.example.org') })).toEqual([])
    })
  })
})

it('a lookup gives one address or all, as the resolver of the system does', async () => {
  const asked = (options: { all: boolean; family?: number }, look: typeof lookup | ReturnType<typeof guardedLookup>) =>
    new Promise((resolve) =>
      look('localhost', { family: 4, ...options }, (...given: unknown[]) =>
        resolve(given.filter((each) => each !== null)),
      ),
    )
  for (const all of [false, true]) expect(await asked({ all }, guardedLookup({}))).toEqual(await asked({ all }, lookup))
})
