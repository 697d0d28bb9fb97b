import { SEQ_HEADER } from '#contract/events.ts'

let earliest: number | undefined

/** Notes how far the live news were when an answer was made. */
export function noteSeq(response: Response): void {
  const seq = Number(response.headers.get(SEQ_HEADER) ?? Number.NaN)
  if (Number.isInteger(seq)) earliest = Math.min(earliest ?? seq, seq)
}

/** Whether something was told between the first answer that this page got and the moment at which it began to listen. */
export const wasToldBefore = (seq: number): boolean => earliest !== undefined && earliest < seq

/** Only for tests: as if the page had just been opened. */
export const forgetSeq = (): void => void (earliest = undefined)
