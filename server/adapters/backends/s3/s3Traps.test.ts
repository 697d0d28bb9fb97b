import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { S3Address } from '#domain/backends/storeAddress.ts'
import type { BlobStore } from '#server/blobs/port.ts'
import { bytesOf, CALL, listAll, read, readText } from '#testing/backends/bench.ts'
import type { Double, Reply } from '#testing/backends/doubles/double.ts'
import { s3Error, startS3Double } from '#testing/backends/doubles/s3Double.ts'
import { setVendors } from '#testing/backends/environment.ts'
import { s3Address } from '#testing/backends/s3Address.ts'
import { openBucket } from './client.ts'
import { open } from './open.ts'

const KEY = '.pulumi/stacks/shop/prod.json'
const KEYS = { AWS_ACCESS_KEY_ID: 'PLANTED', AWS_SECRET_ACCESS_KEY: 'planted-secret' }

let double: Double
let putBack: () => void
const opened: BlobStore[] = []
beforeEach(async () => {
  double = await startS3Double()
  putBack = setVendors(KEYS)
})
afterEach(async () => {
  await Promise.all(opened.splice(0).map((store) => store.close()))
  putBack()
  await double.stop()
})

/** Opens the double with changes of its address, and with these variables instead of the keys. */
async function openDouble(changes: Partial<S3Address> = {}, variables?: Record<string, string>): Promise<BlobStore> {
  if (variables) {
    putBack()
    putBack = setVendors(variables)
  }
  const store = await open(s3Address({ endpoint: double.url, usesPathStyle: true, ...changes }))
  opened.push(store)
  return store
}

const signedBy = () => double.asked.map(({ headers }) => /Credential=([^/]+)/.exec(headers.authorization ?? '')?.[1])
const header = (name: string) => double.asked.at(-1)?.headers[name]

describe('a bucket in another region', () => {
  const redirect = s3Error(301, 'PermanentRedirect', { 'x-amz-bucket-region': 'eu-central-1' })
  const malformed = s3Error(400, 'AuthorizationHeaderMalformed', {}, '<Region>eu-central-1</Region>')
  const cases: [string, Reply, string | null][] = [
    ['by a redirect', redirect, 'eu-central-1'],
    ['by the region in an error', malformed, 'eu-central-1'],
    ['without saying which', s3Error(301, 'PermanentRedirect'), null],
  ]
  it.each(cases)('is told %s', async (_how, reply, region) => {
    double.fault = () => reply
    const store = await openDouble({ region: 'us-east-1' })
    for (const call of [listAll(store, '.pulumi/'), store.read(KEY, CALL), store.put(KEY, bytesOf(''), CALL)])
      await expect(call).rejects.toMatchObject({ trouble: { kind: 'wrongRegion', region } })
  })
})

describe('credentials', () => {
  let directory: string
  const file = async (name: string, text: string) => {
    await writeFile(path.join(directory, name), text)
    return path.join(directory, name)
  }
  beforeEach(async () => {
    directory = await mkdtemp(path.join(tmpdir(), 'holdfast-s3-'))
  })
  afterEach(() => rm(directory, { recursive: true }))

  it('of nobody sign nothing', async () => {
    await listAll(await openDouble({ isAnonymous: true }), '.pulumi/')
    expect(double.asked.map(({ headers }) => headers.authorization)).toEqual([undefined])
  })

  it('are those of the profile in the address, then the keys of the environment, then its profile', async () => {
    const profiles = '[default]\naws_access_key_id=OTHER\naws_secret_access_key=x\n[acme]\naws_access_key_id=ACME\naws_secret_access_key=y\n' // prettier-ignore
    const AWS_SHARED_CREDENTIALS_FILE = await file('credentials', profiles)
    await listAll(await openDouble({ profile: 'acme' }, { ...KEYS, AWS_SHARED_CREDENTIALS_FILE }), '.pulumi/')
    await listAll(await openDouble({}, { AWS_PROFILE: 'acme', AWS_SHARED_CREDENTIALS_FILE }), '.pulumi/')
    expect(signedBy()).toEqual(['ACME', 'ACME'])
    await listAll(await openDouble({}, { ...KEYS, AWS_PROFILE: 'acme', AWS_SHARED_CREDENTIALS_FILE }), '.pulumi/')
    expect(signedBy().at(-1)).toBe('PLANTED')
  })

  it('are those of the role in the address, assumed with what the chain finds', async () => {
    const store = await openDouble(
      { role: 'arn:aws:iam::1:role/reader' },
      { ...KEYS, AWS_ENDPOINT_URL_STS: double.url },
    )
    await listAll(store, '.pulumi/')
    await listAll(store, '.pulumi/')
    expect(signedBy()).toEqual(['PLANTED', 'READER', 'READER'])
  })

  it('are those of a web identity', async () => {
    const AWS_WEB_IDENTITY_TOKEN_FILE = await file('token', 'planted-token')
    const federated = { AWS_ROLE_ARN: 'arn:aws:iam::1:role/ci', AWS_WEB_IDENTITY_TOKEN_FILE, AWS_REGION: 'us-east-1' }
    await listAll(await openDouble({}, { ...federated, AWS_ENDPOINT_URL_STS: double.url }), '.pulumi/')
    expect(signedBy()).toEqual([undefined, 'CI'])
  })

  it('are missing where there are none', async () => {
    const call = listAll(await openDouble({}, {}), '.pulumi/')
    await expect(call).rejects.toMatchObject({ trouble: { kind: 'credentials', problem: 'missing' } })
    expect(double.asked).toEqual([])
  })

  it('have expired where nobody has signed in to SSO for long', async () => {
    const sso = 'sso_start_url=https://acme.example\nsso_region=us-east-1\nsso_account_id=1\nsso_role_name=reader\n'
    const AWS_CONFIG_FILE = await file('config', `[profile acme]\n${sso}`)
    const call = listAll(await openDouble({ profile: 'acme' }, { AWS_CONFIG_FILE }), '.pulumi/')
    await expect(call).rejects.toMatchObject({ trouble: { kind: 'credentials', problem: 'expired' } })
  })
})

