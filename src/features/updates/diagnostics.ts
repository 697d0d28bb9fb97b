import type { ChangeRow } from '#contract/updates.ts'
import { isClosingLine } from '#domain/events/failure.ts'
import { firstLine } from '#domain/events/failureLine.ts'

/** One message about one or several resources. */
export type Diagnostic = {
  severity: 'error' | 'warning'
  text: string
  resources: { urn: string; name: string }[]
  /** Number of occurrences. */
  count: number
}

/**
 * Errors and warnings of a run, each text once: errors first, then by the number of resources concerned; the
 * engine's closing line (`update failed`) is the last error.
 */
export function groupDiagnostics(rows: readonly ChangeRow[]): Diagnostic[] {
  const groups = new Map<string, Diagnostic>()
  for (const { urn, name, messages } of rows) {
    for (const { severity, text } of messages) {
      if (severity !== 'error' && severity !== 'warning') continue
      const words = text.trim()
      const key = `${severity} ${words}`
      const group = groups.get(key) ?? { severity, text: words, resources: [], count: 0 }
      group.count += 1
      if (group.resources.at(-1)?.urn !== urn) group.resources.push({ urn, name })
      groups.set(key, group)
    }
  }
  return [...groups.values()].toSorted(
    (a, b) =>
      Number(a.severity === 'warning') - Number(b.severity === 'warning') ||
      Number(isClosingLine(a.text)) - Number(isClosingLine(b.text)) ||
      b.resources.length - a.resources.length,
  )
}

/**
 * The diagnostics besides the error that the page shows as the cause: without that error, unless several resources have
 * it, and without the engine's closing line, which says nothing more.
 */
export const otherDiagnostics = (groups: readonly Diagnostic[], cause: string | undefined): Diagnostic[] =>
  cause === undefined
    ? [...groups]
    : groups.filter(({ text, resources }) => (text === cause.trim() ? resources.length > 1 : !isClosingLine(text)))

/** Whether an error says more than its first line: not only what providers put before it, or the same line again. */
export function saysMore(text: string): boolean {
  const first = firstLine(text)
  return text.split('\n').some((line) => firstLine(`${line}\n${first}`) !== first)
}
