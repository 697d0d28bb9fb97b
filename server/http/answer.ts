import type { Context } from 'hono'
import { SEQ_HEADER } from '#contract/events.ts'
import { REQUEST_ID_HEADER } from '#contract/problem.ts'
import type { Deps } from '../deps.ts'
import { releaseBody } from './body.ts'
import { API_HEADERS } from './headers.ts'
import { problemResponse } from './problems.ts'
import { requestIdOf, type RequestVariables } from './requestId.ts'

/** The status, for logs and metrics, of a request whose caller did not wait for the answer. */
const CALLER_GONE = 499

/** Runs a request's handler; adds the headers that all answers have, and turns errors into problems. */
export async function answer(
  deps: Deps,
  context: Context<{ Variables: RequestVariables }>,
  work: (headers: Headers) => Promise<Response>,
): Promise<Response> {
  const requestId = requestIdOf(deps, context)
  const headers = new Headers()
  const seq = deps.bus.seq() // read before the response starts: later events may not be in it
  let response: Response
  try {
    response = await work(headers)
  } catch (error) {
    const { signal } = context.req.raw
    const isGone = signal.aborted && error === signal.reason
    response = isGone ? new Response(null, { status: CALLER_GONE }) : await problemResponse(deps, error, requestId)
  } finally {
    releaseBody(context.req.raw)
  }
  for (const [name, value] of Object.entries(API_HEADERS)) response.headers.set(name, value)
  response.headers.set(REQUEST_ID_HEADER, requestId)
  response.headers.set(SEQ_HEADER, String(seq))
  if (response.ok) headers.forEach((value, name) => response.headers.append(name, value))
  return response
}
