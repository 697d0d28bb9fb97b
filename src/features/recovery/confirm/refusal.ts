import type { ProblemCode } from '#contract/problem.ts'
import { ApiProblem, troubleOf } from '#src/api/http/problem.ts'

/** Why the server did not carry something out, as the person sees it next to the action. */
export type Refusal = {
  code: ProblemCode | 'console'
  detail: string
  params: Readonly<Record<string, string>>
  requestId?: string | undefined
}

export const refusalOf = (error: unknown): Refusal => {
  if (!(error instanceof ApiProblem)) return { code: 'console', detail: troubleOf(error).detail, params: {} }
  const { code, detail, params = {}, requestId } = error.problem
  return { code, detail, params, requestId: requestId || undefined }
}

/** Codes after which what the person read is no longer what is there, or it is not known whether it is. */
const MOVED: readonly Refusal['code'][] = [
  'stale_basis',
  'lease_held',
  'conflict',
  'unavailable',
  'internal',
  'not_found',
  'console',
]

/** True when the person has to look again before the same can be sent once more. */
export const needsReview = ({ code }: Refusal): boolean => MOVED.includes(code)

/** True when the answer was lost on its way: it may have been carried out. */
export const isOpenEnded = ({ code }: Refusal): boolean => code === 'unavailable' || code === 'internal'
