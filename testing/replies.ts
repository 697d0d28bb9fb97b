import type { z } from 'zod'
import { ProblemDetails } from '#contract/problem.ts'

/** The refusal that the console's API answered with. */
export const problemOf = async (response: Response | Promise<Response>): Promise<ProblemDetails> =>
  ProblemDetails.parse(await (await response).json())

/** The answer of the console's API; throws its refusal. */
export async function replyOf<Schema extends z.ZodType>(
  schema: Schema,
  response: Response | Promise<Response>,
): Promise<z.output<Schema>> {
  const answered = await response
  const body: unknown = await answered.json()
  if (!answered.ok) throw new Error(JSON.stringify(body))
  return schema.parse(body)
}
