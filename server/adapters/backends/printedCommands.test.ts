import { BlobServiceClient, StorageSharedKeyCredential } from '@azure/storage-blob'
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3'
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { copyStore, keepAside, objectCommands, restoreCopy } from '#domain/backends/diy/commands.ts'
import type { StoreAddress } from '#domain/backends/storeAddress.ts'
import type { BlobStore } from '#server/blobs/port.ts'
import { azureAddress } from '#testing/backends/azureAddress.ts'
import { bytesOf, CALL, listAll, readText } from '#testing/backends/bench.ts'
import { setVendors } from '#testing/backends/environment.ts'
import { addressOn, makeTable } from '#testing/backends/postgresTables.ts'
import { s3Address } from '#testing/backends/s3Address.ts'
import { NOT_INSTALLED, programOf, type ServerName } from '#testing/backends/servers/installed.ts'
import { startServer } from '#testing/backends/servers/startServer.ts'
import { startPostgres } from '#testing/servers/postgresServer.ts'
import { open as openAzure } from './azure/open.ts'
import { open as openFolder } from './folder/open.ts'
import { open as openGcs } from './gcs/open.ts'
import { open as openPostgres } from './postgres/open.ts'
import { open as openS3 } from './s3/open.ts'

const STATE = '.pulumi/stacks/shop/prod.json'
const LOCK = '.pulumi/locks/organization/shop/prod/1.json'
/** A stranger may have written one with any name; moto takes no line break. */
const ODD_LOCK = `.pulumi/locks/organization/shop/prod/$HOME 'x' "y"; \n--.json`
/** What a shell would change if it were not quoted. */
const PREFIX = `it's "my" $HOME & more; #1/`

const isOnPath = (tool: string) =>
  (process.env['PATH'] ?? '').split(path.delimiter).some((folder) => existsSync(path.join(folder, tool)))

type World = {
  place: StoreAddress
  store: BlobStore
  /** For the tools, instead of credentials of the person who runs this. */
  environment: Record<string, string>
  /** The tool does not understand how this server answers a delete, and says so at its end. */
  isNoisy?: boolean
  stop(): Promise<unknown>
}
type Kind = { name: string; tool: string; server?: ServerName; start(): Promise<World> }

const KEYS = { AWS_ACCESS_KEY_ID: 'planted', AWS_SECRET_ACCESS_KEY: 'planted-secret' }
/** Azurite's own, which every Azurite has. */
const AZURITE = ['devstoreaccount1', 'Eby8vdM02xNOcqFlqUwJPLlmEtlCDXJ1OUzFT50uSRZ6IFsuFq2UVErCz4I6tq/K1SZFPTOtr/KBHBeksoGMGw=='] as const // prettier-ignore

const KINDS: Kind[] = [
  {
    name: 'a folder',
    tool: 'bash',
    async start() {
      const folder = await mkdtemp(path.join(tmpdir(), `holdfast it's "$HOME" `))
      const place = { kind: 'folder', path: folder } as const
      return { place, store: await openFolder(place), environment: {}, stop: () => rm(folder, { recursive: true }) }
    },
  },
  {
    name: 'S3',
    tool: 'aws',
    server: 'moto',
    async start() {
      const server = await startServer('moto')
      const putBack = setVendors(KEYS)
      const client = new S3Client({ endpoint: server.url, region: 'us-east-1', forcePathStyle: true })
      await client.send(new CreateBucketCommand({ Bucket: 'acme-state' }))
      client.destroy()
      const place = s3Address({ endpoint: server.url, region: 'us-east-1', usesPathStyle: true, prefix: PREFIX })
      const store = await openS3(place)
      return { place, store, environment: KEYS, stop: () => (putBack(), server.stop()) }
    },
  },
  {
    name: 'Google Cloud',
    tool: 'gcloud',
    server: 'fake-gcs-server',
    async start() {
      const server = await startServer('fake-gcs-server')
      const putBack = setVendors({ STORAGE_EMULATOR_HOST: server.host })
      const headers = { 'Content-Type': 'application/json' }
      await fetch(`${server.url}/storage/v1/b?project=acme`, { method: 'POST', headers, body: '{"name":"acme-state"}' })
      const place = {
        kind: 'gcs',
        bucket: 'acme-state',
        prefix: PREFIX,
        isAnonymous: false,
        universe: undefined,
      } as const
      const environment = {
        CLOUDSDK_API_ENDPOINT_OVERRIDES_STORAGE: `${server.url}/storage/v1/`,
        CLOUDSDK_AUTH_DISABLE_CREDENTIALS: 'true',
        CLOUDSDK_CORE_PROJECT: 'acme',
        CLOUDSDK_CORE_DISABLE_USAGE_REPORTING: 'true',
      }
      return { place, store: await openGcs(place), environment, isNoisy: true, stop: () => (putBack(), server.stop()) }
    },
  },
  {
    name: 'Azure',
    tool: 'az',
    server: 'Azurite',
    async start() {
      const server = await startServer('Azurite')
      const [account, key] = AZURITE
      const putBack = setVendors({ AZURE_STORAGE_KEY: key })
      const service = new BlobServiceClient(`${server.url}/${account}`, new StorageSharedKeyCredential(account, key))
      await service.getContainerClient('acme-state').create()
      const place = { ...azureAddress(server.host, account), prefix: PREFIX }
      const environment = { AZURE_STORAGE_KEY: key, AZURE_CORE_COLLECT_TELEMETRY: 'false' }
      return { place, store: await openAzure(place), environment, stop: () => (putBack(), server.stop()) }
    },
  },
  {
    name: 'PostgreSQL',
    tool: 'psql',
    async start() {
      const server = await startPostgres()
      const url = await server.createDatabase()
      const client = new pg.Client({ connectionString: url })
      await client.connect()
      await makeTable(client, '"my ""states"""')
      const place = { ...addressOn(url, 'table=%22my%20%22%22states%22%22%22'), prefix: PREFIX }
      const environment = { PGPASSWORD: new URL(url).password }
      return { place, store: await openPostgres(place), environment, stop: () => client.end().then(server.stop) }
    },
  },
]

