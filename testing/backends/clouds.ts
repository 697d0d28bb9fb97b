import { open as openAzure } from '#server/adapters/backends/azure/open.ts'
import { open as openGcs } from '#server/adapters/backends/gcs/open.ts'
import { open as openS3 } from '#server/adapters/backends/s3/open.ts'
import type { Reach } from '#server/adapters/backends/reach.ts'
import type { BlobStore } from '#server/blobs/port.ts'
import { azureAddress } from './azureAddress.ts'
import { AZURE_ACCOUNT, azureError, startAzureDouble } from './doubles/azureDouble.ts'
import type { Double, Reply } from './doubles/double.ts'
import { gcsError, startGcsDouble } from './doubles/gcsDouble.ts'
import { s3Error, startS3Double } from './doubles/s3Double.ts'
import { s3Address } from './s3Address.ts'

/** A cloud by its double: how to open it, and how it refuses. */
export type Cloud = {
  name: string
  start(): Promise<Double>
  /** Credentials, and where the double is. */
  environment(host: string): Record<string, string>
  /** Opens the bucket at a host; another bucket by its name. */
  open(host: string, bucket?: string, reach?: Reach): Promise<BlobStore>
  forbidden: Reply
  expired: Reply
  refused: Reply
  /** Asks to wait for seven seconds. */
  throttled: Reply[]
  /** A failure that passes. */
  failing: Reply
  /** What it calls its bucket. */
  store: string
  /** The header with the checksum of bytes that are not those that it sends. */
  wrongChecksum: Record<string, string>
}

const MD5_OF_NOTHING = '1B2M2Y8AsgTpgAmY7PhCfg=='
const WAIT = { 'Retry-After': '7' }
const LATE = '<AuthenticationErrorDetail>Signature not valid in the specified time frame</AuthenticationErrorDetail>'
const SECRET = 'cGxhbnRlZC1zZWNyZXQ=' // base64, as keys of Azure are

export const clouds: Cloud[] = [
  {
    name: 'S3',
    start: startS3Double,
    environment: () => ({ AWS_ACCESS_KEY_ID: 'planted', AWS_SECRET_ACCESS_KEY: SECRET, AWS_REGION: 'eu-west-1' }),
    open: (host, bucket = 'acme-state', reach = {}) =>
      openS3(s3Address({ endpoint: `http://${host}`, usesPathStyle: true, bucket }), reach),
    forbidden: s3Error(403, 'AccessDenied'),
    expired: s3Error(400, 'ExpiredToken'),
    refused: s3Error(403, 'SignatureDoesNotMatch', {}, `<AWSAccessKeyId>${SECRET}</AWSAccessKeyId>`),
    throttled: [s3Error(503, 'SlowDown', WAIT), s3Error(429, 'TooManyRequests', WAIT)],
    failing: s3Error(500, 'InternalError'),
    store: 'bucket',
    wrongChecksum: { 'x-amz-checksum-crc32': 'AAAAAA==' },
  },
  {
    name: 'Google Cloud Storage',
    start: startGcsDouble,
    environment: (host) => ({ GOOGLE_OAUTH_ACCESS_TOKEN: SECRET, STORAGE_EMULATOR_HOST: host }),
    async open(host, bucket = 'acme-state', reach = {}) {
      process.env['STORAGE_EMULATOR_HOST'] = host
      return openGcs({ kind: 'gcs', bucket, prefix: '', isAnonymous: false, universe: undefined }, reach)
    },
    forbidden: gcsError(403, 'forbidden'),
    expired: gcsError(401, 'authError', 'Invalid Credentials'),
    refused: gcsError(401, 'authError', 'Invalid Credentials'),
    throttled: [gcsError(429, 'rateLimitExceeded', 'slower', WAIT), gcsError(403, 'userRateLimitExceeded', 'slower', WAIT)], // prettier-ignore
    failing: gcsError(500, 'backendError'),
    store: 'bucket',
    wrongChecksum: { 'x-goog-hash': `crc32c=AAAAAA==,md5=${MD5_OF_NOTHING}` },
  },
  {
    name: 'Azure Blob Storage',
    start: startAzureDouble,
    environment: () => ({ AZURE_STORAGE_KEY: SECRET }),
    open: (host, container = 'acme-state', reach = {}) =>
      openAzure({ ...azureAddress(host, AZURE_ACCOUNT), container, isEmulator: true }, reach),
    forbidden: azureError(403, 'AuthorizationPermissionMismatch'),
    expired: azureError(403, 'AuthenticationFailed', {}, LATE),
    refused: azureError(403, 'AuthenticationFailed'),
    throttled: [azureError(503, 'ServerBusy', WAIT), azureError(429, 'OperationTimedOut', WAIT)],
    failing: azureError(500, 'InternalError'),
    store: 'container',
    wrongChecksum: { 'Content-MD5': MD5_OF_NOTHING },
  },
]

/** The secret in every environment of a cloud here. */
export const PLANTED = SECRET
