import type { LogLine, LogPage } from '#contract/updates.ts'

export type EngineLog = {
  /** From the first one on, without a gap. */
  lines: readonly LogLine[]
  /** The lines around the error of a failed run, until `lines` has come to them. */
  ahead?: { before: number; lines: readonly LogLine[] } | undefined
  /** The line of the error that the page of a failed run shows; undefined without one, or if it failed while it was read. */
  failure?: number | undefined
  /** Where to continue reading; null once the run has ended and everything was read. */
  next: string | null
  /** Number of lines on the server. */
  total: number
}

type Reader = {
  page: (after: string | undefined) => Promise<LogPage>
  /** The page around the error of a failed run; the first page of any other. */
  pageAtFailure: () => Promise<LogPage>
  /** Called after every page but the last, so that a long log shows while it loads. */
  soFar: (log: EngineLog) => void
}

/**
 * Reads from the end of `known` to the last line that the server has. While the run continues, lines come in order of
 * receipt, so that no line on screen moves; once it has ended and all lines are there, they are in the engine's order.
 * A log that was read to its end is read again, because a late client may have added to it. That of a failed run starts
 * with the lines around its error, which is what the user came for.
 */
export async function readOn(known: EngineLog | undefined, { page, pageAtFailure, soFar }: Reader): Promise<EngineLog> {
  let log: EngineLog = known !== undefined && known.next !== null ? known : { lines: [], next: null, total: 0 }
  for (;;) {
    const found =
      log.next === null && log.ahead === undefined ? await pageAtFailure() : await page(log.next ?? undefined)
    log = withPage(log, found)
    if (log.next === null && log.ahead === undefined) return { ...log, lines: inSequence(log.lines) }
    if (found.lines.length === 0 || log.lines.length >= log.total) return log
    soFar(log)
  }
}

function withPage({ ahead, failure, ...log }: EngineLog, { lines, next, total, failure: found }: LogPage): EngineLog {
  if (found !== undefined && found.before > 0)
    return { lines: [], next: null, total, ahead: { before: found.before, lines }, failure: found.line }
  const all = lines.length > 0 ? [...log.lines, ...lines] : log.lines
  const isAhead = ahead !== undefined && next !== null && all.length < ahead.before + ahead.lines.length
  return { lines: all, next, total, ahead: isAhead ? ahead : undefined, failure: found?.line ?? failure }
}

/** Returns the same array if it is already in order. */
const inSequence = (lines: readonly LogLine[]): readonly LogLine[] =>
  lines.every(({ sequence }, index) => index === 0 || sequence > (lines[index - 1]?.sequence ?? sequence))
    ? lines
    : lines.toSorted((a, b) => a.sequence - b.sequence)
