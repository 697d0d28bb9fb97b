import type { Problem, ProblemCode } from '#contract/problem.ts'
import type { Deps } from '../deps.ts'
import { DomainError } from '../errors.ts'
import { TextJobError } from '../texts/textJobs.ts'
import { StoreUnavailableError } from '../store/port.ts'
import { TextRemovedError } from '../store/port/states.ts'
import { ApiError } from './apiError.ts'
import { presentRefusal, presentRequest, unexpected } from './presentRefusal.ts'
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
 * The answer to anything thrown. Refusals of the service get their code; unexpected errors are logged with their stack and answered without
 * details.
 */
export function problemResponse(deps: Pick<Deps, 'log'>, thrown: unknown, requestId: string): Response {
  const error = asApiError(thrown)
  if (error.code === 'internal' || error.code === 'unavailable') {
    deps.log.error({ requestId, ...causeOf(thrown) }, 'request failed')
  }
  const status = STATUS[error.code]
  const body: Problem = {
    status,
    code: error.code,
    detail: error.message,
    requestId,
    ...(error.params && { params: error.params }),
  }
  return Response.json(body, { status, headers: error.headers })
}

function asApiError(thrown: unknown): ApiError {
  if (thrown instanceof ApiError) return thrown
  if (thrown instanceof DomainError) return presentRefusal(thrown.refusal)
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

/** What is logged. A syntax error quotes the text that it met, which may be anything, a secret too. */
export function causeOf(thrown: unknown): Record<string, unknown> {
  if (!(thrown instanceof Error)) return { name: typeof thrown }
  const frames = (thrown.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line))
  const message = thrown instanceof SyntaxError ? '' : thrown.message
  return { name: thrown.name, error: message, stack: frames.join('\n') }
}
