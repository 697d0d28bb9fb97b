import { z } from 'zod'
import type { LogLine } from '#contract/updates.ts'

/** What a person asks of a log: nothing but errors, errors and warnings, all but debug, everything. */
export const LogLevel = z.enum(['all', 'info', 'warning', 'error'])
export type LogLevel = z.infer<typeof LogLevel>

const rank = { debug: 0, info: 1, 'info#err': 1, system: 1, warning: 2, error: 3 } as const satisfies Record<
  LogLine['severity'],
  number
>
const least = { all: 0, info: 1, warning: 2, error: 3 } as const satisfies Record<LogLevel, number>

/** The lines that a level lets through and that hold the text, in any case; exactly the list when nothing is asked. */
export function filterLog(lines: readonly LogLine[], level: LogLevel, search: string): readonly LogLine[] {
  const needle = search.toLowerCase()
  if (level === 'all' && needle === '') return lines
  return lines.filter(
    ({ severity, text, urn }) =>
      rank[severity] >= least[level] &&
      (needle === '' || text.toLowerCase().includes(needle) || (urn?.toLowerCase().includes(needle) ?? false)),
  )
}

/** A text cut where it holds the searched one, to mark it: plain, hit, plain, hit, plain … */
export function splitAtHits(text: string, search: string): string[] {
  if (search === '') return [text]
  const [low, needle] = [text.toLowerCase(), search.toLowerCase()]
  if (low.length !== text.length) return [text] // letters whose small form is longer: places would not agree
  const parts: string[] = []
  let from = 0
  for (let hit = low.indexOf(needle); hit >= 0; hit = low.indexOf(needle, from)) {
    parts.push(text.slice(from, hit), text.slice(hit, hit + needle.length))
    from = hit + needle.length
  }
  return [...parts, text.slice(from)]
}
