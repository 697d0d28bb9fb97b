import { fitName, type Measure, measureBy } from '#src/features/graph/texts.ts'

/** Where nothing can be measured a letter counts as wide as most are. */
const LETTER = 0.6

/** The size of names on cards, in pixels. */
const PX = 13

/** One for the page: it keeps what it has measured. */
let measure: Measure | undefined

function pageMeasure(): Measure {
  const context = document.createElement('canvas').getContext('2d')
  return context
    ? measureBy(context, getComputedStyle(document.body).fontFamily)
    : (text, px) => text.length * px * LETTER
}

/** As much of a name as there is room for: its beginning, and more of its end, where names differ. */
export function fitted(name: string, room: number, isBold = true): string {
  const by = (measure ??= pageMeasure())
  return fitName(name, 0, room, (text) => by(text, PX, isBold)) || name
}
