import { ALONE, fitName, type Measure, measureBy } from '../paint/texts.ts'

/** Width of a letter if text cannot be measured. */
const LETTER = 0.6

/** Font size of names on cards, in pixels. */
const PX = 13

/** One per page, because it caches measurements. */
let measure: Measure | undefined

function pageMeasure(): Measure {
  const context = document.createElement('canvas').getContext('2d')
  return context
    ? measureBy(context, getComputedStyle(document.body).fontFamily)
    : (text, px) => text.length * px * LETTER
}

/** As much of a name as fits: its beginning, and more of its end, where names differ. */
export function fitted(name: string, room: number, isBold = true): string {
  const by = (measure ??= pageMeasure())
  return fitName(name, ALONE, room, (text) => by(text, PX, isBold)) || name
}
