import { Hono, type Context } from 'hono'
import type { z } from 'zod'
import { api } from '#contract/api.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import type { Identity } from '../core/access/credentials.ts'
import type { Deps } from '../deps.ts'
import { addressOf } from '../http/address.ts'
import { admitUnparsed } from '../http/admit.ts'
import { answer } from '../http/answer.ts'
import { readBody } from '../http/body.ts'
import { type BudgetName, budgetNamed, budgetOfEndpoint } from '../http/budgets.ts'
import { bodyRoomOf, type Sender } from '../http/bodyRoom.ts'
import { checkOrigin, isJson } from '../http/origin.ts'
import { inNameOf } from '../http/inNameOf.ts'
import { parseJson } from '../http/parse.ts'
import { ApiError } from '../http/apiError.ts'
import { requestIdOf, type RequestVariables } from '../http/requestId.ts'
import { senderOf } from '../http/sender.ts'
import { sessionValue } from '../http/session.ts'
import { fit } from '../texts/fit.ts'
import { jsonResponse } from '../texts/rendered.ts'
import type { Handlers, PublicCall } from './handlers.ts'
import { admitToStacks } from './stacks/touchedStacks.ts'

type Environment = { Variables: RequestVariables }

/** Creates an app that answers every endpoint of the contract with its handler. */
export function dispatchTo(deps: Deps, handlers: Handlers): Hono<Environment> {
  const app = new Hono<Environment>()
  for (const [name, endpoint] of Object.entries(api) as [keyof Handlers, Endpoint][]) {
    // The type `Handlers` ties each handler to the input of its endpoint, which a loop over all endpoints cannot
    // express.
    const handler = handlers[name] as (input: unknown, call: PublicCall) => unknown
    app.on(endpoint.method, endpoint.path, (context) =>
      answer(deps, context, async (headers) => {
        const identity = await admitUnparsed(deps, context, endpoint.access)
        return inNameOf(deps, identity, context.req.raw, async () => {
          const reply = await handler(...(await open(deps, context, { name, identity, headers })))
          return jsonResponse(reply, context.req.raw)
        })
      }),
    )
  }
  return app
}

/**
 * Checks and parses a request of a caller who was admitted: origin, parameters, query, body, access to the stacks; in this order,
 * each once.
 */
async function open(
  deps: Deps,
  context: Context<Environment>,
  { name, identity, headers }: { name: keyof Handlers; identity: Identity | undefined; headers: Headers },
): Promise<[input: unknown, call: PublicCall]> {
  const request = context.req.raw
  const endpoint: Endpoint = api[name]
  if (endpoint.method !== 'GET' || endpoint.writes === true) {
    const byCookie = identity === undefined ? sessionValue(deps, request) !== undefined : identity.via === 'cookie'
    // Signing in requires no session: a leftover cookie must not prevent a script from it.
    const isSignIn = endpoint === (api.signIn as Endpoint)
    checkOrigin(deps, request, { byCookie: byCookie && !isSignIn, hasBody: endpoint.body !== undefined })
  }
  const sender = senderOf(identity, { org: context.req.param('org'), address: addressOf(context.env) })
  const input = {
    params: context.req.param(),
    query: endpoint.query && parse(endpoint.query, Object.fromEntries(new URL(request.url).searchParams)),
    body: endpoint.body && parse(endpoint.body, await readJson(deps, request, budgetOfEndpoint(endpoint), sender)),
  }
  // The input was parsed with this endpoint's schemas, which the compiler cannot tell in a loop over all endpoints.
  if (identity) await admitToStacks(deps, identity, name, input as never)
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

async function readJson(deps: Deps, request: Request, budget: BudgetName, sender: Sender): Promise<unknown> {
  if (!isJson(request)) throw new ApiError('bad_request', 'The body must be JSON, with Content-Type application/json.')
  const host = { gunzip: deps.gunzip, room: bodyRoomOf(deps) }
  const body = await readBody(request, budgetNamed(budget, deps.settings), sender, host)
  if (body.bytes.length === 0) throw new ApiError('bad_request', 'The body is not valid JSON.')
  return parseJson(deps, body)
}

function parse<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const result = fit(schema, value)
  if ('data' in result) return result.data
  const { where, message } = result.fault
  throw new ApiError('bad_request', `${where === '' ? 'The request' : where}: ${message}.`)
}
