import { at } from './columns.ts'
import { type Lanes, middleOf, type ScopeLanes } from './lanes.ts'

/** An incomplete route: alternating vertical and horizontal lanes, and its current y. */
type Walk = { steps: number[]; y: number; goal: number; net: number }

/** One end of an edge: the scopes from the common one down to the box, each with the child on the way. */
export type End = { scopes: readonly { scope: ScopeLanes; child: number }[]; y: number }

/**
 * Alternating vertical and horizontal lanes. A route that leaves downwards starts with a horizontal one; a route that
 * arrives from above ends with one.
 */
export type Route = { steps: number[]; leavesDown: boolean; arrivesDown: boolean }

/**
 * The lanes from the right or lower side of one box to the left or upper side of another: out of all scopes that only
 * contain the first, over to the child that contains the second, and in. Never crosses another box, because all lanes
 * are free.
 */
export function routeBetween(lanes: Lanes, net: number, from: End, to: End): Route {
  const forward: Walk = { steps: [], y: from.y, goal: to.y, net }
  const backward: Walk = { steps: [], y: to.y, goal: from.y, net }
  for (let i = from.scopes.length - 1; i > 0; i--) leave(lanes, at(from.scopes, i), forward, 1)
  for (let i = to.scopes.length - 1; i > 0; i--) leave(lanes, at(to.scopes, i), backward, -1)
  const [first, last] = [from.scopes[0], to.scopes[0]]
  if (!first || !last) return { steps: [], leavesDown: false, arrivesDown: false }
  const { grid } = first.scope
  const [fromBlock, toBlock] = [at(grid.blockOf, first.child), at(grid.blockOf, last.child)]
  const isBelow = (grid.blocks[fromBlock]?.band ?? 0) < (grid.blocks[toBlock]?.band ?? 0)
  const leavesDown =
    isBelow &&
    from.scopes.length === 1 &&
    at(grid.rowOf, first.child) === (grid.blocks[fromBlock]?.rows.length ?? 0) - 1
  const arrivesDown = isBelow && to.scopes.length === 1 && at(grid.rowOf, last.child) === 0
  if (!leavesDown) leaveRow(lanes, first, forward, 1)
  if (!arrivesDown) leaveRow(lanes, last, backward, -1)
  if (fromBlock === toBlock) pass(lanes, first.scope, rightOf(first.scope, fromBlock), fromBlock, forward)
  if (isBelow) crossDown(first.scope, fromBlock, toBlock, { leavesDown, arrivesDown }, forward)
  else cross(lanes, first.scope, fromBlock, toBlock, forward)
  const steps = [...forward.steps, ...backward.steps.toReversed()]
  for (const lane of steps) lanes.nets[lane]?.add(net)
  return { steps, leavesDown, arrivesDown }
}

/** From a child to the right (1) or left (-1) border of its scope. */
function leave(lanes: Lanes, { scope, child }: { scope: ScopeLanes; child: number }, walk: Walk, side: 1 | -1): void {
  leaveRow(lanes, { scope, child }, walk, side)
  const { blocks, bands, blockOf } = scope.grid
  const ownBlock = at(blockOf, child)
  const band = bands[blocks[ownBlock]?.band ?? 0]
  if (side === 1)
    for (let b = ownBlock + 1; b <= (band?.last ?? ownBlock); b++) pass(lanes, scope, scope.channel[b] ?? 0, b, walk)
  else
    for (let b = ownBlock - 1; b >= (band?.first ?? ownBlock); b--)
      pass(lanes, scope, scope.channel[b + 1] ?? 0, b, walk)
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

/** Across a block, through the gap between rows with the smallest detour. */
function pass(lanes: Lanes, scope: ScopeLanes, channel: number, block: number, walk: Walk): void {
  walk.steps.push(channel)
  goTo(lanes, scope.gaps[block] ?? [], walk)
}

/** Minimum distance at which edges in a lane can be told apart. */
const APART = 3
/** Detour that is acceptable for each edge that does not fit into a lane. */
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

/** From the right side of one block to the left side of a later one in the same band. */
function cross(lanes: Lanes, scope: ScopeLanes, from: number, to: number, walk: Walk): void {
  for (let b = from + 1; b < to; b++) pass(lanes, scope, scope.channel[b] ?? 0, b, walk)
  walk.steps.push(scope.channel[to] ?? 0)
}

/** From the lower or right side of a block to the upper or left side of one in a later band. */
function crossDown(
  scope: ScopeLanes,
  from: number,
  to: number,
  { leavesDown, arrivesDown }: Pick<Route, 'leavesDown' | 'arrivesDown'>,
  walk: Walk,
): void {
  const { blocks } = scope.grid
  const [bandFrom, bandTo] = [blocks[from]?.band ?? 0, blocks[to]?.band ?? 0]
  if (!leavesDown) walk.steps.push(rightOf(scope, from))
  walk.steps.push(scope.below[bandFrom] ?? 0)
  if (bandTo > bandFrom + 1) walk.steps.push(scope.margin, scope.below[bandTo - 1] ?? 0)
  if (!arrivesDown) walk.steps.push(scope.channel[to] ?? 0)
}

/** The free strip to the right of a block. */
function rightOf(scope: ScopeLanes, block: number): number {
  const band = scope.grid.blocks[block]?.band ?? 0
  return (scope.grid.bands[band]?.last === block ? scope.right[band] : scope.channel[block + 1]) ?? 0
}
