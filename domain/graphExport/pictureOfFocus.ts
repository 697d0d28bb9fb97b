import { isGroup } from '../graphQueries/bundles.ts'
import type { FocusPicture } from '../graphQueries/focusPicture.ts'
import { RELATION } from '../graphQueries/relationKinds.ts'
import type { Picture } from './picture.ts'

/** A neighbourhood as shown, without the space above and below it. */
export function pictureOfFocus(
  { boxes, lines, width }: FocusPicture,
  textOf: (box: FocusPicture['boxes'][number]) => string[],
): Picture {
  const top = Math.min(...boxes.map(({ y }) => y))
  return {
    width,
    height: Math.max(...boxes.map(({ y, h }) => y + h)) - top,
    boxes: boxes.map((box) => ({
      x: box.x,
      y: box.y - top,
      w: box.w,
      h: box.h,
      lines: textOf(box),
      look: box.column === 0 ? 'focus' : isGroup(box) ? 'group' : 'card',
    })),
    lines: lines.map(({ points: [x1, y1, x2, y2], kinds }) => ({
      points: [x1, y1 - top, x2, y2 - top],
      isCurved: true,
      isDashed: (kinds & RELATION.property) === 0,
    })),
  }
}
