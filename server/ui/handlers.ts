import type { Api } from '#contract/api.ts'
import type { HandlerInput, ReplyOf } from '#contract/endpoint.ts'
import type { Actor } from '../service/actor.ts'
import type { TokenRow, UserRow } from '../store/port.ts'

/** Who calls an endpoint of the console, and from where. */
export type Call = {
  user: UserRow
  /** The access token that was used; null for a browser session. */
  token: TokenRow | null
  /** The token that bounds what they may do: also that with which a session was begun. */
  bound: TokenRow | null
  requestId: string
  address: string | null
  userAgent: string
  request: Request
}

/** What a handler of a public endpoint knows: perhaps nobody has signed in. Headers it sets go with the answer. */
export type PublicCall = Omit<Call, 'user'> & { user: UserRow | null; headers: Headers }

/** Endpoints whose access is `public`; a test compares this with the contract. */
export const PUBLIC = ['signIn', 'signOut'] as const satisfies (keyof Api)[]

type CallOf<Name extends keyof Api> = Name extends (typeof PUBLIC)[number] ? PublicCall : Call

/** One function for each endpoint: a handler without an endpoint, or an endpoint without a handler, does not compile. */
export type Handlers = {
  [Name in keyof Api]: (
    input: HandlerInput<Api[Name]>,
    call: CallOf<Name>,
  ) => ReplyOf<Api[Name]> | Promise<ReplyOf<Api[Name]>>
}

/** The caller as it is kept with updates, refusals and the audit log. */
export const actorOf = ({ user, token, userAgent, address }: Call): Actor => ({
  login: user.login,
  tokenName: token?.name ?? null,
  userAgent,
  address,
})
