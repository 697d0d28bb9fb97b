import { utcTime } from '#words/time.ts'

/**
 * `2026-11-21 11:10:15 UTC` from what Go writes (RFC 3339, nine digits of a second); undefined for Go's zero time and
 * for none.
 */
export function instantText(text: string): string | undefined {
  const at = Date.parse(text)
  if (Number.isNaN(at) || text.startsWith('0001-')) return undefined
  return utcTime(at)
}
