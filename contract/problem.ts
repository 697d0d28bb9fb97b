import { z } from 'zod'

/** All error codes of the console's API. Closed: a new code does not compile until the console has a text for it. */
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

/** Response header with the id of the request; the CLI shows it when the server fails. */
export const REQUEST_ID_HEADER = 'X-Pulumi-Request-ID'

/** Body of every `/api/ui` response that is not a success. `detail` is one sentence for the user. */
export const ProblemDetails = z.object({
  status: z.number().int(),
  code: ProblemCode,
  detail: z.string(),
  requestId: z.string(),
  params: z.record(z.string(), z.string()).optional(),
})
export type ProblemDetails = z.infer<typeof ProblemDetails>
