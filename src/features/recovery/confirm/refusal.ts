import type { ProblemCode } from '#contract/problem.ts'
import { ApiProblem, troubleOf } from '#src/api/http/problem.ts'

/** Why the server refused, as shown next to the action. */
export type Refusal = {
  code: ProblemCode | 'console'
  detail: string
  params: Readonly<Record<string, string>>
  requestId?: string | undefined
  /** Of a preview: nothing was sent that the server could have written. */
  isPreview?: true
}

export const refusalOf = (error: unknown): Refusal => {
  if (!(error instanceof ApiProblem)) return { code: 'console', detail: troubleOf(error).detail, params: {} }
  const { code, detail, params = {}, requestId } = error.problem
  return { code, detail, params, requestId: requestId || undefined }
}

/** Why there is no preview. */
export const refusalOfPreview = (error: unknown): Refusal => ({ ...refusalOf(error), isPreview: true })

/** Codes after which the page's data is out of date, or may be. */
const MOVED: readonly Refusal['code'][] = [
  'stale_basis',
  'lease_held',
  'conflict',
  'unavailable',
  'internal',
  'not_found',
  'console',
]

/** True if the user must refresh before sending the same again. */
export const needsReview = ({ code }: Refusal): boolean => MOVED.includes(code)

/** True if the answer was lost: the request may have been carried out. */
export const isOpenEnded = ({ code }: Refusal): boolean => code === 'unavailable' || code === 'internal'
