import { at } from './columns.ts'
import { CARD_H, CARD_W, HEADER } from './sizes.ts'

/**
 * A child of a scope to be placed: its size, and whether it contains others (open or closed, so that opening moves
 * nothing).
 */
export type Part = { w: number; h: number; isGroup: boolean }

const PAD = 16
const ROW_GAP = 16
const COLUMN_GAP = 24
const CHANNEL = 34
const PER_LINE = 5
/** Half of the space between two bands. */
export const BAND_GAP = 20
/** Width to height ratio of a nested scope. */
export const ASPECT = 1.6

/** Size of a closed group with a large share of the resources shown. */
const LARGE = { w: CARD_W * 2.2, h: 230 }
export const isLarge = ({ w }: Part): boolean => w > 2 * CARD_W

/**
 * Size of a closed group: the more it contains, the higher; and wide if it contains a large share of the resources
 * shown.
 */
export function closedSize(inside: number, share: number): { w: number; h: number } {
  if (inside > 60 && share > 0.4) return LARGE
  return { w: CARD_W, h: inside <= 12 ? 54 : inside <= 120 ? 66 : inside <= 1_200 ? 80 : 96 }
}

export type Row = { top: number; bottom: number; first: number; last: number }
/** Children of one rank in rows, with free space above and below each row. */
export type Block = { band: number; left: number; right: number; rows: Row[] }
/** Blocks side by side; `continues`: edges lead from it to a later band. */
export type Band = { top: number; bottom: number; first: number; last: number; continues: boolean }

/**
 * A packed scope: bands from top to bottom, blocks from left to right in a band, rows in a block. The space between
 * bands, blocks, rows and the children of a row is free for edges. Coordinates are relative to the scope.
 */
export type Grid = {
  width: number
  height: number
  /** Space to the right of the widest band, for edges. */
  right: number
  bands: Band[]
  blocks: Block[]
  /** Children in reading order; rows contain indexes into this list. */
  sequence: number[]
  /** By child: corner, block, row and index in `sequence`. */
  x: Float64Array
  y: Float64Array
  blockOf: Int32Array
  rowOf: Int32Array
  placeOf: Int32Array
}

export type PackInput = {
  parts: readonly Part[]
  /** Children by rank in reading order. */
  ranks: readonly (readonly number[])[]
  /** Children without edges, packed together. */
  loose: readonly number[]
  /** Number of edges between rank i and the next, for the width of the channel. */
  lines: readonly number[]
  /** Preferred width to height ratio. */
  aspect: number
  /** Height from which being smaller is no advantage, because the picture would not be enlarged further. */
  room?: number | undefined
  /** Room for a single band, which is preferred as long as it fits. */
  line?: { width: number; height: number } | undefined
}

type BlockDraft = {
  order: number[]
  rows: { items: number[]; w: number; h: number }[]
  w: number
  h: number
  lines: number
}

/**
 * Chooses column heights and the number of bands so that the scope is compact and close to the preferred ratio: ranks
 * that are too tall are folded into rows, too many ranks into bands, always in reading order.
 */
