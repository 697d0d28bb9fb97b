import type { CredentialChangeRow, CredentialChangesOf } from './port/access.ts'

/** Rows with JSON in them go in and out as a database would give them back: copied, without `undefined`. */
export const copy = <T>(row: T): T => JSON.parse(JSON.stringify(row))
export const flat = <T extends object>(row: T): T => ({ ...row })

/** Of this user, not seen, and not done by this session or token. */
export const isUnseen = (row: CredentialChangeRow, { userId, notBy }: CredentialChangesOf): boolean =>
  row.userId === userId && row.seenAt === null && row.byId !== notBy

/** By code points, as databases do; comparing strings compares halves of those beyond 16 bits. */
export const byText = (a: string, b: string): number => {
  if (a === b) return 0
  let at = 0
  while (at < a.length && a[at] === b[at]) at++
  if (at > 0 && (isSecondHalf(a.charCodeAt(at)) || isSecondHalf(b.charCodeAt(at)))) at--
  return (a.codePointAt(at) ?? -1) - (b.codePointAt(at) ?? -1)
}
const isSecondHalf = (unit: number) => unit >= 0xdc00 && unit < 0xe000
