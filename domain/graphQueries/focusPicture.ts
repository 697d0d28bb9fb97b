import { type Bundle, bundled, isGroup } from './bundles.ts'
import type { Neighbourhood } from './neighbourhood.ts'
import { eachNeighbour, type Relations } from './relations.ts'

/** A box of the picture, in pixels of the pane. */
export type FocusBox = Bundle & {
  /** 0 for the focus; negative to the left, for what it needs; positive to the right, for its dependents. */
  column: number
  /** Whether the group is opened, with its members listed. */
  isOpen: boolean
  x: number
  y: number
  w: number
  h: number
}

/** An edge from the needed resource to the dependent one, as indexes of boxes in adjacent columns. */
export type FocusLine = {
  from: number
  to: number
  kinds: number
  count: number
  points: [number, number, number, number]
}

/** The heading of a column: its distance in steps. The last column of a side may represent several. */
export type FocusColumn = { column: number; x: number; w: number; nearest: number; furthest: number; count: number }

export type FocusPicture = {
  boxes: FocusBox[]
  lines: FocusLine[]
  columns: FocusColumn[]
  /** Larger than the pane if that is too narrow or too low for the least that is legible. */
  width: number
  height: number
}

/** Fits two lines of text at the page's font size. */
export const CARD_HEIGHT = 46
export const HEADING = 30
const BETWEEN = 10
const MARGIN = 12
const CARD = { least: 196, most: 272 }
const GAP = { least: 40, most: 150 }
/** An open group: height of its heading, and of a member. */
export const OPEN_HEAD = 36
export const OPEN_ROW = 30

const LEAST_ROWS = 3

/** The height of a picture with so many cards below each other. */
export const heightOf = (rows: number): number => HEADING + MARGIN + rows * (CARD_HEIGHT + BETWEEN) - BETWEEN

export type Level = { members: number[]; nearest: number; furthest: number }

/** The levels of one side; those without a column of their own are merged into the last one. */
function merged(levels: readonly number[][], room: number): Level[] {
  const own = levels.slice(0, room).map((members, i) => ({ members: [...members], nearest: i + 1, furthest: i + 1 }))
  const last = own.at(-1)
  if (last && levels.length > room) {
    last.members.push(...levels.slice(room).flat())
    last.furthest = levels.length
  }
  return own
}

/** Number of columns for each side; the longer side is reduced first. */
function columnsFor(left: number, right: number, width: number): [number, number] {
  const fits = Math.max(1, Math.floor((width - 2 * MARGIN + GAP.least) / (CARD.least + GAP.least)))
  while (left + right + 1 > fits && (left > 1 || right > 1)) {
    if (left >= right) left--
    else right--
  }
  return [left, right]
}

type Given = {
  /** `also`: further resources in the middle, beside the focus. */
  neighbourhood: Neighbourhood & { also?: readonly number[] }
  relations: Relations
  kinds: number
  typeOf: (index: number) => string
  size: { width: number; height: number }
  /** The opened group: its column and key. */
  opened?: { column: number; key: string } | undefined
}

/**
 * Cards in columns by distance, as large as is legible, all within the pane; edges only in the gaps between columns.
 */
export function focusPicture({ neighbourhood, relations, kinds, typeOf, size, opened }: Given): FocusPicture {
  const { focus, also = [], needs, neededBy } = neighbourhood
  const [left, right] = columnsFor(needs.length, neededBy.length, size.width)
  const levels = new Map<number, Level>([[0, { members: [focus, ...also], nearest: 0, furthest: 0 }]])
  merged(needs, left).forEach((level, i) => levels.set(-1 - i, level))
  merged(neededBy, right).forEach((level, i) => levels.set(1 + i, level))
  const numbers = [...levels.keys()].toSorted((a, b) => a - b)

  const { w, gap } = measured(numbers.length, size.width)
  const whole = numbers.length * w + (numbers.length - 1) * gap
  const height = Math.max(size.height, heightOf(LEAST_ROWS))
  const room = Math.max(2, Math.floor((height - HEADING - MARGIN + BETWEEN) / (CARD_HEIGHT + BETWEEN)))
  const xOf = (column: number) => (Math.max(size.width, whole) - whole) / 2 + numbers.indexOf(column) * (w + gap)

  const boxes: FocusBox[] = []
  const columns: FocusColumn[] = []
  // From the focus outwards, so that each card is placed next to its neighbours.
  for (const column of numbers.toSorted((a, b) => Math.abs(a) - Math.abs(b) || b - a)) {
    const { members, nearest, furthest } = levels.get(column) ?? { members: [], nearest: 0, furthest: 0 }
    const own = opened?.column === column ? opened.key : undefined
    const placed = stacked(bundledWith(members, room, typeOf, own), { x: xOf(column), w, column, height })
    const inner = boxes.filter((box) => box.column === column - Math.sign(column))
    boxes.push(...sortedBy(placed, inner, relations, kinds))
    columns.push({ column, x: xOf(column), w, nearest, furthest, count: members.length })
  }
  return { boxes, lines: linesOf(boxes, relations, kinds), columns, width: Math.max(size.width, whole), height }
}

function measured(columns: number, width: number): { w: number; gap: number } {
  const inner = width - 2 * MARGIN
  const w = Math.min(CARD.most, Math.max(CARD.least, (inner - (columns - 1) * GAP.least) / columns))
  const gap = columns < 2 ? 0 : Math.min(GAP.most, Math.max(GAP.least, (inner - columns * w) / (columns - 1)))
  return { w: Math.floor(w), gap: Math.floor(gap) }
}