export function pack(input: PackInput): Grid {
  const { parts, ranks, loose, aspect, room = 0, line } = input
  const tallest = parts.reduce((h, part) => Math.max(h, part.h), 0)
  let best: { cost: number; bands: BlockDraft[][] } | undefined
  let inLine: typeof best
  const consider = (bands: BlockDraft[][]) => {
    const { width, height } = sizeOf(bands)
    const box = Math.max(width / aspect, height)
    if (line && bands.length === 1 && width <= line.width && height <= line.height) {
      if (!inLine || box < inLine.cost) inLine = { cost: box, bands }
      return
    }
    const fits = box <= room
    const size = room === 0 ? box * Math.sqrt((width * height) / aspect) : Math.max(box, room) ** 2
    const cost = size * (1 + 0.04 * bands.length)
    // Of the layouts that fit, those with the highest columns are the most legible, and are tried last.
    if (!best || cost < best.cost * 0.999 || (fits && cost <= best.cost)) best = { cost, bands }
  }
  const looseDraft = (width: number, height: number) => draft(partition(loose, parts), parts, height, width, 0)
  const stacked = [...ranks, loose].map((rank) => rank.reduce((h, v) => h + ROW_GAP + at(parts, v).h, 0))
  const highest = Math.max(tallest, ...stacked)
  for (let height = tallest; ; height = Math.min(highest, height * 1.32 + 1)) {
    const beside = looseDraft(0, height)
    const blocks = ranks.map((rank, i) => draft(partition(rank, parts), parts, height, 0, input.lines[i] ?? 0))
    for (const bands of foldings(blocks)) {
      if (loose.length === 0) consider(bands)
      else if (bands.length === 0) consider([[beside]])
      else {
        const { width } = sizeOf(bands)
        const least = Math.max(0, width - 2 * PAD)
        consider([...bands, [looseDraft(least, Infinity)]])
        if (room > 0) consider([...bands, [looseDraft(least, height)]])
        consider([...bands.slice(0, -1), [...at(bands, bands.length - 1), beside]])
      }
    }
    if (height >= highest) break
  }
  return place((inLine ?? best)?.bands ?? [], parts)
}

/** Groups before cards, otherwise in order: rows of equal height waste no space. */
function partition(rank: readonly number[], parts: readonly Part[]): number[] {
  return [...rank.filter((v) => at(parts, v).isGroup), ...rank.filter((v) => !at(parts, v).isGroup)]
}

/** One rank as rows: as narrow as its height allows, but at least `width`. */
function draft(order: number[], parts: readonly Part[], height: number, width: number, lines: number): BlockDraft {
  let limit = order.reduce((w, v) => Math.max(w, at(parts, v).w), width)
  const all = order.reduce((w, v) => w + at(parts, v).w + COLUMN_GAP, 0) // a larger width changes nothing
  for (;;) {
    const rows = rowsOf(order, parts, limit)
    const h = rows.reduce((sum, row) => sum + row.h, 0) + ROW_GAP * (rows.length - 1)
    if (h <= height || limit >= all) return { order, rows, w: rows.reduce((w, row) => Math.max(w, row.w), 0), h, lines }
    limit += CARD_W + COLUMN_GAP
  }
}

function rowsOf(order: readonly number[], parts: readonly Part[], limit: number) {
  const rows: { items: number[]; w: number; h: number }[] = []
  let row: { items: number[]; w: number; h: number } | undefined
  for (const v of order) {
    const { w, h, isGroup } = at(parts, v)
    const startsCards = row && !isGroup && at(parts, row.items.at(-1) ?? v).isGroup && row.h > CARD_H * 1.5
    if (!row || startsCards || row.w + COLUMN_GAP + w > limit) {
      row = { items: [v], w, h }
      rows.push(row)
      continue
    }
    row.items.push(v)
    row.w += COLUMN_GAP + w
    row.h = Math.max(row.h, h)
  }
  return rows
}

/** The ranks in one band, and in two or more of about equal width. */
function* foldings(blocks: BlockDraft[]): Generator<BlockDraft[][]> {
  yield blocks.length ? [blocks] : []
  const total = blocks.reduce((sum, block) => sum + block.w + CHANNEL, 0)
  for (let bands = 2; bands <= Math.min(12, blocks.length); bands++) {
    const folded: BlockDraft[][] = [[]]
    let width = 0
    for (const block of blocks) {
      if (width > 0 && width + (block.w + CHANNEL) / 2 > (total / bands) * folded.length) folded.push([])
      folded.at(-1)?.push(block)
      width += block.w + CHANNEL
    }
    yield folded
  }
}

const channelWidth = (lines: number): number => CHANNEL + PER_LINE * Math.min(14, lines)

const bandWidth = (band: readonly BlockDraft[]): number =>
  band.reduce((sum, block, i) => sum + block.w + (i < band.length - 1 ? channelWidth(block.lines) : 0), 0)

