import type { CredentialChangeRow, CredentialChangesOf } from './port/access.ts'

/** Copies a row as a database would return it: without fields that are `undefined`. */
export const copy = <T>(row: T): T => JSON.parse(JSON.stringify(row))
export const flat = <T extends object>(row: T): T => ({ ...row })

/** Whether a change concerns this user, is not marked as seen, and was not made by this session or token. */
export const isUnseen = (row: CredentialChangeRow, { userId, notBy }: CredentialChangesOf): boolean =>
  row.userId === userId && row.seenAt === null && row.byId !== notBy

/**
 * Compares by code points, as databases do; JavaScript compares UTF-16 code units, which orders characters beyond 16
 * bits differently.
 */
export const byText = (a: string, b: string): number => {
  if (a === b) return 0
  let at = 0
  while (at < a.length && a[at] === b[at]) at++
  if (at > 0 && (isSecondHalf(a.charCodeAt(at)) || isSecondHalf(b.charCodeAt(at)))) at--
  return (a.codePointAt(at) ?? -1) - (b.codePointAt(at) ?? -1)
}
const isSecondHalf = (unit: number) => unit >= 0xdc00 && unit < 0xe000
