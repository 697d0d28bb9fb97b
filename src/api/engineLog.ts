import type { LogLine, LogPage } from '#contract/updates.ts'

export type EngineLog = {
  lines: readonly LogLine[]
  /** Where to continue reading; null once the run has ended and everything was read. */
  next: string | null
  /** Number of lines on the server. */
  total: number
}

type Reader = {
  page: (after: string | undefined) => Promise<LogPage>
  /** Called after every page but the last, so that a long log shows while it loads. */
  soFar: (log: EngineLog) => void
}

/**
 * Reads from the end of `known` to the last line that the server has. While the run continues, lines come in order of
 * receipt, so that no line on screen moves; once it has ended and all lines are there, they are in the engine's order.
 * A log that was read to its end is read again, because a late client may have added to it.
 */
export async function readOn(known: EngineLog | undefined, { page, soFar }: Reader): Promise<EngineLog> {
  let log: EngineLog = known !== undefined && known.next !== null ? known : { lines: [], next: null, total: 0 }
  for (;;) {
    const { lines, next, total } = await page(log.next ?? undefined)
    log = { lines: lines.length > 0 ? [...log.lines, ...lines] : log.lines, next, total }
    if (next === null) return { ...log, lines: inSequence(log.lines) }
    if (lines.length === 0 || log.lines.length >= total) return log
    soFar(log)
  }
}

/** Returns the same array if it is already in order. */
const inSequence = (lines: readonly LogLine[]): readonly LogLine[] =>
  lines.every(({ sequence }, index) => index === 0 || sequence > (lines[index - 1]?.sequence ?? sequence))
    ? lines
    : lines.toSorted((a, b) => a.sequence - b.sequence)