const bandHeight = (band: readonly BlockDraft[]): number => band.reduce((h, block) => Math.max(h, block.h), 0)

/** Space on the left side for edges that continue in a later band. */
const marginOf = (bands: readonly BlockDraft[][]): number =>
  bands.length < 2
    ? PAD
    : PAD +
      8 +
      PER_LINE *
        Math.min(
          6,
          bands.reduce((sum, band) => sum + (band.at(-1)?.lines ?? 0), 0),
        )

/**
 * Edges that continue in a later band leave on the right side and run between the bands; many of them need more space.
 */
const crowdOf = (bands: readonly BlockDraft[][]): number =>
  bands.length < 2
    ? 0
    : PER_LINE * Math.min(6, Math.max(0, bands.reduce((most, band) => Math.max(most, band.at(-1)?.lines ?? 0), 0) - 2))
const rightOf = (bands: readonly BlockDraft[][]): number => PAD + crowdOf(bands)
const gapOf = (bands: readonly BlockDraft[][]): number => 2 * BAND_GAP + crowdOf(bands)

function sizeOf(bands: readonly BlockDraft[][]) {
  const width = marginOf(bands) + rightOf(bands) + bands.reduce((w, band) => Math.max(w, bandWidth(band)), CARD_W)
  const height =
    HEADER + 2 * PAD + bands.reduce((h, band) => h + bandHeight(band), 0) + gapOf(bands) * Math.max(0, bands.length - 1)
  return { width, height }
}

function place(drafts: BlockDraft[][], parts: readonly Part[]): Grid {
  const n = parts.length
  const grid: Grid = {
    ...sizeOf(drafts),
    right: rightOf(drafts),
    bands: [],
    blocks: [],
    sequence: [],
    x: new Float64Array(n),
    y: new Float64Array(n),
    blockOf: new Int32Array(n),
    rowOf: new Int32Array(n),
    placeOf: new Int32Array(n),
  }
  let top = HEADER + PAD
  for (const band of drafts) {
    const height = bandHeight(band)
    const first = grid.blocks.length
    let left = marginOf(drafts)
    for (const block of band) {
      placeBlock(grid, block, left, top + (height - block.h) / 2, parts)
      left += block.w + channelWidth(block.lines)
    }
    const continues = (band.at(-1)?.lines ?? 0) > 0
    grid.bands.push({ top, bottom: top + height, first, last: grid.blocks.length - 1, continues })
    top += height + gapOf(drafts)
  }
  return grid
}

function placeBlock(grid: Grid, block: BlockDraft, left: number, top: number, parts: readonly Part[]): void {
  const rows: Row[] = []
  let y = Math.round(top)
  for (const row of block.rows) {
    let x = left
    const first = grid.sequence.length
    for (const v of row.items) {
      grid.x[v] = x
      grid.y[v] = y
      grid.blockOf[v] = grid.blocks.length
      grid.rowOf[v] = rows.length
      grid.placeOf[v] = grid.sequence.push(v) - 1
      x += at(parts, v).w + COLUMN_GAP // rows contain children
    }
    rows.push({ top: y, bottom: y + row.h, first, last: grid.sequence.length - 1 })
    y += row.h + ROW_GAP
  }
  grid.blocks.push({ band: grid.bands.length, left, right: left + block.w, rows })
}

/** Maximum growth of a gap between rows: cards further apart do not look like a column. */
const MAX_ROW_GAP = 44

/** Maximum growth of a group by spare space: the content of an open one would drift apart. */
export const MAX_GROWTH = 1.5
/** Maximum growth of a closed group: a wider one would look half empty. */
export const CLOSED_GROWTH = 1.25

/** Maximum growth of groups without lines between them: there is nothing else to show in the space. */
const LOOSE_GROWTH = 1.6

/**
 * Enlarges the groups of the last block, which have no lines between them, all by the same factors, as far as the place of
 * the scope allows. Does nothing if others are in that block, or if the scope is folded.
 */
