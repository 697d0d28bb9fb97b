import type { Context } from 'hono'
import type { Access } from '#contract/endpoint.ts'
import type { Identity } from '../core/access/credentials.ts'
import { checkScope, refuseHidden, scopeFor } from '../core/access/rights.ts'
import type { Deps } from '../deps.ts'
import { DomainError } from '../errors.ts'
import { addressOf } from './address.ts'
import { noteWrongToken, waitWords } from './attempts.ts'
import { authenticate } from './auth.ts'
import { ApiError } from './apiError.ts'
import { noteCaller } from './refusedRequests.ts'
import { countRequest } from './requestShares.ts'
import { requestIdOf, type RequestVariables } from './requestId.ts'

/** Returns the caller of a request; throws if they lack the right in the organization of its address. */
export async function admit(
  deps: Deps,
  context: Context<{ Variables: RequestVariables }>,
  access: Exclude<Access, 'public'> | 'metrics',
): Promise<Identity> {
  const identity = await admitUnparsed(deps, context, access)
  refuseHidden(identity.user, context.req.param())
  return identity
}

/**
 * The same before a request is parsed, whose parser has to call `refuseHidden`: what is wrong with a request is told
 * first, as it is where nothing is hidden.
 */
export async function admitUnparsed(
  deps: Deps,
  context: Context<{ Variables: RequestVariables }>,
  access: Exclude<Access, 'public'> | 'metrics',
): Promise<Identity>
export async function admitUnparsed(
  deps: Deps,
  context: Context<{ Variables: RequestVariables }>,
  access: Access | 'metrics',
): Promise<Identity | undefined>
export async function admitUnparsed(
  deps: Deps,
  context: Context<{ Variables: RequestVariables }>,
  access: Access | 'metrics',
): Promise<Identity | undefined> {
  const request = context.req.raw
  const identity = await authenticate(deps, request)
  noteCaller(request, identity)
  if (access === 'public') return identity
  if (identity === undefined) {
    if (request.headers.has('authorization')) await slowDown(deps, context)
    throw new DomainError({ kind: 'notSignedIn' })
  }
  checkScope(identity, access === 'metrics' ? access : scopeFor(access), context.req.param())
  countRequest(deps, context.env, identity)
  return identity
}

/** Throws `too_many_requests` for an address that has sent too many wrong tokens. */
async function slowDown(deps: Deps, context: Context<{ Variables: RequestVariables }>): Promise<void> {
  const from = { address: addressOf(context.env), requestId: requestIdOf(deps, context) }
  const waitS = await noteWrongToken(deps, context.req.raw, from)
  if (waitS !== undefined) throw tooManyAttempts(waitS)
}

export const tooManyAttempts = (waitS: number) =>
  new ApiError('too_many_requests', waitWords(waitS), {
    params: { retryAfterS: String(waitS) },
    headers: { 'retry-after': String(waitS) },
  })
