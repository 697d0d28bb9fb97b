import { Hono, type Context } from 'hono'
import type { z } from 'zod'
import { api } from '#contract/api.ts'
import type { Access, Endpoint } from '#contract/endpoint.ts'
import { SEQ_HEADER } from '#contract/events.ts'
import type { Deps } from '../deps.ts'
import { readBody, releaseBody } from './body.ts'
import { type BudgetName, budgetNamed, budgetOfEndpoint } from './budgets.ts'
import { fit } from '../texts/fit.ts'
import { inFlightOf } from './inFlight.ts'
import { parseJson } from '../cli/parse.ts'
import { Rendered } from '../texts/rendered.ts'
import type { Handlers, PublicCall } from '../ui/handlers.ts'
import { admitSecond } from '../ui/stacks/touchedStacks.ts'
import { addressOf } from './address.ts'
import { noteWrongToken, waitWords } from './attempts.ts'
import { authenticate, type Identity } from './auth.ts'
import { API_HEADERS } from './headers.ts'
import { checkOrigin, isJson } from './origin.ts'
import { ApiError, problemResponse } from './problems.ts'
import { noteCaller } from './refusedRequests.ts'
import { REQUEST_ID_HEADER } from '#contract/problem.ts'
import { requestIdOf, type RequestVariables } from './requestId.ts'
import { refusalOf, scopeFor } from './rights.ts'
import { sessionValue } from './session.ts'

type Environment = { Variables: RequestVariables }

/** An app that answers every endpoint of the contract with its handler. */
export function dispatchTo(deps: Deps, handlers: Handlers): Hono<Environment> {
  const app = new Hono<Environment>()
  for (const [name, endpoint] of Object.entries(api) as [keyof Handlers, Endpoint][]) {
    // `Handlers` ties each handler to the parsed input of its own endpoint; a loop over all of them cannot say so.
    const handler = handlers[name] as (input: unknown, call: PublicCall) => unknown
    app.on(endpoint.method, endpoint.path, (context) =>
      answer(deps, context, async (headers) => {
        const reply = await handler(...(await open(deps, context, name, headers)))
        return reply instanceof Rendered ? reply.response(context.req.raw) : Response.json(reply)
      }),
    )
  }
  return app
}

/** Runs what answers a request; adds the headers that every answer has, and turns what is thrown into a problem. */
export async function answer(
  deps: Deps,
  context: Context<Environment>,
  work: (headers: Headers) => Promise<Response>,
): Promise<Response> {
  const requestId = requestIdOf(deps, context)
  const headers = new Headers()
  const seq = deps.bus.seq() // before the answer is begun: what is told meanwhile may not be in it
  let response: Response
  try {
    response = await work(headers)
  } catch (error) {
    response = problemResponse(deps, error, requestId)
  } finally {
    releaseBody(context.req.raw)
  }
  for (const [name, value] of Object.entries(API_HEADERS)) response.headers.set(name, value)
  response.headers.set(REQUEST_ID_HEADER, requestId)
  response.headers.set(SEQ_HEADER, String(seq))
  if (response.ok) headers.forEach((value, name) => response.headers.append(name, value))
  return response
}

/** Checks and parses a request: identity, access, origin, parameters, query, body, access to a second stack. In this order, each once. */
async function open(
  deps: Deps,
  context: Context<Environment>,
  name: keyof Handlers,
  headers: Headers,
): Promise<[input: unknown, call: PublicCall]> {
  const request = context.req.raw
  const endpoint: Endpoint = api[name]
  const identity = await admit(deps, context, endpoint.access)
  if (endpoint.method !== 'GET') {
    const byCookie = identity === undefined ? sessionValue(deps, request) !== undefined : identity.via === 'cookie'
    // Signing in needs no session: a cookie that lies about must not keep a script from it.
    const isSignIn = endpoint === (api.signIn as Endpoint)
    checkOrigin(deps, request, { byCookie: byCookie && !isSignIn, hasBody: endpoint.body !== undefined })
  }
  const input = {
    params: context.req.param(),
    query: endpoint.query && parse(endpoint.query, Object.fromEntries(new URL(request.url).searchParams)),
    body: endpoint.body && parse(endpoint.body, await readJson(deps, request, budgetOfEndpoint(endpoint))),
  }
  // The loop over all endpoints parsed it with this one's own schemas, which the compiler cannot follow.
  if (identity) await admitSecond(deps, identity, name, input as never)
  const call = {
    user: identity?.user ?? null,
    token: identity?.token ?? null,
    bound: identity?.bound ?? null,
    session: identity?.session ?? null,
    requestId: requestIdOf(deps, context),
    address: addressOf(context.env),
    userAgent: (request.headers.get('user-agent') ?? '').slice(0, 500),
    request,
    headers,
  }
  return [input, call]
}

/** Who makes the request, if they may, in the organisation of its address. */
export async function admit(
  deps: Deps,
  context: Context<Environment>,
  access: Access | 'metrics',
): Promise<Identity | undefined> {
  const request = context.req.raw
  const identity = await authenticate(deps, request)
  noteCaller(request, identity)
  if (access === 'public') return identity
  if (identity === undefined) {
    if (request.headers.has('authorization')) await slowDown(deps, context)
    throw new ApiError('not_signed_in', 'You are not signed in.')
  }
  const refusal = refusalOf(identity, access === 'metrics' ? access : scopeFor(access), context.req.param('org'))
  if (refusal !== undefined) {
    const { detail, needs, has } = refusal
    throw new ApiError('forbidden', detail, { params: { needs, has } })
  }
  return identity
}

/** Throws `too_many_requests` for an address that has sent too many wrong tokens. */
async function slowDown(deps: Deps, context: Context<Environment>): Promise<void> {
  const from = { address: addressOf(context.env), requestId: requestIdOf(deps, context) }
  const waitS = await noteWrongToken(deps, context.req.raw, from)
  if (waitS !== undefined) throw tooManyAttempts(waitS)
}

export const tooManyAttempts = (waitS: number) =>
  new ApiError('too_many_requests', waitWords(waitS), {
    params: { retryAfterS: String(waitS) },
    headers: { 'retry-after': String(waitS) },
  })

async function readJson(deps: Deps, request: Request, budget: BudgetName): Promise<unknown> {
  if (!isJson(request)) throw new ApiError('bad_request', 'The body must be JSON, with Content-Type application/json.')
  const host = { gunzip: deps.gunzip, inFlight: inFlightOf(deps) }
  const body = await readBody(request, budgetNamed(budget, deps.settings), host)
  if (body.bytes.length === 0) throw new ApiError('bad_request', 'The body is not valid JSON.')
  return parseJson(deps, body)
}

function parse<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const result = fit(schema, value)
  if ('data' in result) return result.data
  const { where, message } = result.fault
  throw new ApiError('bad_request', `${where === '' ? 'The request' : where}: ${message}.`)
}