describe('checksums of requests', () => {
  const isSent = () => Object.keys(double.asked.at(-1)?.headers ?? {}).some((name) => name.startsWith('x-amz-checksum'))
  it('are left out with an endpoint, which may be of a store that refuses them', async () => {
    await (await openDouble()).put(KEY, bytesOf('{}'), CALL)
    expect(isSent()).toBe(false)
  })
  it('are sent if the address or the environment says so', async () => {
    await (await openDouble({ requestChecksums: 'when_supported' })).put(KEY, bytesOf('{}'), CALL)
    expect(isSent()).toBe(true)
    const environment = { ...KEYS, AWS_REQUEST_CHECKSUM_CALCULATION: 'when_supported' }
    await (await openDouble({}, environment)).put(KEY, bytesOf('{}'), CALL)
    expect(isSent()).toBe(true)
  })
})

it('encrypts what it writes as the address says', async () => {
  const store = await openDouble({ encryption: 'aws:kms', kmsKey: 'alias/states' })
  await store.create(KEY, bytesOf('{}'), CALL)
  expect([header('x-amz-server-side-encryption'), header('x-amz-server-side-encryption-aws-kms-key-id')]).toEqual(['aws:kms', 'alias/states']) // prettier-ignore
  await store.copy(KEY, `${KEY}.bak`, CALL)
  expect(header('x-amz-server-side-encryption')).toBe('aws:kms')
})

it('takes the mark of an object that was uploaded in parts as it is', async () => {
  const mark = '"9b2cf535f27731c974343645a3985328-3"'
  double.put(KEY, 'parts', { mark })
  const store = await openDouble()
  expect((await read(store, KEY)).mark).toBe(mark)
  expect(await store.read(KEY, { ...CALL, ifChanged: mark })).toBe('same')
  expect(await store.replace(KEY, bytesOf('whole'), mark, CALL)).toBe('replaced')
})

it('tries once more when two writes meet, and says then who was first', async () => {
  double.fault = ({ method }) => (method === 'PUT' && double.asked.length === 1 ? s3Error(409, 'ConditionalRequestConflict') : undefined) // prettier-ignore
  const store = await openDouble()
  expect(await store.create(KEY, bytesOf('mine'), CALL)).toBe('created')
  double.fault = () => s3Error(409, 'ConditionalRequestConflict')
  expect(await store.create(`${KEY}.bak`, bytesOf('mine'), CALL)).toBe('present')
  expect(await store.replace(KEY, bytesOf('mine'), '"x"', CALL)).toBe('changed')
})

it('compares before it removes where the store knows no condition for that', async () => {
  double.put(KEY, '{}')
  double.fault = ({ method, headers }) =>
    method === 'DELETE' && headers['if-match'] !== undefined ? s3Error(501, 'NotImplemented') : undefined
  const store = await openDouble()
  const { mark } = await read(store, KEY)
  expect(await store.remove(KEY, { ...CALL, mark: '"other"' })).toBe('changed')
  expect(await store.remove(KEY, { ...CALL, mark })).toBe('removed')
})

