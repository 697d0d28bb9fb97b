/** Radius of a corner. */
const ROUND = 7

type Point = readonly [number, number]

const between = ([x1, y1]: Point, [x2, y2]: Point): number => Math.hypot(x2 - x1, y2 - y1)

/** The place at a distance from one point towards another. */
function towards(from: Point, to: Point, distance: number): Point {
  const share = distance / Math.max(between(from, to), 1e-6)
  return [from[0] + (to[0] - from[0]) * share, from[1] + (to[1] - from[1]) * share]
}

/** The path of a line along these corners, which are rounded. */
export function routePath(corners: readonly Point[]): string {
  return corners
    .map((corner, i) => {
      const [before, after] = [corners[i - 1], corners[i + 1]]
      if (!before) return `M${corner.join(' ')}`
      if (!after) return `L${corner.join(' ')}`
      const round = Math.min(ROUND, between(before, corner) / 2, between(corner, after) / 2)
      return `L${towards(corner, before, round).join(' ')}Q${[...corner, ...towards(corner, after, round)].join(' ')}`
    })
    .join('')
}

/** The middle of the longest part of a line, where a number has most room. */
export function labelPlace(corners: readonly Point[]): { x: number; y: number } | undefined {
  let best: { length: number; x: number; y: number } | undefined
  corners.slice(1).forEach((to, i) => {
    const from = corners[i] ?? to
    const length = between(from, to)
    if (!best || length > best.length) best = { length, x: (from[0] + to[0]) / 2, y: (from[1] + to[1]) / 2 }
  })
  return best
}
