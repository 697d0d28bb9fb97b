import type * as s3 from '@aws-sdk/client-s3'
import type { S3Client, S3ClientConfig } from '@aws-sdk/client-s3'
import type { Checksums, S3Address } from '#domain/backends/storeAddress.ts'
import { CONNECT_MS, PAUSES_MS, SILENCE_MS } from '../network.ts'
import { type Agents, guardedAgents, type Reach } from '../reach.ts'

type Sdk = typeof s3

/** A bucket with what is needed to ask it. */
export type Bucket = {
  sdk: Sdk
  client: S3Client
  address: S3Address
  /** For sentences: the host that is asked. */
  host: string
  /** The header `Date` of the last response. */
  date(): string | undefined
}

/** Opens the bucket of an address; asks nothing of it yet. */
export async function openBucket(address: S3Address, reach: Reach = {}): Promise<Bucket> {
  const sdk = await import('@aws-sdk/client-s3')
  const config = await configOf(address, guardedAgents(reach))
  let client = new sdk.S3Client(config)
  // A missing region is no error: compatible stores need none, and AWS answers with the right one.
  const region = await client.config.region().catch(() => undefined)
  if (region === undefined) {
    client.destroy()
    client = new sdk.S3Client({ ...config, region: 'us-east-1' })
  }
  return { sdk, client, address, host: hostOf(address, region ?? 'us-east-1'), date: watchDates(client) }
}

const hostOf = ({ endpoint, bucket }: S3Address, region: string): string =>
  endpoint === undefined ? `${bucket}.s3.${region}.amazonaws.com` : new URL(endpoint).host

/** The parameters of the address, as the CLI applies them. */
async function configOf(address: S3Address, agents: Agents): Promise<S3ClientConfig> {
  const { endpoint, region, profile } = address
  const request = requestChecksumsOf(address)
  const response = address.responseChecksums
  return {
    ...(region !== undefined && { region }),
    ...(profile !== undefined && { profile }),
    ...(endpoint !== undefined && { endpoint }),
    // A host that must stay as it is cannot have the bucket before it.
    ...((address.usesPathStyle || address.isHostFixed) && { forcePathStyle: true }),
    ...(address.usesDualStack && { useDualstackEndpoint: true }),
    ...(address.usesFips && { useFipsEndpoint: true }),
    ...(address.usesAccelerate && { useAccelerateEndpoint: true }),
    ...(address.disablesHttps && { tls: false }),
    ...(request !== undefined && { requestChecksumCalculation: request }),
    ...(response !== undefined && { responseChecksumValidation: inSdk(response) }),
    ...(await credentialsOf(address)),
    retryStrategy: retries(),
    requestHandler: {
      httpAgent: agents.http,
      httpsAgent: agents.https,
      connectionTimeout: CONNECT_MS,
      socketTimeout: SILENCE_MS,
      requestTimeout: SILENCE_MS,
      throwOnRequestTimeout: true,
    },
  }
}

const inSdk = (checksums: Checksums) => (checksums === 'when_required' ? 'WHEN_REQUIRED' : 'WHEN_SUPPORTED')

/** Many compatible stores refuse the newer checksums, so the CLI (3.256) leaves them out if there is an endpoint. */
function requestChecksumsOf({ requestChecksums, endpoint }: S3Address) {
  if (requestChecksums !== undefined) return inSdk(requestChecksums)
  const isLeftToEnvironment = endpoint === undefined || process.env['AWS_REQUEST_CHECKSUM_CALCULATION'] !== undefined
  return isLeftToEnvironment ? undefined : 'WHEN_REQUIRED'
}

const say = () => undefined
/** The chain writes advice to the terminal otherwise. */
const SILENT = { trace: say, debug: say, info: say, warn: say, error: say }

/**
 * The usual chain: environment, profile with SSO or process or web identity, container, instance. A role is assumed
 * with what the chain finds.
 */
async function credentialsOf({ isAnonymous, profile, role, region }: S3Address): Promise<S3ClientConfig> {
  if (isAnonymous)
    return { credentials: { accessKeyId: '', secretAccessKey: '' }, signer: { sign: async (request) => request } }
  const providers = await import('@aws-sdk/credential-providers')
  const { env } = process
  // Keys in the environment come before a profile in the environment for the CLI, though not for this library.
  const isByKeys = profile === undefined && env['AWS_ACCESS_KEY_ID'] && env['AWS_SECRET_ACCESS_KEY']
  const chain = isByKeys
    ? providers.fromEnv({ logger: SILENT })
    : providers.fromNodeProviderChain({ logger: SILENT, ...(profile !== undefined && { profile }) })
  if (role === undefined) return { credentials: chain }
  return {
    credentials: providers.fromTemporaryCredentials({
      params: { RoleArn: role, RoleSessionName: 'holdfast' },
      masterCredentials: chain,
      ...(region !== undefined && { clientConfig: { region } }),
    }),
  }
}

type Retries = Extract<NonNullable<S3ClientConfig['retryStrategy']>, { acquireInitialRetryToken: unknown }>

/** Two retries after what passes by itself; none while the store asks for fewer requests: its caller waits longer. */
function retries(): Retries {
  const token = (count: number) => ({ getRetryCount: () => count, getRetryDelay: () => PAUSES_MS[count - 1] ?? 0 })
  return {
    acquireInitialRetryToken: async () => token(0),
    async refreshRetryTokenForRetry(before, { errorType }) {
      const pause = PAUSES_MS[before.getRetryCount()]
      if (pause === undefined || (errorType !== 'TRANSIENT' && errorType !== 'SERVER_ERROR'))
        throw new Error('no further try')
      await new Promise((resolve) => setTimeout(resolve, pause))
      return token(before.getRetryCount() + 1)
    },
    recordSuccess: () => undefined,
  }
}

/** Notes the header `Date` of every response, also of an error. */
function watchDates(client: S3Client): () => string | undefined {
  let last: string | undefined
  client.middlewareStack.add(
    (next) => async (args) => {
      const result = await next(args)
      const { response } = result
      const headers = typeof response === 'object' && response !== null && 'headers' in response && response.headers
      last = typeof headers === 'object' && headers !== null && 'date' in headers ? String(headers.date) : undefined
      return result
    },
    { step: 'deserialize', priority: 'low', name: 'watchDates' },
  )
  return () => last
}
