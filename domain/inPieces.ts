/** Work that stops between pieces, so that the caller can yield; returns its result. */
export type InPieces<Result> = Generator<undefined, Result>

/** Number of steps in one piece: some milliseconds. */
export const PIECE = 500

/** Runs the work without stopping. */
export function atOnce<Result>(work: InPieces<Result>): Result {
  for (;;) {
    const { done, value } = work.next()
    if (done) return value
  }
}
