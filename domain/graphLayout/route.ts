import { at } from './columns.ts'
import { type Lanes, middleOf, type ScopeLanes } from './lanes.ts'

/** A way in the making: lanes in turn vertical and horizontal, and the height at which it is now. */
type Walk = { steps: number[]; y: number; goal: number; net: number }

/** One end of a line: the scopes from the one that both ends share down to the box, each with the child that leads there. */
export type End = { scopes: readonly { scope: ScopeLanes; child: number }[]; y: number }

/**
 * The lanes from the right side of one box to the left side of another: out of all scopes that hold only the first, over to the
 * child that holds the second, and in. Starts and ends with a vertical lane. Never runs over a foreign box, because all lanes are free.
 */
export function routeBetween(lanes: Lanes, net: number, from: End, to: End): number[] {
  const forward: Walk = { steps: [], y: from.y, goal: to.y, net }
  const backward: Walk = { steps: [], y: to.y, goal: from.y, net }
  for (let i = from.scopes.length - 1; i > 0; i--) leave(lanes, from.scopes[i]!, forward, 1) // i is within the length
  for (let i = to.scopes.length - 1; i > 0; i--) leave(lanes, to.scopes[i]!, backward, -1)
  const [first, last] = [from.scopes[0], to.scopes[0]]
  if (!first || !last) return []
  leaveRow(lanes, first, forward, 1)
  leaveRow(lanes, last, backward, -1)
  const [own, other] = [at(first.scope.grid.blockOf, first.child), at(first.scope.grid.blockOf, last.child)]
  if (own === other) pass(lanes, first.scope, rightOf(first.scope, own), own, forward)
  cross(
    lanes,
    first.scope,
    at(first.scope.grid.blockOf, first.child),
    at(first.scope.grid.blockOf, last.child),
    forward,
  )
  const steps = [...forward.steps, ...backward.steps.toReversed()]
  for (const lane of steps) lanes.nets[lane]?.add(net)
  return steps
}

/** From a child to the right (1) or left (-1) border of its scope. */
function leave(lanes: Lanes, { scope, child }: { scope: ScopeLanes; child: number }, walk: Walk, side: 1 | -1): void {
  leaveRow(lanes, { scope, child }, walk, side)
  const { blocks, bands, blockOf } = scope.grid
  const own = at(blockOf, child)
  const band = bands[blocks[own]?.band ?? 0]
  if (side === 1)
    for (let b = own + 1; b <= (band?.last ?? own); b++) pass(lanes, scope, scope.channel[b] ?? 0, b, walk)
  else for (let b = own - 1; b >= (band?.first ?? own); b--) pass(lanes, scope, scope.channel[b + 1] ?? 0, b, walk)
}

/** From a child to the side of its block, past the others in its row. */
function leaveRow(
  lanes: Lanes,
  { scope, child }: { scope: ScopeLanes; child: number },
  walk: Walk,
  side: 1 | -1,
): void {
  const { grid } = scope
  const place = at(grid.placeOf, child)
  const b = at(grid.blockOf, child)
  const r = at(grid.rowOf, child)
  const row = grid.blocks[b]?.rows[r]
  if (!row || place === (side === 1 ? row.last : row.first)) return
  walk.steps.push(at(scope.inRow, side === 1 ? place + 1 : place))
  goTo(lanes, scope.gaps[b]?.slice(r, r + 2) ?? [], walk)
}

/** Over a block, in the gap between rows that costs the smallest detour. */
function pass(lanes: Lanes, scope: ScopeLanes, channel: number, block: number, walk: Walk): void {
  walk.steps.push(channel)
  goTo(lanes, scope.gaps[block] ?? [], walk)
}

/** Lines closer than this in a lane cannot be determined apart. */
const APART = 3
/** The way round that is worth taking for each line that a lane has no room for. */
const CROWDED = 50

function crowd(lanes: Lanes, lane: number, net: number): number {
  const nets = lanes.nets[lane]
  if (!nets || nets.has(net)) return 0
  const room = ((lanes.hi[lane] ?? 0) - (lanes.lo[lane] ?? 0)) / APART + 1
  return CROWDED * Math.max(0, nets.size + 1 - room)
}

function goTo(lanes: Lanes, choices: readonly number[], walk: Walk): void {
  let best = choices[0] ?? 0
  let least = Infinity
  for (const lane of choices) {
    const y = middleOf(lanes, lane)
    const detour = Math.abs(y - walk.y) + Math.abs(y - walk.goal) + crowd(lanes, lane, walk.net)
    if (detour >= least) continue
    least = detour
    best = lane
  }
  walk.steps.push(best)
  walk.y = middleOf(lanes, best)
}

/** From the right side of one block to the left side of a later one, in the next bands if need be. */
function cross(lanes: Lanes, scope: ScopeLanes, from: number, to: number, walk: Walk): void {
  const { blocks } = scope.grid
  const [bandFrom, bandTo] = [blocks[from]?.band ?? 0, blocks[to]?.band ?? 0]
  if (bandFrom === bandTo) {
    for (let b = from + 1; b < to; b++) pass(lanes, scope, scope.channel[b] ?? 0, b, walk)
    walk.steps.push(scope.channel[to] ?? 0)
    return
  }
  walk.steps.push(rightOf(scope, from), scope.below[bandFrom] ?? 0)
  if (bandTo > bandFrom + 1) walk.steps.push(scope.margin, scope.below[bandTo - 1] ?? 0)
  walk.steps.push(scope.channel[to] ?? 0)
}

/** The free strip right of a block. */
function rightOf(scope: ScopeLanes, block: number): number {
  const band = scope.grid.blocks[block]?.band ?? 0
  return (scope.grid.bands[band]?.last === block ? scope.right[band] : scope.channel[block + 1]) ?? 0
}
