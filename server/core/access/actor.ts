/** The user who does something and the client in use; stored with updates, refusals and the audit log. */
export type Actor = {
  login: string
  /** The access token used, or the one with which the browser session was started. */
  tokenName: string | null
  userAgent: string
  address: string | null
}

/** Who writes, and in which request: both are in the audit log. */
export type Who = { by: Actor; requestId: string }

/**
 * Whether two actors are the same client: a user's browser is one client, and so is each access token of the same user.
 */
export const isSameClient = (a: Pick<Actor, 'login' | 'tokenName'>, b: Pick<Actor, 'login' | 'tokenName'>): boolean =>
  a.login === b.login && a.tokenName === b.tokenName