it('has no versions where the store does not show them', async () => {
  double.put(KEY, '{}')
  const store = await openDouble()
  for (const reply of [s3Error(403, 'AccessDenied'), s3Error(501, 'NotImplemented')]) {
    double.fault = ({ query }) => (query.has('versions') ? reply : undefined)
    expect(await store.versions?.(KEY, CALL)).toEqual([])
  }
})

describe('uploads that nobody completed', () => {
  const page = (uploads: string[], more = '') => ({
    status: 200,
    headers: { 'Content-Type': 'application/xml' },
    body: `<ListMultipartUploadsResult>${more}${uploads.map((at) => `<Upload><Key>k</Key><UploadId>u</UploadId><Initiated>${at}</Initiated></Upload>`).join('')}</ListMultipartUploadsResult>`,
  })

  it('are counted over all pages, with the time of the oldest, and without those that may be going on', async () => {
    const store = await openDouble()
    expect(await store.unfinishedUploads?.(CALL)).toEqual({ count: 0, oldestAt: null })
    const more =
      '<IsTruncated>true</IsTruncated><NextKeyMarker>k</NextKeyMarker><NextUploadIdMarker>u</NextUploadIdMarker>'
    double.fault = ({ query }) => {
      if (!query.has('uploads')) return undefined
      expect(query.get('prefix')).toBe('.pulumi/')
      return query.get('upload-id-marker') === 'u'
        ? page(['2026-01-02T00:00:00Z'])
        : page(['2026-01-03T00:00:00Z', '2026-01-04T00:00:00Z', new Date().toISOString()], more)
    }
    expect(await store.unfinishedUploads?.(CALL)).toEqual({ count: 3, oldestAt: Date.UTC(2026, 0, 2) })
  })

  it('are not known where the store does not show them', async () => {
    const store = await openDouble()
    for (const reply of [s3Error(403, 'AccessDenied'), s3Error(501, 'NotImplemented')]) {
      double.fault = ({ query }) => (query.has('uploads') ? reply : undefined)
      expect(await store.unfinishedUploads?.(CALL)).toBeNull()
    }
  })
})

it('lists a directory bucket by whole folders, and finds itself what comes after a key', async () => {
  const keys = ['s-3', 's-1', 's-2', 't-1'].map((name) => `.pulumi/history/shop/${name}`)
  const contents = keys.map((key) => `<Contents><Key>${key}</Key><ETag>"1"</ETag><Size>1</Size></Contents>`)
  const session = '<CreateSessionResult><Credentials><AccessKeyId>S</AccessKeyId><SecretAccessKey>s</SecretAccessKey><SessionToken>t</SessionToken><Expiration>2099-01-01T00:00:00Z</Expiration></Credentials></CreateSessionResult>' // prettier-ignore
  double.fault = ({ query }) => ({
    status: 200,
    headers: { 'Content-Type': 'application/xml' },
    body: query.has('session') ? session : `<ListBucketResult><IsTruncated>false</IsTruncated>${contents.join('')}</ListBucketResult>`, // prettier-ignore
  })
  const store = await openDouble({ bucket: 'acme--use1-az4--x-s3' })
  const { keys: found } = await listAll(store, '.pulumi/history/shop/s-', { after: '.pulumi/history/shop/s-1' })
  expect(found).toEqual([keys[2], keys[0]])
  const listing = double.asked.at(-1)?.query
  expect([listing?.get('prefix'), listing?.get('start-after')]).toEqual(['.pulumi/history/shop/', null])
})

it('applies the parameters of the address', async () => {
  putBack()
  putBack = setVendors({ ...KEYS, AWS_REGION: 'eu-west-3' })
  const configOf = async (changes: Partial<S3Address>) => (await openBucket(s3Address(changes))).client.config
  const aws = await configOf({ usesDualStack: true, usesFips: true, usesAccelerate: true, disablesHttps: true })
  expect([await aws.useDualstackEndpoint(), await aws.useFipsEndpoint(), aws.useAccelerateEndpoint, aws.tls]).toEqual([true, true, true, false]) // prettier-ignore
  expect(await aws.region()).toBe('eu-west-3')
  expect(await (await configOf({ region: 'eu-north-1' })).region()).toBe('eu-north-1')
  expect((await configOf({})).forcePathStyle).toBe(false)
  expect((await configOf({ endpoint: double.url, isHostFixed: true })).forcePathStyle).toBe(true)
})

it('needs no region for a store that has none', async () => {
  double.put(KEY, '{}')
  expect(await readText(await openDouble({}, KEYS), KEY)).toBe('{}')
})
