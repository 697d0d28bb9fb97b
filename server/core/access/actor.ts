/** Who does something, and from where: kept with updates, refusals and the audit log. */
export type Actor = {
  login: string
  /** The access token used, or with which the browser's session was started. */
  tokenName: string | null
  userAgent: string
  address: string | null
}

/** A person in a browser is one client, and so is one access token: another token of the same person is someone else. */
export const isSameClient = (a: Pick<Actor, 'login' | 'tokenName'>, b: Pick<Actor, 'login' | 'tokenName'>): boolean =>
  a.login === b.login && a.tokenName === b.tokenName
