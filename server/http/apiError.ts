import type { ProblemCode } from '#contract/problem.ts'

/**
 * A refusal shown to a user: `detail` is one sentence and is sent to the console unchanged, so it never contains a
 * secret.
 */
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

export const badRequest = (detail: string) => new ApiError('bad_request', detail)
export const notFound = (detail: string) => new ApiError('not_found', detail)
export const conflict = (detail: string) => new ApiError('conflict', detail)
