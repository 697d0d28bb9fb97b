import { at } from './columns.ts'
import { addLanes, type Lanes, type ScopeLanes } from './lanes.ts'
import { FAN, type Fans, fansAmong, lineCount } from './lines/fans.ts'
import { drawLines } from './lines.ts'
import { type Bounds, firstOpening } from './opening.ts'
import { orderRanks } from './order.ts'
import { childCount } from './open.ts'
import {
  ASPECT,
  CLOSED_GROWTH,
  closedSize,
  enlarge,
  type Grid,
  isLarge,
  MAX_GROWTH,
  pack,
  type Part,
  stretch,
} from './pack.ts'
import { CARD_H, CARD_W } from './sizes.ts'
import { BOX, type Positions } from './positions.ts'
import { type LocalEdges, ranksOf } from './ranks.ts'
import type { Dependencies } from './topology.ts'
import { isGroup, type Tree } from './tree.ts'
import { type Visible, visibleGraph } from './visible.ts'

type Scope = {
  grid: Grid
  children: number[]
  parts: Part[]
  rank: Int32Array
  /** No lines between its children, or between those of the last rank: they are enlarged to fill the window. */
  hasGroupsLast: boolean
}

/** The item to lay out and the size of the window, with the items that the user opened or closed, by key. */
export type View = {
  root: number
  width: number
  height: number
  opened: ReadonlySet<number>
  shut: ReadonlySet<number>
  /** From left to right, as long as that stays legible: folded, it would be larger, but its order harder to see. */
  isInLine?: boolean | undefined
}

/** `room` is the height from which being smaller is no advantage. */
type Pane = Pick<View, 'root' | 'width' | 'height' | 'isInLine'> & { room?: number }

/** Minimum scale of a layout that is not folded although it would be larger then. */
const IN_LINE = 0.66
/** Maximum scale for filling a window. */
const LARGEST = 1.25
/** Maximum number of boxes that can be legible in any window. */
const MAX_BOXES = 260

/**
 * Groups of nothing but a few cards are larger than others: otherwise they would be lost in the window. The fewest are
 * laid out as if the window were wide and low, so that they are side by side.
 */
const FEWEST = { cards: 4, largest: 2, window: { width: 360, height: 90, room: 0 } }
const FEW = { cards: 9, largest: 1.6, window: {} }
type Few = Pick<typeof FEWEST, 'largest'> & { window: Partial<Pane> }

/** Lays out an item, with groups open as far as the whole layout stays legible in the window. */
export function layoutView(topology: Dependencies, tree: Tree, view: View): Positions {
  const inside = at(tree.end, view.root) - view.root - 1
  if (view.root > 0 && inside <= FEW.cards && childCount(tree, view.root) === inside) {
    const isOpen = new Uint8Array(tree.size)
    isOpen[view.root] = 1
    return layout(topology, tree, isOpen, view, inside <= FEWEST.cards ? FEWEST : FEW)
  }
  const isOpen = firstOpening(tree, view.root, (trial, bounds) => {
    const plan = planOf(topology, tree, trial, view, bounds)
    return plan !== undefined && Math.min(view.width / at(plan.w, 0), view.height / at(plan.h, 0)) >= bounds.legible
  })
  applyChanges(tree, view, isOpen)
  return layout(topology, tree, isOpen, view)
}

/** What the user has opened and closed. All else stays as it is without that, so that only one group changes at a time. */
function applyChanges(tree: Tree, { root, opened, shut }: View, isOpen: Uint8Array): void {
  const end = at(tree.end, root)
  for (let item = root + 1; item < end; item++) {
    if (!opened.has(at(tree.key, item)) || !isGroup(tree, item)) continue
    for (let i = item; i > root; i = at(tree.parent, i)) isOpen[i] = 1
  }
  for (let item = root + 1; item < end; item++) if (shut.has(at(tree.key, item))) isOpen[item] = 0
}

/**
 * Lays out the visible items with these groups open. Sizes are computed from the inside out, positions from the outside
 * in.
 */
