/** Work that stops now and then, so that the caller can yield; what it comes to is returned. */
export type InPieces<Result> = Generator<undefined, Result>

/** So many steps are examined in one go: some milliseconds. */
export const PIECE = 500

/** Does it without stopping. */
export function atOnce<Result>(work: InPieces<Result>): Result {
  for (;;) {
    const { done, value } = work.next()
    if (done) return value
  }
}