export function enlarge(
  grid: Grid,
  width: number,
  height: number,
  parts: readonly Part[],
  isClosed: (child: number) => boolean,
): void {
  const block = grid.blocks.at(-1)
  const [band, ...others] = grid.bands
  if (!block || !band || others.length > 0) return
  const rows = block.rows.map((row) => ({ row, items: grid.sequence.slice(row.first, row.last + 1) }))
  if (!rows.every(({ items }) => items.every(isClosed))) return
  const widthOf = (items: readonly number[]) => items.reduce((sum, v) => sum + at(parts, v).w, 0) // children
  const gapsOf = (items: readonly number[]) => (items.length - 1) * COLUMN_GAP
  const spare = { w: width - grid.width, h: height - HEADER - 2 * PAD - blockHeight(block) }
  const room = block.right - block.left + spare.w
  const wide = Math.min(LOOSE_GROWTH, ...rows.map(({ items }) => (room - gapsOf(items)) / widthOf(items)))
  const used = block.rows.reduce((sum, row) => sum + row.bottom - row.top, 0)
  const high = Math.min(LOOSE_GROWTH, (used + spare.h) / used)
  if (wide <= 1 || high <= 1) return
  let y = band.top
  for (const { row, items } of rows) {
    let x = block.left
    for (const v of items) {
      const part = at(parts, v)
      part.w *= wide
      part.h *= high
      grid.x[v] = x
      grid.y[v] = y
      x += part.w + COLUMN_GAP
    }
    const h = (row.bottom - row.top) * high
    row.top = y
    row.bottom = y + h
    y += h + ROW_GAP
  }
  const right = block.left + Math.max(...rows.map(({ items }) => widthOf(items) + gapsOf(items)))
  const bottom = Math.max(band.bottom, y - ROW_GAP)
  grid.width += right - block.right
  grid.height += bottom - band.bottom
  block.right = right
  band.bottom = bottom
}

const blockHeight = ({ rows }: Block): number => (rows.at(-1)?.bottom ?? 0) - (rows[0]?.top ?? 0)

/** The part of a band's spare height that is below it, for edges that continue in a later band. */
const BELOW = 0.6

/**
 * Widens the gaps of a scope to the size of its place: the spare space is for edges. Large groups that are alone in a
 * row take some of it: `growth` is the factor by which each may grow, 1 for all others.
 */
export function stretch(
  grid: Grid,
  width: number,
  height: number,
  parts: readonly Part[],
  growth: (child: number) => number,
): void {
  const [moreW, moreH] = [Math.max(0, width - grid.width), Math.max(0, height - grid.height)]
  // In proportion to the heights: in equal parts, a low band of a few cards without lines would be lost in its own. More
  // than half of it is below a band whose edges continue in a later one.
  const heights = grid.bands.map(({ top, bottom, continues }) => ({
    own: (1 - BELOW) * (bottom - top),
    below: continues ? BELOW * (bottom - top) : 0,
  }))
  const unit =
    moreH /
    Math.max(
      1,
      heights.reduce((sum, { own, below }) => sum + own + below, 0),
    )
  let above = 0
  grid.bands.forEach((band, b) => {
    const { own, below } = at(heights, b)
    const [top, bottom] = [band.top + above, band.bottom + above + own * unit]
    above += (own + below) * unit
    const blocks = grid.blocks.slice(band.first, band.last + 1)
    const free = Math.max(0, grid.width - grid.right - (blocks.at(-1)?.right ?? 0) + moreW)
    const shares = sharesOf(grid, blocks, free, parts, growth)
    const rest = free - shares.reduce((sum, share) => sum + share, 0)
    const perChannel = rest / Math.max(1, blocks.length - 1)
    let before = blocks.length === 1 ? rest / 2 : 0
    blocks.forEach((block, i) => {
      const wider = shares[i] ?? 0
      stretchBlock(grid, block, { left: block.left + before, wider, top, bottom }, parts, growth)
      before += wider + perChannel
    })
    band.top = top
    band.bottom = bottom
  })
  grid.width = Math.max(grid.width, width)
  grid.height = Math.max(grid.height, height)
}

