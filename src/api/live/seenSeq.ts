import { SEQ_HEADER } from '#contract/events.ts'

/**
 * Remembers how far the live events were when the first answer was made, so that anyone who begins to listen later knows
 * whether anything came in between.
 */
export function createSeenSeq() {
  let earliest: number | undefined
  return {
    note(response: Response): void {
      const seq = Number(response.headers.get(SEQ_HEADER) ?? Number.NaN)
      if (Number.isInteger(seq)) earliest = Math.min(earliest ?? seq, seq)
    },
    /** Whether there were news between the first answer and number `seq`. */
    isBefore: (seq: number): boolean => earliest !== undefined && earliest < seq,
  }
}
export type SeenSeq = ReturnType<typeof createSeenSeq>

/** That of all answers to this page. */
export const seenByPage = createSeenSeq()
