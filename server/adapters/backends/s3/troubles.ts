import type { BackendTrouble } from '#domain/backends/trouble.ts'
import { networkTrouble, retryAfterS, safeCode } from '../network.ts'
import type { Verb } from '../troubles.ts'

/** What is known of an error of the SDK. */
type Failure = {
  name: string
  message: string
  Code?: unknown
  Region?: unknown
  $metadata?: { httpStatusCode?: number }
  $response?: { headers?: Record<string, string> }
}

const EXPIRED = new Set(['ExpiredToken', 'ExpiredTokenException', 'RequestExpired', 'TokenRefreshRequired'])
const REFUSED = new Set([
  'InvalidAccessKeyId',
  'InvalidClientTokenId',
  'InvalidIdentityToken',
  'InvalidToken',
  'NotSignedUp',
  'SignatureDoesNotMatch',
  'UnrecognizedClientException',
])
const THROTTLED = new Set(['RequestLimitExceeded', 'SlowDown', 'ThrottlingException', 'Throttling', 'TooManyRequests'])
const OTHER_REGION = new Set([
  'AuthorizationHeaderMalformed',
  'IllegalLocationConstraintException',
  'PermanentRedirect',
])

/** The status of a response that the SDK reports as an error; undefined if there was none. */
export const statusOf = (error: unknown): number | undefined => failureOf(error).$metadata?.httpStatusCode

/** The code in an error response of S3, which is its name in the SDK. */
export const codeOf = (error: unknown): string => {
  const { name, Code } = failureOf(error)
  return typeof Code === 'string' ? Code : name
}

const failureOf = (error: unknown): Failure => (error instanceof Error ? error : new Error('unknown'))

/** Why a request failed. Takes nothing over from messages: they may contain addresses and keys. */
export function troubleOf(error: unknown, verb: Verb, bucket: string, host: string): BackendTrouble {
  const failure = failureOf(error)
  const code = codeOf(error)
  const status = statusOf(error)
  const headers = failure.$response?.headers ?? {}
  const region = regionOf(failure, headers)
  if (status === 301 || status === 307 || OTHER_REGION.has(code) || (status === 400 && region !== null))
    return { kind: 'wrongRegion', region }
  const credentials = credentialsProblem(failure, code)
  if (credentials) return { kind: 'credentials', problem: credentials }
  if (code === 'NoSuchBucket' || (status === 404 && verb === 'list'))
    return { kind: 'noSuchStore', name: `bucket ${bucket}` }
  const hasToWait = status === 429 || (status === 503 && headers['retry-after'] !== undefined)
  if (THROTTLED.has(code) || hasToWait)
    return { kind: 'throttled', retryAfterS: retryAfterS(headers['retry-after'], Date.now()) }
  if (status === 403 && !code.startsWith('RequestTimeTooSkewed')) return { kind: 'forbidden', what: verb }
  return networkTrouble(error, host) ?? { kind: 'failed', code: safeCode(code === 'Error' ? status : code) }
}

function regionOf({ Region }: Failure, headers: Record<string, string>): string | null {
  const region = headers['x-amz-bucket-region'] ?? Region
  return typeof region === 'string' && /^[a-z0-9-]{1,40}$/.test(region) ? region : null
}

/** Errors of the chain of credentials have a name and a text; those of the store have a code. */
function credentialsProblem({ name, message, $metadata }: Failure, code: string) {
  if (EXPIRED.has(code)) return 'expired'
  if (REFUSED.has(code) || $metadata?.httpStatusCode === 401) return 'refused'
  if (!/CredentialsProviderError|ProviderError|TokenProviderError/.test(name)) return undefined
  return /expired|refresh|sso login/i.test(message) ? 'expired' : 'missing'
}
