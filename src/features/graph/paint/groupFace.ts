import { number } from '#words/counts.ts'
import { HEADER } from '#domain/graphLayout/sizes.ts'
import { type Chip, chipRow, type ChipRow, chipsWidth } from '../overlays/chips.ts'
import type { Area } from '../viewport.ts'
import { type Brush, type PlacedText, SMALLEST } from './brush.ts'
import { ALONE, type Siblings } from './texts.ts'

/** What a group says about itself. */
export type GroupContent = {
  item: number
  name: string
  /** What it is, if it is a resource of the state. */
  kind: string
  siblings: Siblings
  /** Number of resources in it. */
  count: number
  chips: readonly Chip[]
  /** The overlay counts kinds of resources, not problems. */
  isByCount: boolean
  /** Summaries of what is in it, the longest first; computed when they are needed. */
  summaries: () => readonly string[]
}

/** Where a group is on the screen. */
export type GroupPlace = {
  area: Area
  scale: number
  /** Its content is laid out and large enough to be painted over it. */
  hasContent: boolean
  /** Right end of the window. */
  edge: number
}

type Tools = Pick<Brush, 'measure' | 'fit' | 'keep'>

/** Chips that end at `end`, around the height `line`. */
export type PlacedChips = { row: ChipRow; end: number; line: number; px: number }

/** The first line of a group: its name, the number of its resources, and what the overlay says. */
export type Head = { name: PlacedText; count: PlacedText | undefined; chips: PlacedChips | undefined }

/** What is below the first line of a closed group; `dots` is the area for a dot per resource. */
export type Body = { chips: PlacedChips | undefined; lines: readonly PlacedText[]; dots: Area | undefined }

/**
 * A closed group as it is painted, computed without a canvas. Without a head it is too small for letters: it has dots,
 * and the most serious class as a chip.
 */
export type GroupFace = { head: Head | undefined; body: Body }

/** Width of eight letters and an ellipsis in a bold name, for letters of one pixel. */
const EIGHT_LETTERS = 7.6
/** Height of a line below the first one, relative to its letters. */
const LINE = 1.25
/** A group with no more resources than this has two lines of summary if there is room: it needs few dots. */
const FEW_DOTS = 24

/** Distances in a closed group, and the heights of its letters: `px` in the first line, `small` elsewhere. */
function measuresOf({ area, scale, hasContent, edge }: GroupPlace) {
  const px = Math.max(SMALLEST, Math.min(hasContent ? 17 : 20, 13 * scale))
  const small = Math.max(SMALLEST, Math.min(15, 10.5 * scale))
  const pad = Math.min(12, 9 * scale)
  // One beside the window has its words where it is: at the edge, they would be on those of its neighbour.
  const isBeside = area.x >= edge || area.x + area.w <= 0
  const left = (isBeside ? area.x : Math.max(area.x, 0)) + pad
  const right = Math.min(area.x + area.w, isBeside ? Infinity : edge) - pad
  // At the top however large the group is, because its content begins below it.
  const line = Math.max(area.y, 0) + Math.min(area.h / 2, px * 0.95 + Math.min(4, 2 * scale))
  const below = line + px * 0.62
  const bottom = area.y + area.h
  return { px, small, pad, left, right, room: right - left, line, below, bottom }
}
type Measures = ReturnType<typeof measuresOf>

/** Whether a closed group is too small for letters. */
const isTiny = ({ area }: GroupPlace, { px }: Measures): boolean => area.h < px + 2 || area.w < 40

/** Computes what a closed group shows. */
export function groupFace(content: GroupContent, place: GroupPlace, tools: Tools): GroupFace {
  const measures = measuresOf(place)
  if (isTiny(place, measures)) return { head: undefined, body: tinyBody(content, place, tools) }
  const line = firstLine(content, place, measures, tools)
  return { head: headOf(content, measures, line, tools), body: bodyOf(content, place, measures, line, tools) }
}

/** The first line of a closed group alone, which is painted again while the window moves. */
export function groupHead(content: GroupContent, place: GroupPlace, tools: Tools): Head | undefined {
  const measures = measuresOf(place)
  if (isTiny(place, measures)) return undefined
  return headOf(content, measures, firstLine(content, place, measures, tools), tools)
}