export function layout(topology: Dependencies, tree: Tree, isOpen: Uint8Array, window?: Pane, few?: Few): Positions {
  const largest = few?.largest ?? LARGEST
  const plan = planOf(topology, tree, isOpen, window && { room: window.height / largest, ...window, ...few?.window })
  if (!plan) throw new Error('a plan without a limit') // only a limit makes it return undefined
  const { visible, kind, parent, local, scopes, w, h, fans } = plan
  const n = visible.item.length
  if (window) {
    const zoom = Math.min(window.width / at(w, 0), window.height / at(h, 0), largest)
    w[0] = window.width / zoom
    h[0] = window.height / zoom
  }
  const x = new Float32Array(n)
  const y = new Float32Array(n)
  const lanes: Lanes = { lo: [], hi: [], isVertical: [], nets: [], first: new Map() }
  const scopeLanes: (ScopeLanes | undefined)[] = []
  for (let box = 0; box < n; box++) {
    const scope = scopes[box]
    if (!scope) continue
    // From the outside in: spare space in a scope enlarges its large groups.
    const { grid, children, parts } = scope
    const growth = (i: number) =>
      at(kind, children[i] ?? 0) === BOX.open ? MAX_GROWTH : isLarge(at(parts, i)) ? CLOSED_GROWTH : 1
    const isClosed = (i: number) => kind[children[i] ?? 0] === BOX.closed
    if (window && scope.hasGroupsLast) enlarge(grid, at(w, box), at(h, box), parts, isClosed)
    if (window) stretch(grid, at(w, box), at(h, box), parts, growth)
    scope.children.forEach((c, i) => {
      w[c] = scope.parts[i]?.w ?? CARD_W
      h[c] = scope.parts[i]?.h ?? CARD_H
      x[c] = at(x, box) + at(scope.grid.x, i)
      y[c] = at(y, box) + at(scope.grid.y, i)
    })
    scopeLanes[box] = addLanes(lanes, scope.grid, at(x, box), at(y, box), (i) => at(w, scope.children[i] ?? 0))
  }
  const boxes = { item: visible.item, kind, x, y, w, h }
  const sequence = Int32Array.from(
    scopes.flatMap((scope) => scope?.grid.sequence.map((i) => scope.children[i] ?? 0) ?? []),
  )
  const { needsOutside, neededOutside } = visible
  return {
    ...boxes,
    needsOutside,
    neededOutside,
    sequence,
    ...drawLines(visible, boxes, { parent, local, scopes, scopeLanes, lanes, fans }),
  }
}

/** Sizes of all visible items, without positions; undefined if there are too many for the bounds. */
function planOf(topology: Dependencies, tree: Tree, isOpen: Uint8Array, window?: Pane, bounds?: Bounds) {
  const visible = visibleGraph(topology, tree, isOpen, window?.root)
  const n = visible.item.length
  if (bounds && n > MAX_BOXES) return undefined
  const kind = Uint8Array.from(visible.item, (item, box) =>
    box === 0 || (isGroup(tree, item) && isOpen[item]) ? BOX.open : isGroup(tree, item) ? BOX.closed : BOX.card,
  )
  const parent = Int32Array.from(visible.item, (item, box) =>
    box === 0 ? -1 : at(visible.boxOf, at(tree.parent, item)),
  )
  if (bounds && window && areaOf(visible, tree, kind) * AIR > (window.width * window.height) / bounds.legible ** 2)
    return undefined
  const { children, local } = childrenOf(parent)
  const fans = fansAmong(visible, parent)
  if (bounds && lineCount(visible, fans) > bounds.lines) return undefined
  const lifted = lift(visible, parent, local, children, fans)
  const orders = children.map((inner, box) =>
    inner && at(kind, box) === BOX.open ? orderOf(lifted.edges[box], inner, lifted) : undefined,
  )
  let best: { fit: number; w: Float32Array; h: Float32Array; scopes: (Scope | undefined)[] } | undefined
  // Nested boxes leave spare space: of several proportions for the inner ones, the one that fills the window best is
  // used.
  const aspects = bounds && !bounds.isThorough ? INNER_ASPECTS.slice(0, 2) : INNER_ASPECTS
  for (const inner of window ? aspects : [ASPECT]) {
    const aspectOf = (box: number) => (box === 0 && window ? window.width / window.height : inner)
    const sized = sizesOf({ visible, tree, kind, children, orders, meshes: lifted.meshes }, aspectOf, window)
    const fit = window ? Math.min(window.width / at(sized.w, 0), window.height / at(sized.h, 0)) : 1
    if (!best || fit > best.fit * 1.01) best = { fit, ...sized }
    if (bounds && fit >= bounds.legible) break
  }
  return best && { visible, kind, parent, local, fans, scopes: best.scopes, w: best.w, h: best.h }
}

/** Minimum ratio of the area of a layout to that of its cards: the rest is gaps, channels and titles. */
const AIR = 1.9

const sizeOf = (visible: Visible, tree: Tree, box: number) => {
  const inside = at(tree.inside, at(visible.item, box))
  return closedSize(inside, inside / Math.max(1, at(tree.inside, at(visible.item, 0))))
}

function areaOf(visible: Visible, tree: Tree, kind: Uint8Array): number {
  let area = 0
  for (let box = 0; box < kind.length; box++) {
    if (kind[box] === BOX.card) area += CARD_W * CARD_H
    else if (kind[box] === BOX.closed) {
      const { w, h } = sizeOf(visible, tree, box)
      area += w * h
    }
  }
  return area
}

const INNER_ASPECTS = [ASPECT, 1, 2.4, 0.7]

type Shown = {
  visible: Visible
  tree: Tree
  kind: Uint8Array
  children: (number[] | undefined)[]
  orders: (Order | undefined)[]
  /** Boxes with edges of a mesh between their children. */
  meshes: ReadonlySet<number>
}

