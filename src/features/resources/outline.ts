import { at, type Column, type Grouped, groupRows } from '#domain/graphLayout/columns.ts'
import { forestOf } from '#domain/graphLayout/topology.ts'

/** The parents of resources; numbers are indexes in the state. */
export type Outline = { count: number; parent: Int32Array; children: Grouped; depth: Int32Array }

/** A row of the outline, with what screen readers announce about its position. */
export type OutlineRow = {
  index: number
  level: number
  hasChildren: boolean
  isExpanded: boolean
  place: number
  siblings: number
}

/** Most rows shown at first. */
const OPEN_AT_FIRST = 400

/** An outline from a column of parents, cut where the map is cut: missing parents and cycles count as none. */
export function outlineOf(parents: Column): Outline {
  const count = parents.length
  const parent = forestOf(parents)
  const depth = new Int32Array(count).fill(-1)
  for (let i = 0; i < count; i++) {
    const way: number[] = []
    for (let node = i; node >= 0 && at(depth, node) < 0; node = at(parent, node)) way.push(node)
    for (let v = way.pop(); v !== undefined; v = way.pop()) {
      const up = at(parent, v)
      depth[v] = up < 0 ? 0 : at(depth, up) + 1
    }
  }
  const key = Int32Array.from(parent, (p) => (p < 0 ? count : p))
  return { count, parent, depth, children: groupRows(key, count + 1) }
}

export const ancestorsOf = ({ parent }: Outline, index: number): number[] => {
  const list: number[] = []
  for (let i = index < 0 ? -1 : at(parent, index); i >= 0; i = at(parent, i)) list.push(i)
  return list
}

/** The deepest level that is open at first: a small stack is shown whole, a large one by its top. */
export function firstDepth({ depth }: Outline): number {
  const perDepth: number[] = []
  for (const d of depth) perDepth[d] = (perDepth[d] ?? 0) + 1
  let rows = perDepth[0] ?? 0
  let open = 0
  while (open + 1 < perDepth.length && rows + (perDepth[open + 1] ?? 0) <= OPEN_AT_FIRST) rows += perDepth[++open] ?? 0
  return Math.max(open, perDepth[0] === 1 ? 1 : 0)
}

/** The result of a search: the matches in order, and with their ancestors the rows to show. */
export type Found = { hits: number[]; shown: Uint8Array }

export function find(outline: Outline, isHit: (index: number) => boolean): Found {
  const shown = new Uint8Array(outline.count)
  const hits: number[] = []
  for (let i = 0; i < outline.count; i++) {
    if (!isHit(i)) continue
    hits.push(i)
    for (let node = i; node >= 0 && !shown[node]; node = at(outline.parent, node)) shown[node] = 1
  }
  return { hits, shown }
}

/** The rows to show, in tree order. While searching, all ancestors of a match are open. */
export function rowsOf(outline: Outline, isExpanded: (index: number) => boolean, found?: Found): OutlineRow[] {
  const rows: OutlineRow[] = []
  const childrenOf = (parent: number) => {
    const all = outline.children.rows.subarray(
      at(outline.children.start, parent),
      at(outline.children.start, parent + 1),
    )
    return found ? all.filter((i) => found.shown[i]) : all
  }
  const waiting: { list: Int32Array; next: number }[] = [{ list: childrenOf(outline.count), next: 0 }]
  for (let top = waiting.at(-1); top; top = waiting.at(-1)) {
    if (top.next >= top.list.length) {
      waiting.pop()
      continue
    }
    const index = at(top.list, top.next++)
    const inside = childrenOf(index)
    const isOpen = inside.length > 0 && (found !== undefined || isExpanded(index))
    rows.push({
      index,
      level: waiting.length,
      hasChildren: inside.length > 0,
      isExpanded: isOpen,
      place: top.next,
      siblings: top.list.length,
    })
    if (isOpen) waiting.push({ list: inside, next: 0 })
  }
  return rows
}
