import { z } from 'zod'
import type { LogLine } from '#contract/updates.ts'

/** The level filter: only errors, errors and warnings, all but debug, everything. */
export const LogLevel = z.enum(['all', 'info', 'warning', 'error'])
export type LogLevel = z.infer<typeof LogLevel>

const rank = { debug: 0, info: 1, 'info#err': 1, system: 1, warning: 2, error: 3 } as const satisfies Record<
  LogLine['severity'],
  number
>
const least = { all: 0, info: 1, warning: 2, error: 3 } as const satisfies Record<LogLevel, number>

/** Whether a line passes the level and contains the text, in any case; undefined if every line does. */
export function matcher(level: LogLevel, search: string): ((line: LogLine) => boolean) | undefined {
  const needle = search.toLowerCase()
  if (level === 'all' && needle === '') return undefined
  return ({ severity, text, urn }) =>
    rank[severity] >= least[level] &&
    (needle === '' || text.toLowerCase().includes(needle) || (urn?.toLowerCase().includes(needle) ?? false))
}

/** A text split at the search matches, to mark them: plain, match, plain, match, plain … */
export function splitAtHits(text: string, search: string): string[] {
  if (search === '') return [text]
  const [low, needle] = [text.toLowerCase(), search.toLowerCase()]
  if (low.length !== text.length) return [text] // letters whose lower case is longer would shift positions
  const parts: string[] = []
  let from = 0
  for (let hit = low.indexOf(needle); hit >= 0; hit = low.indexOf(needle, from)) {
    parts.push(text.slice(from, hit), text.slice(hit, hit + needle.length))
    from = hit + needle.length
  }
  return [...parts, text.slice(from)]
}