function tinyBody({ chips }: GroupContent, { area }: GroupPlace, { measure }: Tools): Body {
  const [worst] = chips
  const hasRoom = area.w > SMALLEST * 1.6 && area.h > SMALLEST * 1.2
  const row = worst && hasRoom ? chipRow([worst], 0, SMALLEST, measure) : undefined
  return {
    chips: row && { row, end: area.x + area.w, line: area.y + area.h / 2, px: SMALLEST },
    lines: [],
    dots: area,
  }
}

/**
 * What the first line has room for. The name comes first: chips and number move below it where it would lose more than
 * they need, if there is a next line; otherwise it is cut to eight letters or 55 % of the room, whichever is more.
 */
type FirstLine = {
  /** Chips beside the name. */
  chips: ChipRow | undefined
  /** The number of resources, at its end. */
  count: string | undefined
  /** What has moved to the next line. */
  moved: { chips: ChipRow | undefined; hasCount: boolean }
}

function firstLine(
  { name, count, chips }: GroupContent,
  { hasContent }: GroupPlace,
  { px, small, room, below, bottom }: Measures,
  { measure }: Tools,
): FirstLine {
  const hasChips = chips.length > 0
  const nameWidth = measure(name, px, true) + 6
  const countWidth = measure(number(count), small, false)
  const isShort = !hasContent && bottom - below > small && nameWidth + besideWidth() > room
  const least = Math.min(nameWidth, Math.max(EIGHT_LETTERS * px, room * 0.55))
  const beside = hasChips && !isShort ? fitting(chipRow(chips, room - least, small, measure), room) : undefined
  // The number gives way to the name, and to what the overlay says.
  // A number beside those of chips is what these are of.
  const words = beside?.hasNumbers ? `of ${number(count)}` : number(count)
  const hasCount =
    (isShort || hasChips ? nameWidth : least) + (beside?.width ?? 0) + measure(words, small, false) <= room
  return {
    chips: beside,
    count: hasCount ? words : undefined,
    moved: {
      chips: hasChips && isShort ? fitting(chipRow(chips, room, small, measure), room) : undefined,
      hasCount: isShort && !hasCount,
    },
  }

  function besideWidth(): number {
    return hasChips ? chipsWidth(chips, true, small, measure) : countWidth
  }
}

/** Chips without the room for one of them would be on what is beside them. */
const fitting = (row: ChipRow, room: number): ChipRow | undefined => (row.width <= room ? row : undefined)

function headOf(
  { name, siblings }: GroupContent,
  { px, small, left, right, room, line }: Measures,
  { chips, count, moved }: FirstLine,
  { measure, fit }: Tools,
): Head {
  const countStart = count === undefined ? right : right - measure(count, small, false)
  const end = countStart - (chips?.width ?? 0)
  const nameRoom = moved.hasCount ? room : end - left - 4
  return {
    name: { text: fit({ words: name, siblings, room: nameRoom, px }, true), x: left, y: line, px },
    count: count === undefined ? undefined : { text: count, x: countStart, y: line, px: small },
    chips: chips && { row: chips, end: countStart, line, px: small },
  }
}

/** Chips that have moved below the name, then a summary of the content or else the number, then the dots. */
function bodyOf(
  content: GroupContent,
  { area, scale, hasContent }: GroupPlace,
  { small, pad, left, room, below, bottom }: Measures,
  { moved }: FirstLine,
  tools: Tools,
): Body {
  const height = bottom - below
  const hasNext = !hasContent && height > small
  // A low group has its dots beside the chips.
  const isLow = height < small * 2
  const indent = moved.chips?.width ?? 0
  const width = room - indent
  const texts = hasNext ? belowName(content, { moved, width, height, small }, tools) : []
  const lines: PlacedText[] = []
  let y = below
  for (const words of texts) {
    const text = tools.fit({ words, siblings: ALONE, room: width, px: small }, false)
    lines.push({ text, x: left + indent, y: y + small * 0.62, px: small })
    y += small * LINE
  }
  if (indent > 0 && lines.length === 0 && !isLow) y += small * LINE
  const dotsIndent = lines.length > 0 || !isLow ? 0 : indent
  const dots = {
    x: area.x + pad + dotsIndent,
    y: y + 2 * scale,
    w: area.w - 2 * pad - dotsIndent,
    h: bottom - y - 7 * scale,
  }
  const line = Math.min(below + small * 0.62, bottom - small * 0.65 - 1.5)
  return {
    chips: moved.chips && { row: moved.chips, end: left + indent, line, px: small },
    lines,
    dots: dots.h > 4 && dots.w > 10 ? dots : undefined,
  }
}

