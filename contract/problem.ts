import { z } from 'zod'

/** Every way in which the console's API says no. Closed: a new one does not compile until the console has words for it. */
export const ProblemCode = z.enum([
  'bad_request',
  'not_signed_in',
  'sign_in_failed',
  'forbidden',
  'wrong_origin',
  'not_found',
  'method_not_allowed',
  'conflict',
  'stale_basis',
  'lease_held',
  'not_confirmed',
  'would_break_state',
  'too_large',
  'unsupported_state',
  'too_many_requests',
  'unavailable',
  'internal',
])
export type ProblemCode = z.infer<typeof ProblemCode>

/** The response header that names a request; the CLI shows it for failures of the server. */
export const REQUEST_ID_HEADER = 'X-Pulumi-Request-ID'

/** The body of every answer of `/api/ui` that is not a success. `detail` is one sentence for a person. */
export const Problem = z.object({
  status: z.number().int(),
  code: ProblemCode,
  detail: z.string(),
  requestId: z.string(),
  params: z.record(z.string(), z.string()).optional(),
})
export type Problem = z.infer<typeof Problem>