type Opened = Bundle & { isOpen: boolean; rows: number }

/** Bundles a column with the opened group, which takes the space of several cards. */
function bundledWith(
  members: readonly number[],
  room: number,
  typeOf: (index: number) => string,
  key: string | undefined,
): Opened[] {
  const plain = bundled(members, room, typeOf)
  const open = key === undefined ? undefined : plain.find((bundle) => bundle.key === key && isGroup(bundle))
  const closed = (bundle: Bundle): Opened => ({ ...bundle, isOpen: false, rows: 1 })
  if (!open) return plain.map(closed)
  const others = members.filter((index) => !open.members.includes(index))
  const wanted = Math.ceil((OPEN_HEAD + open.members.length * OPEN_ROW) / (CARD_HEIGHT + BETWEEN))
  const rows = Math.min(wanted, Math.max(2, others.length === 0 ? room : Math.floor(room * 0.7)))
  const rest = others.length === 0 ? [] : bundled(others, Math.max(1, room - rows), typeOf)
  return [{ ...open, isOpen: true, rows }, ...rest.map(closed)]
}

function stacked(
  bundles: readonly Opened[],
  { x, w, column, height }: { x: number; w: number; column: number; height: number },
): FocusBox[] {
  const heights = bundles.map(({ rows }) => rows * (CARD_HEIGHT + BETWEEN) - BETWEEN)
  const whole = heights.reduce((sum, h) => sum + h + BETWEEN, -BETWEEN)
  let y = HEADING + Math.max(0, (height - HEADING - MARGIN - whole) / 2)
  return bundles.map(({ rows: _, ...bundle }, i) => {
    const h = heights[i] ?? CARD_HEIGHT
    const box = { ...bundle, column, x, y, w, h }
    y += h + BETWEEN
    return box
  })
}

/** Sorts each box near its neighbours in the previous column; the positions stay, the boxes are permuted. */
function sortedBy(boxes: FocusBox[], inner: readonly FocusBox[], relations: Relations, kinds: number): FocusBox[] {
  if (boxes.some(({ isOpen }) => isOpen) || inner.length < 2) return boxes
  const heightOf = new Map(inner.flatMap((box) => box.members.map((member) => [member, box.y] as const)))
  const wishOf = ({ members, column }: FocusBox): number => {
    const heights: number[] = []
    for (const member of members) {
      eachNeighbour(column < 0 ? relations.neededBy : relations.needs, member, kinds, (other) => {
        const y = heightOf.get(other)
        if (y !== undefined) heights.push(y)
      })
    }
    return heights.length === 0 ? Infinity : heights.reduce((sum, y) => sum + y, 0) / heights.length
  }
  const wishes = boxes.map((box, i) => ({ box, wish: wishOf(box), i }))
  // The rest stays last: it has edges to everything.
  const isRest = ({ box }: { box: FocusBox }) => Number(box.type === undefined)
  const order = wishes.toSorted((a, b) => isRest(a) - isRest(b) || (a.wish === b.wish ? a.i - b.i : a.wish - b.wish))
  return order.map(({ box }, i) => ({ ...box, y: boxes[i]?.y ?? box.y }))
}

function linesOf(boxes: readonly FocusBox[], { needs }: Relations, kinds: number): FocusLine[] {
  const boxOf = new Map(boxes.flatMap((box, i) => box.members.map((member) => [member, i] as const)))
  const lines = new Map<string, FocusLine>()
  boxes.forEach((box, to) => {
    for (const member of box.members) {
      eachNeighbour(needs, member, kinds, (other, bits) => {
        const from = boxOf.get(other)
        if (from === undefined || boxes[from]?.column !== box.column - 1) return
        const key = `${from} ${to}`
        const line = lines.get(key) ?? { from, to, kinds: 0, count: 0, points: [0, 0, 0, 0] }
        lines.set(key, { ...line, kinds: line.kinds | bits, count: line.count + 1 })
      })
    }
  })
  return withPorts([...lines.values()], boxes)
}

/**
 * Gives each edge a position of its own along the side of a box, in the order of the other ends, so that edges of one
 * box do not cross.
 */
function withPorts(lines: FocusLine[], boxes: readonly FocusBox[]): FocusLine[] {
  const middle = (box: FocusBox | undefined) => (box ? box.y + box.h / 2 : 0)
  const ports = new Map<FocusLine, [number, number]>(lines.map((line) => [line, [0, 0]]))
  for (const end of [0, 1] as const) {
    const own = end === 0 ? 'from' : 'to'
    const far = end === 0 ? 'to' : 'from'
    for (const [i, mine] of Map.groupBy(lines, (line) => line[own])) {
      const box = boxes[i]
      if (!box) continue
      const spread = Math.min(12, (box.h - 12) / Math.max(1, mine.length))
      mine
        .toSorted((a, b) => middle(boxes[a[far]]) - middle(boxes[b[far]]))
        .forEach((line, place) => {
          const both = ports.get(line)
          if (both) both[end] = middle(box) + (place - (mine.length - 1) / 2) * spread
        })
    }
  }
  return lines.map((line) => {
    const [y1, y2] = ports.get(line) ?? [0, 0]
    const from = boxes[line.from]
    return { ...line, points: [from ? from.x + from.w : 0, y1, boxes[line.to]?.x ?? 0, y2] }
  })
}