describe.each(KINDS)('the commands printed for $name', ({ tool, server, start }) => {
  const isInstalled = isOnPath(tool) && (server === undefined || programOf(server) !== undefined)
  const why = isOnPath(tool) ? NOT_INSTALLED : `${tool} is not installed`
  let world: World
  let folder: string
  beforeAll(async () => {
    if (!isInstalled) return
    world = await start()
    folder = await mkdtemp(path.join(tmpdir(), 'holdfast-printed-'))
  })
  beforeEach(async () => {
    if (!isInstalled) return
    for (const { key } of (await listAll(world.store, '.pulumi/')).objects) await world.store.remove(key, CALL)
  })
  afterAll(async () => {
    if (!isInstalled) return
    await world.store.close()
    await world.stop()
    await rm(folder, { recursive: true })
  })
  const put = (key: string, text: string) => world.store.put(key, bytesOf(text), CALL)
  const keys = async () => (await listAll(world.store, '.pulumi/')).keys
  const run = async (...lines: string[]) => {
    const environment = { PATH: process.env['PATH'], HOME: folder, ...world.environment }
    for (const line of lines) {
      const ran = promisify(execFile)('bash', ['-c', `exec < /dev/null\n${line}`], {
        cwd: folder,
        env: environment,
        timeout: 60_000,
      })
      await (world.isNoisy === true ? ran.catch((error: unknown) => error) : ran)
    }
  }

  it.skipIf(!isInstalled)('remove one object and nothing else', { meta: { why } }, async () => {
    await put(LOCK, 'lock')
    await put(`${LOCK}.other`, 'other')
    await run(objectCommands(world.place).remove(LOCK))
    expect(await keys()).toEqual([`${LOCK}.other`])
  })

  it.skipIf(!isInstalled)('remove one with an odd name', { meta: { why } }, async () => {
    const odd = server === 'moto' ? ODD_LOCK.replace('\n', '') : ODD_LOCK
    for (const key of [odd, LOCK]) await put(key, 'lock')
    await run(objectCommands(world.place).remove(odd))
    expect(await keys()).toEqual([LOCK])
  })

  it.skipIf(!isInstalled)('put an object aside, also where one lies already', { meta: { why } }, async () => {
    await put(STATE, 'broken')
    await put(`${STATE}.broken`, 'an older one')
    await run(...keepAside(world.place, STATE, '.broken'))
    expect(await keys()).toEqual([`${STATE}.broken`])
    expect(await readText(world.store, `${STATE}.broken`)).toBe('broken')
  })

  it.skipIf(!isInstalled)('restore a copy, and keep what was there', { meta: { why } }, async () => {
    await put(STATE, 'broken')
    await put(`${STATE}.bak`, 'whole')
    await run(...restoreCopy(world.place, `${STATE}.bak`, STATE, true))
    expect(await keys()).toEqual([STATE, `${STATE}.bak`, `${STATE}.broken`])
    expect(await readText(world.store, STATE)).toBe('whole')
    expect(await readText(world.store, `${STATE}.broken`)).toBe('broken')
  })

  const isDump = tool === 'psql' // it needs the version of the server
  it.skipIf(!isInstalled || isDump)(
    'copy everything to this machine',
    { meta: { why: isInstalled ? 'pg_dump must be of the version of the server' : why } },
    async () => {
      // prettier-ignore
      await put(STATE, 'whole')
      await put(LOCK, 'lock')
      await run(copyStore(world.place))
      const files = await readdir(path.join(folder, 'pulumi-before'), { recursive: true })
      const found = files.find((file) => file.endsWith('prod.json'))
      expect(await readFile(path.join(folder, 'pulumi-before', found ?? ''), 'utf8')).toBe('whole')
      expect(files.some((file) => file.endsWith('1.json'))).toBe(true)
    },
  )
})
