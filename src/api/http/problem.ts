import type { ProblemDetails, ProblemCode } from '#contract/problem.ts'

/** Thrown by calls of the console's API: the reason in words for the user, with the request id if there is one. */
export class ApiProblem extends Error {
  readonly problem: ProblemDetails

  constructor(problem: ProblemDetails) {
    super(problem.detail)
    this.name = 'ApiProblem'
    this.problem = problem
  }

  get code(): ProblemCode {
    return this.problem.code
  }
}

/** The code of an error; undefined if it is not an answer of the API. */
export const codeOf = (error: unknown): ProblemCode | undefined =>
  error instanceof ApiProblem ? error.code : undefined

/** True if a retry may succeed: the server was not reached, is busy, or failed. */
export const isTransient = (error: unknown): boolean =>
  error instanceof ApiProblem &&
  (error.problem.status === 0 || error.problem.status === 429 || error.problem.status >= 500)

export const unreachable = (): ApiProblem =>
  new ApiProblem({
    status: 0,
    code: 'unavailable',
    detail: 'The server cannot be reached. It may be restarting, or the network between you and it is down.',
    requestId: '',
  })

/** What a page shows of any error; fits `ErrorView`. */
export function troubleOf(error: unknown): { code: string; detail: string; status?: number; requestId?: string } {
  if (!(error instanceof ApiProblem))
    return { code: 'console', detail: error instanceof Error ? error.message : String(error) }
  const { code, detail, status, requestId } = error.problem
  return { code, detail, ...(status !== 0 && { status }), ...(requestId !== '' && { requestId }) }
}
