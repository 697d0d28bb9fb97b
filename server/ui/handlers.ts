import type { Api } from '#contract/api.ts'
import type { HandlerInput, ReplyOf } from '#contract/endpoint.ts'
import type { Bounded } from '../core/access/rights.ts'
import type { Actor } from '../core/access/actor.ts'
import type { Rendered } from '../texts/rendered.ts'
import type { SessionRow, TokenRow, UserRow } from '../store/port/access.ts'

/** Who calls an endpoint of the console, and from where. */
export type Call = {
  user: UserRow
  /** The access token that was used; null for a browser session. */
  token: TokenRow | null
  /** The token that bounds what they may do: also that with which a session was started. */
  bound: TokenRow | null
  /** The browser's session; null for an access token. */
  session: SessionRow | null
  requestId: string
  address: string | null
  userAgent: string
  request: Request
}

/** What a handler of a public endpoint knows: perhaps no one has signed in. Headers it sets go with the answer. */
export type PublicCall = Omit<Call, 'user'> & { user: UserRow | null; headers: Headers }

/** Endpoints whose access is `public`; a test compares this with the contract. */
export const PUBLIC = ['signIn', 'signOut'] as const satisfies (keyof Api)[]

type CallOf<Name extends keyof Api> = Name extends (typeof PUBLIC)[number] ? PublicCall : Call

/** What is answered, or the same as the body that is sent. */
type Answer<Reply> = Reply | Rendered<Reply>

/** One function for each endpoint: a handler without an endpoint, or an endpoint without a handler, does not compile. */
export type Handlers = {
  [Name in keyof Api]: (
    input: HandlerInput<Api[Name]>,
    call: CallOf<Name>,
  ) => Answer<ReplyOf<Api[Name]>> | Promise<Answer<ReplyOf<Api[Name]>>>
}

/** The caller as it is kept with updates, refusals and the audit log. */
export const actorOf = (call: Call): Actor => ({
  login: call.user.login,
  tokenName: ownTokenName(call),
  userAgent: call.userAgent,
  address: call.address,
})

/** The name of the token that someone came with; null for a link, also for one that someone else's token made. */
export const ownTokenName = ({ user, bound }: Bounded): string | null => (bound?.userId === user.id ? bound.name : null)
