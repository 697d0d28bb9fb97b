import type { BackendTrouble } from '#domain/backends/trouble.ts'
import { throttled, troubleOfStatus, type Verb } from '../troubles.ts'

/** What is known of an error of the SDK, or of the credentials' library. */
type Failure = {
  name: string
  message: string
  code?: unknown
  statusCode?: number
  details?: { errorCode?: unknown; authenticationErrorDetail?: unknown }
  response?: { headers?: { get(name: string): string | undefined } }
}

const described = (error: unknown): Failure => (error instanceof Error ? error : new Error('unknown'))

/** The status of a response that the SDK reports as an error; undefined if there was none. */
export const statusOf = (error: unknown): number | undefined => described(error).statusCode

/** The code of an error of the store, also of a response without a body. */
export function codeOf(error: unknown): string {
  const { name, code, details, response } = described(error)
  const all = [response?.headers?.get('x-ms-error-code'), details?.errorCode, code]
  return all.find((text) => typeof text === 'string')?.toString() ?? name
}

const NO_STORE = new Set(['AccountIsDisabled', 'ContainerBeingDeleted', 'ContainerDisabled', 'ContainerNotFound'])

export const isStoreMissing = (error: unknown): boolean => NO_STORE.has(codeOf(error))

/** The code for a sentence; the status of an error that has none. */
export function failureOf(error: unknown): string | number | undefined {
  const code = codeOf(error)
  return code === 'RestError' ? statusOf(error) : code
}

/** Why a request failed, if Azure says it. Takes nothing over from messages: they contain addresses with signatures. */
export function troubleOf(error: unknown, verb: Verb, container: string): BackendTrouble | undefined {
  const failure = described(error)
  const { statusCode: status } = failure
  const code = codeOf(error)
  const wait = failure.response?.headers?.get('retry-after')
  const problem = credentialsProblem(failure, code)
  if (problem) return { kind: 'credentials', problem }
  const store = `container ${container}`
  if (NO_STORE.has(code)) return { kind: 'noSuchStore', name: store }
  if (code === 'ServerBusy') return throttled(wait)
  return troubleOfStatus(status, verb, { store, wait })
}

function credentialsProblem({ name, message, statusCode, details }: Failure, code: string) {
  if (name === 'CredentialUnavailableError' || name === 'AggregateAuthenticationError') return 'missing'
  const detail = details?.authenticationErrorDetail
  const said = `${message} ${typeof detail === 'string' ? detail : ''}`
  const isExpired = /not valid in the specified time frame|expired|AADSTS(?:50173|700082|70043|50078)/i.test(said)
  if (name === 'AuthenticationError' || name === 'AuthenticationRequiredError') return isExpired ? 'expired' : 'refused'
  if (code === 'NoAuthenticationInformation') return 'missing'
  if (code === 'AuthenticationFailed' || code === 'InvalidAuthenticationInfo' || statusCode === 401)
    return isExpired ? 'expired' : 'refused'
  return undefined
}
