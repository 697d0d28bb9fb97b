import type { ProblemDetails, ProblemCode } from '#contract/problem.ts'
import type { NamesByLogin } from '#words/personName.ts'
import type { Deps } from '../deps.ts'
import { namesOf } from '../core/access/displayNames.ts'
import { DomainError } from '../errors.ts'
import { TextJobError } from '../texts/textJobs.ts'
import { StoreUnavailableError } from '../store/port.ts'
import { TextRemovedError } from '../store/port/states.ts'
import { ApiError } from './apiError.ts'
import { presentRefusal, presentRequest, unexpected } from './presentRefusal.ts'
import { loginsIn } from './refusedLogins.ts'
import { RequestError } from './requestError.ts'

const STATUS = {
  bad_request: 400,
  not_signed_in: 401,
  sign_in_failed: 401,
  forbidden: 403,
  wrong_origin: 403,
  not_found: 404,
  method_not_allowed: 405,
  conflict: 409,
  stale_basis: 409,
  lease_held: 409,
  not_confirmed: 422,
  would_break_state: 422,
  too_large: 413,
  unsupported_state: 422,
  too_many_requests: 429,
  unavailable: 503,
  internal: 500,
} as const satisfies Record<ProblemCode, number>

/**
 * Returns the answer to any error. Refusals get their code; unexpected errors are logged with their stack trace and
 * answered without details.
 */
export async function problemResponse(
  deps: Pick<Deps, 'log' | 'store'>,
  thrown: unknown,
  requestId: string,
): Promise<Response> {
  const error = asApiError(thrown, await namesFor(deps, thrown))
  if (error.code === 'internal' || error.code === 'unavailable') {
    deps.log.error({ requestId, ...causeOf(thrown) }, 'request failed')
  }
  const status = STATUS[error.code]
  const body: ProblemDetails = {
    status,
    code: error.code,
    detail: error.message,
    requestId,
    ...(error.params && { params: error.params }),
  }
  return Response.json(body, { status, headers: error.headers })
}

/** Display names for the sentence of a refusal; logins if the store is away. */
async function namesFor({ store }: Pick<Deps, 'store'>, thrown: unknown): Promise<NamesByLogin | undefined> {
  const logins = thrown instanceof DomainError ? loginsIn(thrown.refusal) : []
  if (logins.length === 0) return undefined
  return store.read((reader) => namesOf(reader, ...logins)).catch(() => undefined)
}

function asApiError(thrown: unknown, names?: NamesByLogin): ApiError {
  if (thrown instanceof ApiError) return thrown
  if (thrown instanceof DomainError) return presentRefusal(thrown.refusal, names)
  if (thrown instanceof RequestError) return presentRequest(thrown.refusal)
  if (thrown instanceof StoreUnavailableError) {
    return new ApiError('unavailable', 'The database cannot be reached right now.', { headers: { 'retry-after': '5' } })
  }
  if (thrown instanceof TextJobError) return new ApiError('unavailable', thrown.message)
  if (thrown instanceof TextRemovedError) {
    return new ApiError('not_found', thrown.message, { params: { version: String(thrown.version) } })
  }
  return unexpected()
}

/**
 * Returns the loggable part of an error. A syntax error quotes its input, which may contain anything, including a
 * secret.
 */
export function causeOf(thrown: unknown): Record<string, unknown> {
  if (!(thrown instanceof Error)) return { name: typeof thrown }
  const frames = (thrown.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line))
  const message = thrown instanceof SyntaxError ? '' : thrown.message
  return { name: thrown.name, error: message, stack: frames.join('\n') }
}
