import { follow, turned } from '#testing/states/followLines.ts'
import type { Painted, Rect } from './painted.ts'

/** A box as read: its place, the text at its top, and whether a mark says that its lines are not drawn. */
export type Read = { at: Rect; name: string; hasSign: boolean }

/** Reads a picture: boxes by their labels, and lines traced point by point. It knows nothing of the model. */
export function read({ texts, boxes, lines, heads }: Painted): { boxes: Read[]; dependents: (of: Read) => Read[] } {
  const cards = boxes.filter(({ w, h }) => w > 45 && h > 15 && h !== BADGE)
  const found = cards.map((at): Read => {
    const inside = texts.filter(
      ({ at: { x, y, h } }) => contains(at, x + 1, y + h / 2) && innermost(cards, x + 1, y + h / 2) === at,
    )
    const name = inside.toSorted((a, b) => a.at.y - b.at.y || a.at.x - b.at.x)[0]?.text ?? ''
    const sign = texts.find(
      ({ text, at: own }) =>
        /^[\d,]+ →$/.test(text) &&
        Math.abs(own.y + own.h / 2 - (at.y + at.h)) < 9 &&
        own.x > at.x &&
        own.x < at.x + at.w,
    )
    return { at, name, hasSign: sign !== undefined }
  })
  const boxAt = (x: number, y: number): Read | undefined =>
    found
      .filter(({ at }) => isAtSide(x, at.x, at.w, y, at.y, at.h) || isAtSide(y, at.y, at.h, x, at.x, at.w))
      .toSorted((a, b) => a.at.w * a.at.h - b.at.w * b.at.h)[0]
  const hasHead = (x: number, y: number) => heads.some(([tipX = 0, tipY = 0]) => Math.hypot(tipX - x, tipY - y) < 1.5)

  // Each line in both directions: from the end without an arrow head to the one with it.
  const ways = lines
    .flatMap((line) => [line, turned(line)])
    .flatMap((corners) => {
      const [x = 0, y = 0] = corners
      const [endX = 0, endY = 0] = corners.slice(-2)
      const to = boxAt(endX, endY)
      return hasHead(endX, endY) && to ? [{ corners, from: boxAt(x, y), to }] : []
    })
  return { boxes: found, dependents: follow(ways) }
}

const BADGE = 14

/** Whether a place is on one of two opposite sides of a box: `across` is measured towards them, `along` on them. */
const isAtSide = (across: number, near: number, width: number, along: number, start: number, length: number): boolean =>
  along > start - 2 &&
  along < start + length + 2 &&
  Math.min(Math.abs(near - across), Math.abs(near + width - across)) < 2.5

const contains = ({ x, y, w, h }: Rect, px: number, py: number): boolean =>
  px >= x && px <= x + w && py >= y && py <= y + h

/** The smallest box around a place. */
function innermost(boxes: readonly Rect[], x: number, y: number): Rect | undefined {
  return boxes.filter((box) => contains(box, x, y)).toSorted((a, b) => a.w * a.h - b.w * b.h)[0]
}