/** The texts below the name: a summary; where chips have moved there, or nothing of it fits, the number if it fits whole. */
function belowName(
  { item, count, summaries }: GroupContent,
  { moved, width, height, small }: { moved: FirstLine['moved']; width: number; height: number; small: number },
  { measure, keep }: Tools,
): readonly string[] {
  const fits = (words: string) => measure(words, small, false) <= Math.floor(width) // as it is cut when painted
  if (!moved.chips && height > small + 2) {
    const rows = count <= FEW_DOTS && height > small * 3.4 ? 2 : 1
    const summary = keep(`${item} ${rows} ${Math.floor(width)} ${small.toFixed(1)}`, () =>
      linesOf(summaries(), rows, fits).join('\n'),
    )
    if (summary !== '') return summary.split('\n')
  }
  if (!moved.hasCount || height < small * 2) return []
  const words = number(count)
  const whole = (moved.chips?.hasNumbers ? [`of ${words}`, words] : [words]).find(fits)
  return whole === undefined ? [] : [whole]
}

/** The longest of several texts that fits into the given lines, broken at commas. */
function linesOf(texts: readonly string[], rows: number, fits: (words: string) => boolean): string[] {
  for (const words of texts) {
    const lines: string[] = []
    for (const part of words.split(', ')) {
      const last = lines.at(-1)
      if (last !== undefined && fits(`${last}, ${part},`)) lines[lines.length - 1] = `${last}, ${part}`
      else lines.push(part)
    }
    if (lines.length <= rows && lines.every(fits))
      return lines.map((line, i) => (i < lines.length - 1 ? `${line},` : line))
  }
  return []
}

/** The first line of an open group; undefined where it has no room for one. */
export function frameHead(content: GroupContent, { area, scale, edge }: GroupPlace, tools: Tools): Head | undefined {
  const { measure, fit } = tools
  const height = HEADER * scale
  const px = Math.max(SMALLEST, Math.min(17, 13 * scale))
  if (height < px * 1.05 || area.w < 60) return undefined
  const x = Math.max(area.x, 0) + 10 * Math.min(1, scale)
  const y = area.y + height / 2
  const width = Math.min(area.x + area.w, edge) - x - 30 * scale
  const name = fit({ words: content.name, siblings: content.siblings, room: width, px }, true)
  if (name === '') return undefined
  const nameWidth = measure(name, px, true)
  const small = Math.max(SMALLEST, px - 1.5)
  const room = width - nameWidth - 8
  const words = countWords(content, room, small, tools)
  const count = fit({ words, siblings: ALONE, room, px: small }, false)
  const start = x + nameWidth + (count === '' ? 0 : measure(count, small, false)) + 20
  const chips = chipsOfFrame(content, start, x + width, tools)
  return {
    name: { text: name, x, y, px },
    count: count === '' ? undefined : { text: count, x: x + nameWidth + 8, y, px: small },
    chips: chips && { ...chips, line: y },
  }
}

/** Kind and number of an open group, or the number alone, or nothing: its chips say more than two letters of its kind. */
function countWords({ kind, count, chips }: GroupContent, room: number, px: number, { measure }: Tools): string {
  const chipsRoom = chips.length > 0 ? chipsWidth(chips, true, SMALLEST, measure) + 12 : 0
  const fits = (words: string) => measure(words, px, false) + chipsRoom <= room
  const words = number(count)
  const whole = kind ? `${kind} · ${words}` : words
  return fits(whole) ? whole : fits(words) || chips.length === 0 ? words : ''
}

/**
 * The chips of an open group. Without their numbers they are left out if they count kinds, which the content shows
 * itself; a problem has at least its sign.
 */
function chipsOfFrame(
  { chips, isByCount }: GroupContent,
  start: number,
  limit: number,
  { measure }: Tools,
): Omit<PlacedChips, 'line'> | undefined {
  if (chips.length === 0) return undefined
  const row = chipRow(chips, limit - start, SMALLEST, measure)
  const end = start + row.width
  return end <= limit && (row.hasNumbers || !isByCount) ? { row, end, px: SMALLEST } : undefined
}