/** The part of the free width that each block of a band takes; the rest is for the channels between them. */
function sharesOf(
  grid: Grid,
  blocks: readonly Block[],
  free: number,
  parts: readonly Part[],
  growth: (child: number) => number,
): number[] {
  const growing = blocks.map((block) => {
    const [row] = block.rows
    const v = grid.sequence[row?.first ?? 0] ?? 0
    return block.rows.length === 1 && row?.first === row?.last && growth(v) > 1 ? v : -1
  })
  const growable = growing.reduce((sum, v) => sum + (v < 0 ? 0 : at(parts, v).w), 0) // children
  const hasRows = blocks.some((block) => block.rows.some((row) => row.last > row.first))
  const [isAlone, canAllGrow] = [blocks.length === 1, growing.every((v) => v >= 0)]
  // If groups can grow, the space is theirs alone, in proportion to their size.
  const inner = growable > 0 ? (isAlone ? 1 : canAllGrow ? 0.85 : 0.6) : !hasRows ? 0 : isAlone ? 1 : 0.4
  return growing.map((v) => {
    if (growable === 0) return (free * inner) / blocks.length
    const w = v < 0 ? 0 : at(parts, v).w
    return Math.min((free * inner * w) / growable, w * (growth(v) - 1))
  })
}

/** Where a block is in its band, and by how much it is to be wider than its rows are. */
type BlockPlace = { left: number; wider: number; top: number; bottom: number }

/** Moves a block to its place, with equal gaps between its rows and between the cards of each. */
function stretchBlock(
  grid: Grid,
  block: Block,
  { left, wider, top, bottom }: BlockPlace,
  parts: readonly Part[],
  growth: (child: number) => number,
): void {
  const width = block.right - block.left
  for (const row of block.rows) {
    const v = grid.sequence[row.first] ?? 0
    if (row.first < row.last || growth(v) <= 1) continue
    const height = block.rows.length === 1 ? bottom - top : 0
    grow(at(parts, v), row, Math.min(width + wider, at(parts, v).w * growth(v)), height)
  }
  const used = block.rows.reduce((sum, row) => sum + row.bottom - row.top, 0)
  const gaps = block.rows.length - 1
  const gap = gaps > 0 ? Math.min(ROW_GAP + MAX_ROW_GAP, Math.max(ROW_GAP, (bottom - top - used) / gaps)) : 0
  // The gaps of all rows are equal, so that a last row with fewer children stays in columns.
  const between = block.rows.reduce((least, row) => {
    const count = row.last - row.first
    const spare = width - widthOfRow(grid, row, parts) + wider
    return count > 0 ? Math.min(least, spare / count, wider / count + COLUMN_GAP) : least
  }, Infinity)
  let y = Math.round(top + (bottom - top - used - gap * gaps) / 2)
  for (const row of block.rows) {
    const h = row.bottom - row.top
    for (let p = row.first; p <= row.last; p++) {
      const v = grid.sequence[p] ?? 0
      grid.x[v] = left + ((grid.x[v] ?? 0) - block.left) + (p > row.first ? between * (p - row.first) : 0)
      grid.y[v] = y
    }
    row.top = y
    row.bottom = y + h
    y += h + gap
  }
  block.left = left
  block.right = left + width + wider
}

function grow(part: Part, row: Row, width: number, height: number): void {
  part.w = Math.max(part.w, width)
  part.h = Math.max(part.h, Math.min(height, part.h * MAX_GROWTH))
  row.bottom = row.top + part.h
}

function widthOfRow(grid: Grid, row: Row, parts: readonly Part[]): number {
  const [first, last] = [grid.sequence[row.first] ?? 0, grid.sequence[row.last] ?? 0]
  return (grid.x[last] ?? 0) + (parts[last]?.w ?? 0) - (grid.x[first] ?? 0)
}
