import type { Problem, ProblemCode } from '#contract/problem.ts'

/** What a call of the console's API throws: why not, in words for a person, with the request's id where there is one. */
export class ApiProblem extends Error {
  readonly problem: Problem

  constructor(problem: Problem) {
    super(problem.detail)
    this.name = 'ApiProblem'
    this.problem = problem
  }

  get code(): ProblemCode {
    return this.problem.code
  }
}

/** The code of whatever was thrown; undefined if it was no answer of the API. */
export const codeOf = (error: unknown): ProblemCode | undefined =>
  error instanceof ApiProblem ? error.code : undefined

/** True where asking again may help: the server was not reached, is busy, or failed. */
export const isPassing = (error: unknown): boolean =>
  error instanceof ApiProblem &&
  (error.problem.status === 0 || error.problem.status === 429 || error.problem.status >= 500)

export const unreachable = (): ApiProblem =>
  new ApiProblem({
    status: 0,
    code: 'unavailable',
    detail: 'The server cannot be reached. It may be restarting, or the network between you and it is down.',
    requestId: '',
  })

/** What a page shows of whatever was thrown; fits `ErrorView`. */
export function troubleOf(error: unknown): { code: string; detail: string; status?: number; requestId?: string } {
  if (!(error instanceof ApiProblem))
    return { code: 'console', detail: error instanceof Error ? error.message : String(error) }
  const { code, detail, status, requestId } = error.problem
  return { code, detail, ...(status !== 0 && { status }), ...(requestId !== '' && { requestId }) }
}
