import { useMedia } from '#src/lib/useMedia.ts'

const ROW = 28
/** For fingers. */
const TOUCH = 44
/** For three lines. */
const CARD = 64

/** Height of a row: what is tapped is larger than what is clicked. */
export function useRowHeight(isCard: boolean): number {
  const isTouched = useMedia('(pointer: coarse)')
  return isCard ? CARD : isTouched ? TOUCH : ROW
}
