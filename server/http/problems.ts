import type { Problem, ProblemCode } from '#contract/problem.ts'
import type { Deps } from '../deps.ts'
import { AlreadyEndedError, CliError, LeaseHeldError, StaleBasisError } from '../core/errors.ts'
import { TextJobError } from '../texts/textJobs.ts'
import { StoreUnavailableError, TextRemovedError } from '../store/port.ts'

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

/** Parts of the service that the CLI's API and the console's share refuse in the CLI's terms. */
const CODE_OF_STATUS = new Map<number, ProblemCode>([
  [400, 'bad_request'],
  [403, 'forbidden'],
  [404, 'not_found'],
  [409, 'conflict'],
  [413, 'too_large'],
  [415, 'bad_request'],
  [503, 'unavailable'],
])

/** A refusal for a person: `detail` is one sentence and goes to the console as it stands, so it never holds a secret. */
export class ApiError extends Error {
  readonly code: ProblemCode
  readonly params: Record<string, string> | undefined
  readonly headers: Record<string, string>

  constructor(
    code: ProblemCode,
    detail: string,
    { params, headers = {} }: { params?: Record<string, string>; headers?: Record<string, string> } = {},
  ) {
    super(detail)
    this.code = code
    this.params = params
    this.headers = headers
  }
}

const PHRASES: Partial<Record<number, string>> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  409: 'Conflict',
  429: 'Too Many Requests',
}

/** A refusal as the CLI is answered, also of what the CLI's API and the console's share; undefined for a fault. */
export function asCliError(thrown: unknown): CliError | undefined {
  if (!(thrown instanceof ApiError)) return thrown instanceof CliError ? thrown : undefined
  const status = STATUS[thrown.code]
  return new CliError(status, `${PHRASES[status] ?? 'Refused'}: ${thrown.message}`, thrown.headers)
}

/**
 * The answer to anything thrown. Refusals of the service get their code; what nobody expected is logged with its stack
 * and answered without a word of it.
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
  if (thrown instanceof LeaseHeldError) {
    const params = { updateId: thrown.holderId }
    return new ApiError('lease_held', 'An update holds the lease of this stack.', { params })
  }
  if (thrown instanceof StaleBasisError) {
    const { version, hash } = thrown.current
    const detail = 'The state has changed since you read it. Review what changed, then try again.'
    return new ApiError('stale_basis', detail, { params: { version: String(version), hash } })
  }
  if (thrown instanceof AlreadyEndedError) {
    return new ApiError('conflict', 'The update has ended already.', { params: { updateId: thrown.updateId } })
  }
  if (thrown instanceof StoreUnavailableError) {
    return new ApiError('unavailable', 'The database cannot be reached right now.', { headers: { 'retry-after': '5' } })
  }
  if (thrown instanceof TextJobError) return new ApiError('unavailable', thrown.message)
  if (thrown instanceof TextRemovedError) {
    return new ApiError('not_found', thrown.message, { params: { version: String(thrown.version) } })
  }
  if (thrown instanceof CliError) {
    const code = CODE_OF_STATUS.get(thrown.status)
    if (code !== undefined)
      return new ApiError(code, thrown.message.replace(/^[A-Z][A-Za-z ]*: /, ''), { headers: thrown.headers })
  }
  return new ApiError('internal', 'Something went wrong on the server. Its log has more under this request id.')
}

/** What the log is told. A syntax error quotes the text that it met, which may be anything, a secret too. */
export function causeOf(thrown: unknown): Record<string, unknown> {
  if (!(thrown instanceof Error)) return { name: typeof thrown }
  const frames = (thrown.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line))
  const message = thrown instanceof SyntaxError ? '' : thrown.message
  return { name: thrown.name, error: message, stack: frames.join('\n') }
}
