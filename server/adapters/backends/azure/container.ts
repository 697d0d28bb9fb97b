import type * as azure from '@azure/storage-blob'
import type { BlobServiceClient, RequestPolicyFactory, StoragePipelineOptions } from '@azure/storage-blob'
import { type AzureAddress, azureServiceUrl } from '#domain/backends/storeAddress.ts'
import { BackendError } from '#server/blobs/port.ts'
import { PAUSES_MS } from '../network.ts'
import { type Agents, guardedAgents, type Reach, refuseMetadata } from '../reach.ts'

type Sdk = typeof azure
type Credential = BlobServiceClient['credential']
/** What a client is made of: its address, which has the signature if there is one, and its credential. */
type Access = { url: string; credential?: Credential }

const options = (): StoragePipelineOptions => ({
  retryOptions: { maxTries: PAUSES_MS.length + 1, retryDelayInMs: PAUSES_MS[0], maxRetryDelayInMs: PAUSES_MS[1] },
})

/** Opens the container of an address; asks nothing of it yet. Throws `BackendError`, if there are no credentials for one. */
export async function openContainer(address: AzureAddress, reach: Reach) {
  const sdk = await import('@azure/storage-blob')
  const { url, credential } = await accessOf(sdk, address)
  const { host, hostname } = new URL(url)
  refuseMetadata(hostname)
  const agents = guardedAgents(reach)
  const pipeline = sdk.newPipeline(credential, options())
  pipeline.factories.push(connectingBy(agents))
  return { container: new sdk.BlobServiceClient(url, pipeline).getContainerClient(address.container), host, agents }
}

/** Requests by these agents; one that goes through a proxy of the environment has the agent of that already. */
const connectingBy = (agents: Agents): RequestPolicyFactory => ({
  create: (next) => ({
    sendRequest(request) {
      request.agent ??= request.url.startsWith('https:') ? agents.https : agents.http
      return next.sendRequest(request)
    },
  }),
})

/**
 * Credentials in the order of the CLI: a key, a shared access signature, a connection string, then the default chain
 * (environment, workload identity, managed identity, `az login`).
 */
async function accessOf(sdk: Sdk, address: AzureAddress): Promise<Access> {
  const { env } = process
  const account = address.account ?? env['AZURE_STORAGE_ACCOUNT']
  const key = env['AZURE_STORAGE_KEY']
  const signature = env['AZURE_STORAGE_SAS_TOKEN']
  const connection = env['AZURE_STORAGE_CONNECTION_STRING'] || env['AZURE_STORAGEBLOB_CONNECTIONSTRING']
  if (account && key)
    return { url: serviceUrl(address, account), credential: new sdk.StorageSharedKeyCredential(account, key) }
  if (account && signature) return { url: `${serviceUrl(address, account)}?${signature.replace(/^\?/, '')}` }
  if (connection) return fromConnectionString(sdk, connection)
  if (!account) throw new BackendError({ kind: 'credentials', problem: 'missing' })
  const { DefaultAzureCredential } = await import('@azure/identity')
  return { url: serviceUrl(address, account), credential: new DefaultAzureCredential() }
}

function fromConnectionString(sdk: Sdk, connection: string): Access {
  // The CLI's library takes https where the string does not say it; this one takes such a string for a signature.
  const isKey = /(?:^|;)AccountKey=/i.test(connection) && !/DefaultEndpointsProtocol=/i.test(connection)
  try {
    return sdk.BlobServiceClient.fromConnectionString(`${isKey ? 'DefaultEndpointsProtocol=https;' : ''}${connection}`)
  } catch {
    throw new BackendError({ kind: 'credentials', problem: 'refused' })
  }
}

/** The address of an account's service; what the address leaves out comes from the environment. */
export function serviceUrl(address: AzureAddress, account: string): string {
  const { env } = process
  const domain = address.domain ?? (env['AZURE_STORAGE_DOMAIN'] || undefined)
  const protocol = address.protocol ?? (env['AZURE_STORAGE_PROTOCOL'] || undefined)
  const isEmulator = address.isEmulator ?? isTrue(env['AZURE_STORAGE_IS_LOCAL_EMULATOR'])
  const isCdn = address.isCdn ?? isTrue(env['AZURE_STORAGE_IS_CDN'])
  return azureServiceUrl({ domain, protocol, isEmulator, isCdn }, account)
}

/** The words that Go takes for true. */
const isTrue = (text = ''): boolean => /^(?:1|t|true)$/i.test(text)
