import type { Api } from '#contract/api.ts'
import type { HandlerInput, ReplyOf } from '#contract/endpoint.ts'
import type { Bounded } from '../core/access/rights.ts'
import type { Actor, Who } from '../core/access/actor.ts'
import type { Rendered } from '../texts/rendered.ts'
import type { KnownUser, SessionRow, TokenRow } from '../store/port/access.ts'

/** The caller of an endpoint of the console, and the request's origin. */
export type Call = {
  user: KnownUser
  /** The access token that was used; null for a browser session. */
  token: TokenRow | null
  /** The token that limits the caller's rights; also set for a session that was started with a token. */
  bound: TokenRow | null
  /** The browser's session; null for an access token. */
  session: SessionRow | null
  requestId: string
  address: string | null
  userAgent: string
  request: Request
}

/** What a handler of a public endpoint receives: the user may be null. Headers that it sets are added to the answer. */
export type PublicCall = Omit<Call, 'user'> & { user: KnownUser | null; headers: Headers }

/** Endpoints whose access is `public`; a test compares this with the contract. */
export const PUBLIC = ['signIn', 'signOut'] as const satisfies (keyof Api)[]

type CallOf<Name extends keyof Api> = Name extends (typeof PUBLIC)[number] ? PublicCall : Call

/** The reply, or its serialized form. */
type Answer<Reply> = Reply | Rendered<Reply>

/**
 * One function for each endpoint: a handler without an endpoint, or an endpoint without a handler, does not compile.
 */
export type Handlers = {
  [Name in keyof Api]: (
    input: HandlerInput<Api[Name]>,
    call: CallOf<Name>,
  ) => Answer<ReplyOf<Api[Name]>> | Promise<Answer<ReplyOf<Api[Name]>>>
}

/** Returns the caller as stored with updates, refusals and the audit log. */
export const actorOf = (call: Call): Actor => ({
  login: call.user.login,
  tokenName: ownTokenName(call),
  userAgent: call.userAgent,
  address: call.address,
})

/** The same with the request, for a write. */
export const whoOf = (call: Call): Who => ({ by: actorOf(call), requestId: call.requestId })

/** Returns the name of the caller's token; null for a sign-in link, even one created with another user's token. */
export const ownTokenName = ({ user, bound }: Bounded): string | null => (bound?.userId === user.id ? bound.name : null)
