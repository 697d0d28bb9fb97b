import { at } from '#domain/graphLayout/columns.ts'
import { paintChips } from '../overlays/chips.ts'
import type { BoxInView } from '../scene.ts'
import type { About } from './about.ts'
import type { Brush } from './brush.ts'
import type { dotPainter } from './dots.ts'
import { paintEnds } from './ends.ts'
import {
  frameHead,
  type GroupContent,
  groupFace,
  groupHead,
  type GroupPlace,
  type Head,
  type PlacedChips,
} from './groupFace.ts'
import type { Palette } from './palette.ts'

/** How visible a group is, and where the window ends at the right. */
export type Visibility = { alpha: number; edge: number }
/** `contentAlpha` is the opacity of the content that is painted over the group. */
type GroupVisibility = Visibility & { contentAlpha: number; paintDots: ReturnType<ReturnType<typeof dotPainter>> }

/** Groups within each other differ in their ground. */
const groundOf = ({ tree }: About, palette: Palette, item: number): string =>
  at(tree.depth, item) % 2 === 0 ? palette.canvas : palette.sunken

/** Strokes the current box of a group; a component that is not in the state has dashes, whatever the overlay. */
function strokeGroup(brush: Brush, about: About, item: number, width: number): void {
  const emphasis = about.emphasisOf(item)
  if (about.isMissing(item)) brush.strokeBox(emphasis, width, 'danger', true)
  else brush.strokeBox(emphasis, width)
}

const contentOf = (about: About, item: number): GroupContent => ({
  item,
  ...about.labelOf(item),
  siblings: about.siblingsOf(item),
  count: about.insideOf(item),
  chips: about.chipsOf(item),
  isByCount: about.isByCount,
  summaries: () => about.summaryOf(item),
})

const placeOf = ({ area, scale, inner }: BoxInView, { edge }: Visibility): GroupPlace => ({
  area,
  scale,
  hasContent: inner !== undefined,
  edge,
})

/** Opacity of a group that is not related to the selection, or does not pass the filter. */
const fadeOf = (about: About, item: number, dimmed: number): number =>
  (about.emphasisOf(item) === 'dimmed' ? dimmed : 1) * about.opacityOfGroup(item)
const DIMMED = { frame: 0.5, group: 0.55 }

/** Paints the box of an open group. */
export function paintFrame(brush: Brush, about: About, { item, area, scale }: BoxInView, alpha: number): void {
  brush.context.globalAlpha = alpha
  brush.boxPath(area, 8 * scale)
  brush.context.fillStyle = groundOf(about, brush.palette, item)
  brush.context.fill()
  strokeGroup(brush, about, item, 1)
}

/** Paints the first line of an open group: its name, its kind and size, and what the overlay says. */
export function nameFrame(brush: Brush, about: About, box: BoxInView, visibility: Visibility): void {
  brush.context.globalAlpha = visibility.alpha * fadeOf(about, box.item, DIMMED.frame)
  paintHead(brush, frameHead(contentOf(about, box.item), placeOf(box, visibility), brush))
}

/** Paints the first line of a closed group, over its content. */
export function nameGroup(brush: Brush, about: About, box: BoxInView, visibility: Visibility): void {
  brush.context.globalAlpha = visibility.alpha * fadeOf(about, box.item, DIMMED.group)
  paintHead(brush, groupHead(contentOf(about, box.item), placeOf(box, visibility), brush))
}

/** Paints a closed group. Returns whether the caller has to paint its first line, with `nameGroup`, over its content. */
export function paintGroup(brush: Brush, about: About, box: BoxInView, visibility: GroupVisibility): boolean {
  const { context, palette } = brush
  const { alpha, paintDots, contentAlpha } = visibility
  const { item, area, scale, inner } = box
  const groupAlpha = alpha * fadeOf(about, item, DIMMED.group)
  context.globalAlpha = groupAlpha
  brush.boxPath(area, Math.min(14, 7 * scale))
  context.fillStyle = inner ? groundOf(about, palette, item) : palette.raised
  context.fill()
  strokeGroup(brush, about, item, 1.6)
  // Below the upper edge of the window the name is over the content, as that of a frame is.
  if (contentAlpha >= 1 && area.y >= 0) return true
  const content = contentOf(about, item)
  const isPlain = !about.hasFilter && content.chips.length === 0
  const { head, body } = groupFace(content, placeOf(box, visibility), brush)
  if (!head) {
    if (body.dots) paintDots(context, item, body.dots, groupAlpha * 0.9, isPlain)
    paintChipsAt(brush, body.chips)
    return false
  }
  paintHead(brush, head)
  if (contentAlpha >= 1) return false
  context.globalAlpha = groupAlpha * (1 - contentAlpha)
  paintChipsAt(brush, body.chips)
  for (const line of body.lines) brush.write(line, palette.muted)
  if (body.dots) paintDots(context, item, body.dots, context.globalAlpha, isPlain)
  if (!inner) paintEnds(brush, box)
  return false
}

function paintHead(brush: Brush, head: Head | undefined): void {
  if (!head) return
  brush.write(head.name, brush.palette.ink, true)
  if (head.count) brush.write(head.count, brush.palette.muted)
  paintChipsAt(brush, head.chips)
}

function paintChipsAt(brush: Brush, chips: PlacedChips | undefined): void {
  if (chips) paintChips(chips.row, chips, brush)
}
