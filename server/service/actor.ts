/** Who does something, and from where: kept with updates, refusals and the audit log. */
export type Actor = {
  login: string
  tokenName: string | null
  userAgent: string
  address: string | null
}
