import type { BackendTrouble } from '#domain/backends/trouble.ts'
import { throttled, troubleOfStatus, type Verb } from '../troubles.ts'

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
export const statusOf = (error: unknown): number | undefined => described(error).$metadata?.httpStatusCode

/** The code in an error response of S3, which is its name in the SDK. */
export const codeOf = (error: unknown): string => {
  const { name, Code } = described(error)
  return typeof Code === 'string' ? Code : name
}

const described = (error: unknown): Failure => (error instanceof Error ? error : new Error('unknown'))

/** The code for a sentence; the status of an error that has none. */
export function failureOf(error: unknown): string | number | undefined {
  const code = codeOf(error)
  return code === 'Error' ? statusOf(error) : code
}

/** Why a request failed, if S3 says it. Takes nothing over from messages: they may contain addresses and keys. */
export function troubleOf(error: unknown, verb: Verb, bucket: string): BackendTrouble | undefined {
  const failure = described(error)
  const code = codeOf(error)
  const status = statusOf(error)
  const headers = failure.$response?.headers ?? {}
  const region = regionOf(failure, headers)
  if (OTHER_REGION.has(code) || (region !== null && (status === 301 || status === 307 || status === 400)))
    return { kind: 'wrongRegion', region }
  const credentials = credentialsProblem(failure, code)
  if (credentials) return { kind: 'credentials', problem: credentials }
  const store = `bucket ${bucket}`
  const wait = headers['retry-after']
  if (code === 'NoSuchBucket') return { kind: 'noSuchStore', name: store }
  if (THROTTLED.has(code)) return throttled(wait)
  if (code.startsWith('RequestTimeTooSkewed')) return undefined // a 403 that is about no right
  return troubleOfStatus(status, verb, { store, wait })
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
