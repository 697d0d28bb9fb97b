import { SEQ_HEADER } from '#contract/events.ts'

/**
 * Remembers the number of the last live event at the first answer, so that a later listener knows whether it missed
 * any.
 */
export function createSeenSeq() {
  let earliest: number | undefined
  return {
    note(response: Response): void {
      const seq = Number(response.headers.get(SEQ_HEADER) ?? Number.NaN)
      if (Number.isInteger(seq)) earliest = Math.min(earliest ?? seq, seq)
    },
    /** Whether there were events between the first answer and number `seq`. */
    isBefore: (seq: number): boolean => earliest !== undefined && earliest < seq,
  }
}
export type SeenSeq = ReturnType<typeof createSeenSeq>

/** The one for all answers to this page. */
export const seenByPage = createSeenSeq()
