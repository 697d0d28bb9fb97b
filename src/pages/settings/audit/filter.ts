import { AuditFilter } from '#contract/audit.ts'
import { auditWords } from '#domain/auditWords.ts'
import { periodNames } from '#src/features/views/PeriodSelect.tsx'
import { dayRange } from '#src/lib/day.ts'

/** What an address holds: the filter, with a day instead of instants, and the hidden columns. */
export type Choice = Omit<AuditFilter, 'from' | 'until'> & { day?: string | undefined; hide?: string | undefined }

/** The choice in an address. Each invalid part falls back to its default, without affecting the others. */
export function choiceOf(search: URLSearchParams): Choice {
  const { shape } = AuditFilter
  const part = <Name extends keyof AuditFilter>(name: Name): AuditFilter[Name] => {
    const text = search.get(name)?.trim()
    return text ? (shape[name].safeParse(text).data as AuditFilter[Name]) : undefined // one schema for each name
  }
  const day = search.get('day') ?? undefined
  const isDay = dayRange(day) !== undefined
  return {
    q: part('q'),
    stack: part('stack'),
    login: part('login'),
    action: part('action'),
    since: isDay ? undefined : part('since'),
    day: isDay ? day : undefined,
    before: part('before'),
    hide: search.get('hide') ?? undefined,
  }
}

/** The filter of a choice. */
export const filterOf = ({ day, hide: _, ...rest }: Choice): AuditFilter => ({ ...rest, ...dayRange(day) })

/** The choice as an address, with changes. A changed filter starts at the newest again. */
export const searchOf = (choice: Choice, change: Partial<Choice>): Record<string, string> => {
  const { before: _, ...kept } = choice
  const given = Object.entries(kept).filter(([, value]) => value)
  return Object.fromEntries(
    Object.entries({ ...Object.fromEntries(given), ...change }).flatMap(([name, value]) =>
      value ? [[name, String(value)]] : [],
    ),
  )
}

/** The filter in words: `created a token, by ada, last 7 days`; empty when everything is asked for. */
export const filterWords = ({ q, stack, login, action, since, day }: Choice): string =>
  [
    q && `with “${q}”`,
    action && (Object.hasOwn(auditWords, action) ? auditWords[action as keyof typeof auditWords] : action),
    login && `by ${login}`,
    stack && `on ${stack}`,
    since && periodNames[since].toLowerCase(),
    day && `on ${day}`,
  ]
    .filter(Boolean)
    .join(', ')