function sizesOf(
  { visible, tree, kind, children, orders, meshes }: Shown,
  aspectOf: (box: number) => number,
  window?: Pane,
) {
  const n = kind.length
  const w = new Float32Array(n).fill(CARD_W)
  const h = new Float32Array(n).fill(CARD_H)
  for (let box = 0; box < n; box++) {
    if (kind[box] !== BOX.closed) continue
    const size = sizeOf(visible, tree, box)
    w[box] = size.w
    h[box] = size.h
  }
  const scopes: (Scope | undefined)[] = []
  for (let box = n - 1; box >= 0; box--) {
    const [inner, order] = [children[box], orders[box]]
    if (!inner || !order) continue
    const parts = inner.map((c): Part => ({ w: at(w, c), h: at(h, c), isGroup: isGroup(tree, at(visible.item, c)) }))
    const room = box === 0 ? window : undefined
    const line = room?.isInLine ? { width: room.width / IN_LINE, height: room.height / IN_LINE } : undefined
    const grid = pack({
      parts,
      ...order,
      aspect: aspectOf(box),
      room: room && (room.room ?? room.height / LARGEST),
      line,
    })
    const hasGroupsLast = order.ranks.length === 0 || meshes.has(box)
    scopes[box] = { grid, rank: order.rank, children: inner, parts, hasGroupsLast }
    w[box] = grid.width
    h[box] = grid.height
  }
  return { w, h, scopes }
}

function childrenOf(parent: Int32Array) {
  const children: (number[] | undefined)[] = []
  const local = new Int32Array(parent.length)
  for (let box = 1; box < parent.length; box++) local[box] = (children[at(parent, box)] ??= []).push(box) - 1
  return { children, local }
}

/** Dependencies lifted to siblings, by scope; and the boxes with dependencies or dependents outside their scope. */
function lift(
  { from, to, weight }: Visible,
  parent: Int32Array,
  local: Int32Array,
  children: (number[] | undefined)[],
  fans: Fans,
) {
  const edges: (LocalEdges | undefined)[] = []
  const index = new Map<number, number>()
  const needs = new Uint8Array(parent.length)
  const needed = new Uint8Array(parent.length)
  const meshes = new Set<number>()
  for (let e = 0; e < from.length; e++) {
    let [a, b] = [at(from, e), at(to, e)]
    if (fans.meshed[e]) {
      meshes.add(at(parent, a)) // these have no order
      continue
    }
    const isBundled = fans.of[a] === FAN.bundled // its edges end at the outermost group
    // Boxes are in preorder, so the parent with the larger number is never above the other.
    while (at(parent, a) !== at(parent, b)) {
      if (at(parent, a) > at(parent, b)) {
        needed[a] = 1
        a = at(parent, a)
      } else {
        if (!isBundled) needs[b] = 1
        b = at(parent, b)
      }
    }
    const scope = at(parent, a)
    const list = (edges[scope] ??= { n: children[scope]?.length ?? 0, from: [], to: [], weight: [] })
    const key = a * parent.length + b
    const edge = index.get(key)
    if (edge !== undefined) list.weight[edge] = (list.weight[edge] ?? 0) + at(weight, e)
    else {
      index.set(key, list.from.push(at(local, a)) - 1)
      list.to.push(at(local, b))
      list.weight.push(at(weight, e))
    }
  }
  return { edges, needs, needed, meshes }
}

type Order = { rank: Int32Array; ranks: number[][]; loose: number[]; lines: number[] }

function orderOf(
  edges: LocalEdges | undefined,
  children: readonly number[],
  { needs, needed }: { needs: Uint8Array; needed: Uint8Array },
): Order {
  const all = children.map((_, i) => i)
  const rank = edges ? ranksOf(edges) : new Int32Array(children.length)
  const isTied = new Uint8Array(children.length)
  for (const v of [...(edges?.from ?? []), ...(edges?.to ?? [])]) isTied[v] = 1
  const last = rank.reduce((a, b) => Math.max(a, b), 0)
  for (const v of all) {
    const box = children[v] ?? 0
    if (isTied[v] || !(needs[box] || needed[box])) continue
    isTied[v] = 2
    rank[v] = needs[box] ? 0 : last
  }
  const ranked = all.filter((v) => isTied[v])
  const loose = all.filter((v) => !isTied[v])
  const ranks = edges ? orderRanks(edges, rank, ranked) : ranked.length ? [ranked] : []
  return { rank, ranks, loose, lines: linesBetween(ranks, edges) }
}

/** Number of sources with edges through the channel after each rank. */
function linesBetween(order: readonly (readonly number[])[], edges: LocalEdges | undefined): number[] {
  const column = new Map(order.flatMap((rank, i) => rank.map((v) => [v, i] as const)))
  const sources = order.map(() => new Set<number>())
  edges?.from.forEach((v, e) => {
    const [a, b] = [column.get(v) ?? 0, column.get(edges.to[e] ?? 0) ?? 0]
    for (let i = Math.min(a, b); i < Math.max(a, b); i++) sources[i]?.add(a < b ? v : (edges.to[e] ?? 0))
  })
  return sources.map((set) => set.size)
}
