import { at } from '#domain/graphLayout/columns.ts'
import { EDGE, type Positions } from '#domain/graphLayout/positions.ts'
import type { Tree } from '#domain/graphLayout/tree.ts'
import { number } from '#words/counts.ts'
import { READABLE, type BoxInView } from '../scene.ts'
import { type Brush, SMALLEST } from './brush.ts'
import { ALONE } from './texts.ts'

/**
 * Marks dependencies that leave this picture or lead to a hub, whose lines are not drawn: their number, at the side
 * of the lines.
 */
export function paintEnds(
  { context, palette, measure, text }: Brush,
  { sheet: { p }, index, area, scale }: BoxInView,
  isLeftTaken = false,
): void {
  if (scale < READABLE) return
  const hubs = hubsOf(p)
  const px = SMALLEST
  const badge = (words: string, isRight: boolean) => {
    const width = measure(words, px, false) + 8
    const x = isRight ? area.x + area.w - width - 6 : area.x + 6
    context.beginPath()
    context.roundRect(x, area.y + area.h - 4, width, 14, 7)
    context.fillStyle = palette.surface
    context.fill()
    context.lineWidth = 1
    context.strokeStyle = palette['line-strong']
    context.stroke()
    text({ words, siblings: ALONE, x: x + 4, y: area.y + area.h + 3.5, room: width, px }, palette.muted)
  }
  const needed = (hubs.dependents.get(index) ?? 0) + at(p.neededOutside, index)
  const needs = (hubs.needs.get(index) ?? 0) + at(p.needsOutside, index)
  if (needed > 0) badge(`${number(needed)} →`, true)
  // Often nearly every card depends on the same hubs: from afar, their badges would say nothing.
  if (needs > 0 && scale >= 0.9 && !isLeftTaken) badge(`← ${number(needs)}`, false)
}

/** By box, at either end: the number of lines of hubs, which are not drawn. */
const hubCounts = new WeakMap<Positions, { needs: Map<number, number>; dependents: Map<number, number> }>()
export function hubsOf(p: Positions) {
  const cached = hubCounts.get(p)
  if (cached) return cached
  const needs = new Map<number, number>()
  const dependents = new Map<number, number>()
  for (let e = 0; e < p.edgeFrom.length; e++) {
    if (!(at(p.edgeFlags, e) & EDGE.hub)) continue
    const [from, to] = [at(p.edgeFrom, e), at(p.edgeTo, e)]
    dependents.set(from, (dependents.get(from) ?? 0) + 1)
    needs.set(to, (needs.get(to) ?? 0) + 1)
  }
  const counts = { needs, dependents }
  hubCounts.set(p, counts)
  return counts
}

/** The resource with the most lines that are not drawn; undefined if all of them are. */
export function busiestHub(
  p: Positions,
  tree: Pick<Tree, 'resource'>,
): { resource: number; count: number } | undefined {
  let busiest: { resource: number; count: number } | undefined
  for (const [box, count] of hubsOf(p).dependents) {
    const resource = at(tree.resource, at(p.item, box))
    if (resource >= 0 && count > (busiest?.count ?? 0)) busiest = { resource, count }
  }
  return busiest
}
