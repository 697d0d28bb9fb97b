import { DAY_MS, instantOf, localDate } from '#words/time.ts'

/** The start and the end of a local day `2026-01-31`; undefined if there is no such day. */
export function dayRange(day: string | undefined): { from: number; until: number } | undefined {
  if (day === undefined || !/^\d{4}-\d\d-\d\d$/.test(day)) return undefined
  const from = instantOf(`${day}T00:00`)
  if (Number.isNaN(from) || localDate(from) !== day) return undefined
  // A day may have 23 or 25 hours.
  return { from, until: instantOf(`${localDate(from + 1.5 * DAY_MS)}T00:00`) }
}
