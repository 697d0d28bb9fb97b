import { at } from '#domain/graphLayout/columns.ts'
import { labelOf, summariesOf } from '#domain/graphLayout/labels.ts'
import { HEADER } from '#domain/graphLayout/sizes.ts'
import { BOX, EDGE, type Positions } from '#domain/graphLayout/positions.ts'
import type { Look, Marks, OverlayClass } from '#domain/overlays/overlay.ts'
import { countsIn, sumsOf } from '#domain/overlays/sums.ts'
import { number } from '#words/counts.ts'
import { type Emphasis, emphasisOf, type Reach } from './emphasis.ts'
import type { GraphModel } from './model.ts'
import { type Chip, type Pen, chipRow, chipsWidth, paintChips, paintStub } from './overlays/chips.ts'
import { dotPainter, type Textures } from './paintDots.ts'
import { linePainter } from './paintLines.ts'
import type { Palette } from './palette.ts'
import { NO_MARGIN, READABLE, SHOWING, type Seen, seenIn, type Sheet, type Sheets, type Window } from './scene.ts'
import { ALONE, fitName, lineOf, type Measure, remembered, type Siblings, siblingsIn } from './texts.ts'
import type { Area } from './viewport.ts'

/** Minimum height of letters on the screen, in pixels. */
const SMALLEST = 10.5
const MANY_LABELS = 260

/** The words of the outermost box. */
export type Frame = { name: string; inside: number }

export type Picture = {
  model: GraphModel
  frame?: Frame | undefined
  reach: Reach | undefined
  /** What the overlay says about each resource. */
  marks: Marks
  /** Resources that pass the filter (1); others are dimmed. */
  hits?: Uint8Array | undefined
}

/** The part of the page that painting needs. */
export type Tools = {
  measure: Measure
  palette: Palette
  /** Device pixels per CSS pixel. */
  density: number
  newImage: (width: number, height: number) => HTMLCanvasElement
  /** Textures of one model: they outlive a painter, and are repainted when overlay, filter or theme change. */
  textures: Textures
  /** Requests another frame: not everything was painted in this one. */
  again: () => void
}

/** Paints a picture; `paintNames` of what it returns paints the names of open groups after a move. Work that needs a pass over all resources is done once, here. */
export function painterOf(
  { model, frame, reach, marks, hits }: Picture,
  { measure, palette, density, newImage, textures, again }: Tools,
) {
  const { topology, tree } = model
  const siblingsOf = siblingsIn(model)
  const sums = sumsOf(tree, marks)
  const hitsIn = hits && countsIn(tree, hits)
  /** The class of an item that is in the picture. */
  const markOf = (item: number): OverlayClass | undefined => {
    const mark = marks.classes[sums.of(item)]
    return mark?.isQuiet ? undefined : mark
  }
  const summaryOf = remembered((item) => summariesOf(topology, tree, item))
  /** Counts of each class in a group, and how many of them pass the filter. */
  const chipsOf = remembered((item) => {
    const chips = sums.within(item).flatMap(({ place, count }): Chip[] => {
      const mark = marks.classes[place]
      return mark && !mark.isQuiet ? [{ mark, count }] : []
    })
    const left = hitsIn?.(item) ?? 0
    if (left > 0) chips.unshift({ mark: 'filter', count: left })
    return chips
  })
  /** Opacity of what does not pass the filter; the relations of the selection stand out nevertheless. */
  const faded = (item: number, isGrouped: boolean): number =>
    !hitsIn || hitsIn(item) > 0 || (isGrouped && item === 0) || reach?.up[item] || reach?.down[item] ? 1 : 0.3
  const kept = keeper(4_000)
  const isFaded = (item: number) => hitsIn !== undefined && hitsIn(item) === 0
  const dotsOfFrame = dotPainter(
    { tree, marks, hits, markOf, faded: (item) => faded(item, false) },
    { palette, density, newImage, textures, again },
  )
  const paintLines = linePainter({ tree, reach, isFaded }, { measure, palette, px: SMALLEST })

  return function paint(
    context: CanvasRenderingContext2D,
    view: Window,
    root: Sheet,
    sheets: Sheets,
    /** The layer of the names that stay in the window while their box is partly out of it, if it is a layer of its own. */
    layer = context,
  ) {
    context.textBaseline = 'middle'
    const pen = { context, palette, measure }
    const above = { context: layer, palette, measure }
    const headed: { seen: Seen; alpha: number }[] = []
    let labels = 0
    const paintDots = dotsOfFrame()
    const all = seenIn(root, view, sheets)
    for (const { sheet, boxes, scale } of all) {
      const alpha = sheet === root ? 1 : Math.min(1, (scale - SHOWING) / (READABLE - SHOWING))
      if (alpha <= 0) continue
      for (const seen of boxes) if (seen.kind === BOX.open && (seen.box > 0 || sheet === root)) paintFrame(seen, alpha)
      context.globalAlpha = alpha
      paintLines(context, sheet, view, scale, alpha)
      for (const seen of boxes) {
        if (seen.kind === BOX.open) continue
        context.globalAlpha = alpha
        if (seen.kind === BOX.closed) paintGroup(seen, alpha)
        else if (labels < MANY_LABELS && paintCard(seen, alpha)) labels++
      }
    }
    context.globalAlpha = 1
    paintNames(0, 0)
    return { seen: all, paintNames }

    /** Paints the names of open groups in a window that is moved by so much. */
    function paintNames(x: number, y: number): void {
      layer.textBaseline = 'middle'
      for (const { seen, alpha } of headed) {
        const area = { ...seen.area, x: seen.area.x + x, y: seen.area.y + y }
        if (seen.kind === BOX.open) nameFrame({ ...seen, area }, alpha, above)
        else paintHead({ ...seen, area }, alpha, above)
      }
      layer.globalAlpha = 1
    }

    function paintFrame(seen: Seen, alpha: number): void {
      const { box, item, area, scale } = seen
      if (box > 0) {
        const emphasis = emphasisOf(tree, reach, item)
        context.globalAlpha = alpha
        boxPath(area, 8 * scale)
        context.fillStyle = at(tree.depth, item) % 2 === 0 ? palette.canvas : palette.sunken
        context.fill()
        strokeBox(emphasis, 1)
      }
      if (mayStay(area)) headed.push({ seen, alpha })
      else nameFrame(seen, alpha, pen)
    }

    /** Whether a name may be at the edge of the window, now or after a move by the margin. */
    function mayStay({ x, w }: Area): boolean {
      const { x: more } = view.margin ?? NO_MARGIN
      return x < more || x + w > view.width - more
    }

    function nameFrame({ item, area, scale, sheet }: Seen, alpha: number, onto: Pen): void {
      const emphasis = emphasisOf(tree, reach, item)
      onto.context.globalAlpha = alpha * (emphasis === 'dimmed' ? 0.5 : 1) * faded(item, true)
      const room = HEADER * scale
      const px = Math.max(SMALLEST, Math.min(17, 13 * scale))
      if (room < px * 1.05 || area.w < 60) return
      const label = labelOf(topology, tree, item)
      const name = item === 0 && frame ? frame.name : label.name
      const inside = item === 0 && frame ? frame.inside : at(tree.inside, item)
      const left = Math.max(area.x, 0) + 10 * Math.min(1, scale)
      const width = Math.min(area.x + area.w, view.width) - left - 30 * scale
      const used = text(name, siblingsOf(item), left, area.y + room / 2, width, px, palette.ink, true, onto)
      if (used <= 0) return
      const beside = Math.max(SMALLEST, px - 1.5)
      const count = number(inside)
      const whole = sheet.p.needsOutside.length > 0 && label.kind ? `${label.kind} · ${count}` : count
      const chips = chipsOf(item)
      const taken = chips.length > 0 ? chipsWidth(chips, true, SMALLEST, measure) + 12 : 0
      // Of a kind nothing is told by the two or three letters that would be left; and counts tell more.
      const fits = (some: string) => measure(some, beside, false) + taken <= width - used - 8
      const words = fits(whole) ? whole : fits(count) || chips.length === 0 ? count : ''
      const shown = text(
        words,
        ALONE,
        left + used + 8,
        area.y + room / 2,
        width - used - 8,
        beside,
        palette.muted,
        false,
        onto,
      )
      const start = left + used + shown + 20
      const row = chipRow(chips, left + width - start, SMALLEST, measure)
      const end = start + row.width
      // What an open group consists of is seen in it; a problem is told at least by its sign.
      if (end <= left + width && (row.hasNumbers || !marks.isByCount))
        paintChips(row, { end, line: area.y + room / 2, px: SMALLEST }, onto)
    }

    function paintCard({ sheet, box, item, area, scale }: Seen, alpha: number): boolean {
      const emphasis = emphasisOf(tree, reach, item)
      if (area.h < 3) {
        context.fillStyle = palette[markOf(item)?.look ?? 'control']
        context.globalAlpha = alpha * 0.5 * faded(item, false)
        context.fillRect(area.x, area.y, area.w, Math.max(1, area.h * 0.8))
        return false
      }
      const mark = markOf(item)
      boxPath(area, 5 * scale)
      context.globalAlpha = alpha * (emphasis === 'dimmed' ? 0.55 : 1) * faded(item, false)
      context.fillStyle = palette.raised
      context.fill()
      strokeBox(emphasis, 1, mark?.look)
      const strip = mark ? paintStrip(mark, area, scale) : 0
      const { name, kind } = labelOf(topology, tree, item)
      const px = Math.max(SMALLEST, Math.min(16, 13 * scale))
      if (area.h < px + 3 || area.w < 48) return false
      const second = Math.max(SMALLEST, Math.min(14, 10.5 * scale))
      const isTwo = area.h >= px + second + 3
      const pad = Math.min(10, 9 * scale)
      const left = area.x + Math.max(pad, strip + 0.6 * pad)
      const width = area.x + area.w - pad - left
      const siblings = siblingsOf(item)
      // In a low card the two lines are as far apart as they can be.
      const line = area.y + (isTwo ? Math.min(area.h * 0.34, (area.h - second - 1) / 2) : area.h / 2)
      const own = isTwo ? name : lineOf({ name, kind }, siblings.names)
      const beside = own === name ? siblings : { ...siblings, names: siblings.lines, shared: 0 }
      text(own, beside, left, line, width, px, palette.ink, true)
      if (isTwo)
        text(
          kind,
          ALONE,
          left,
          Math.max(area.y + area.h * 0.72, line + (px + second) / 2 + 1),
          width,
          second,
          palette.muted,
          false,
        )
      const missing = marks.stubs?.get(at(tree.resource, item))
      if (missing)
        paintStub(
          missing,
          area,
          {
            scale,
            px: SMALLEST,
            text: (words, x, y, room) => text(words, ALONE, x, y, room, SMALLEST, palette.danger, false),
          },
          pen,
        )
      paintEnds(sheet.p, box, area, scale, missing !== undefined)
      return true
    }

    function paintGroup(seen: Seen, alpha: number): void {
      const { sheet, box, item, area, scale, inner } = seen
      const emphasis = emphasisOf(tree, reach, item)
      const fade = (emphasis === 'dimmed' ? 0.55 : 1) * faded(item, true)
      context.globalAlpha = alpha * fade
      boxPath(area, Math.min(14, 7 * scale))
      context.fillStyle = inner ? (at(tree.depth, item) % 2 === 0 ? palette.canvas : palette.sunken) : palette.raised
      context.fill()
      strokeBox(emphasis, 1.6)
      const innerShown = inner ? Math.min(1, (inner.scale * view.zoom - SHOWING) / (READABLE - SHOWING)) : 0
      if (area.h < groupPx(scale, inner) + 2 || area.w < 40) {
        paintDots(context, item, area, alpha * fade * 0.9, !hits && chipsOf(item).length === 0)
        const [first] = chipsOf(item)
        const end = area.x + area.w
        if (first && area.w > SMALLEST * 1.6 && area.h > SMALLEST * 1.2)
          paintChips(chipRow([first], 0, SMALLEST, measure), { end, line: area.y + area.h / 2, px: SMALLEST }, pen)
        return
      }
      // Below the upper edge of the window the name is over what is inside, as that of a frame is.
      if (innerShown >= 1 && area.y >= 0 && mayStay(area)) {
        headed.push({ seen, alpha })
        return
      }
      const { left, pad, room, small, count, chips, row, isBelow, isCounted, hasNext, ...head } = paintHead(
        seen,
        alpha,
        pen,
      )
      let { below } = head
      if (innerShown >= 1) return
      context.globalAlpha = alpha * fade * (1 - innerShown)
      let indent = 0
      if (hasNext) {
        const bottom = area.y + area.h
        // A low group has its dots in this line.
        const isLow = bottom - below < small * 2
        if (isBelow && row) {
          indent = row.width
          const middle = Math.min(below + small * 0.62, bottom - small * 0.65 - 1.5)
          paintChips(row, { end: left + indent, line: middle, px: small }, pen)
        }
        const width = room - indent
        // Two lines if there are few dots.
        const rows = at(tree.inside, item) <= 24 && bottom - below > small * 3.4 ? 2 : 1
        const summed =
          indent === 0 && bottom - below > small + 2
            ? kept(`${item} ${rows} ${Math.floor(width)} ${small.toFixed(1)}`, () =>
                linesOf(summaryOf(item), rows, (part) => measure(part, small, false) <= width).join('\n'),
              )
            : ''
        const counts = indent > 0 && row?.hasNumbers ? [`of ${count}`, count] : [count]
        // A number is never shortened.
        const alone = counts.find((part) => measure(part, small, false) <= width)
        const words =
          summed !== '' ? summed.split('\n') : isBelow && !isCounted && !isLow && alone !== undefined ? [alone] : []
        for (const part of words) {
          text(part, ALONE, left + indent, below + small * 0.62, width, small, palette.muted, false)
          below += small * 1.25
        }
        if (indent > 0 && words.length === 0 && !isLow) below += small * 1.25
        if (words.length > 0 || !isLow) indent = 0
      }
      const rest = {
        x: area.x + pad + indent,
        y: below + 2 * scale,
        w: area.w - 2 * pad - indent,
        h: area.y + area.h - below - 7 * scale,
      }
      if (rest.h > 4 && rest.w > 10) paintDots(context, item, rest, context.globalAlpha, !hits && chips.length === 0)
      if (!inner) paintEnds(sheet.p, box, area, scale)
    }

    /** The first line of a group: its name, its size, and what the overlay says. */
    function paintHead({ item, area, scale, inner }: Seen, alpha: number, onto: Pen) {
      const emphasis = emphasisOf(tree, reach, item)
      onto.context.globalAlpha = alpha * (emphasis === 'dimmed' ? 0.55 : 1) * faded(item, true)
      const { name } = labelOf(topology, tree, item)
      const px = groupPx(scale, inner)
      const pad = Math.min(12, 9 * scale)
      const top = Math.max(area.y, 0)
      const right = Math.min(area.x + area.w, view.width)
      const left = Math.max(area.x, 0) + pad
      const count = number(at(tree.inside, item))
      const small = Math.max(SMALLEST, Math.min(15, 10.5 * scale))
      const countWidth = measure(count, small, false)
      const chips = chipsOf(item)
      // Not lower, however large the group is: what is in it begins there.
      const line = top + Math.min(area.h / 2, px * 0.95 + Math.min(4, 2 * scale))
      // The name comes first: counts that do not fit beside it are in the next line if there is one.
      const room = right - pad - left
      const nameWidth = measure(name, px, true) + 6
      const rowIn = (space: number) => chipRow(chips, space, small, measure)
      const below = line + px * 0.62
      const hasNext = !inner && area.y + area.h - below > small
      const isBelow =
        hasNext && nameWidth + (chips.length > 0 ? chipsWidth(chips, true, small, measure) : countWidth) > room
      const least = Math.min(nameWidth, Math.max(EIGHT_LETTERS * px, room * 0.55))
      const beside = isBelow || chips.length === 0 ? undefined : rowIn(room - least)
      const row = beside ?? (chips.length > 0 ? rowIn(room) : undefined)
      // The number of resources gives way to the name, and to what the overlay says.
      const isCounted = (isBelow || chips.length > 0 ? nameWidth : least) + (beside?.width ?? 0) + countWidth <= room
      let end = right - pad
      if (isCounted) {
        end -= countWidth
        text(count, ALONE, end, line, countWidth + 2, small, palette.muted, false, onto)
      }
      if (beside) end = paintChips(beside, { end, line, px: small }, onto)
      text(
        name,
        siblingsOf(item),
        left,
        line,
        isBelow && !isCounted ? room : end - left - 4,
        px,
        palette.ink,
        true,
        onto,
      )
      return { left, pad, room, small, count, chips, row, isBelow, isCounted, hasNext, below }
    }

    function boxPath({ x, y, w, h }: Area, radius: number): void {
      context.beginPath()
      context.roundRect(x, y, w, h, Math.max(0, Math.min(radius, w / 2, h / 2)))
    }

    /** The class of a card: its colour and its sign at the left. Shows how wide it came out. */
    function paintStrip({ look, sign }: OverlayClass, area: Area, scale: number): number {
      const px = Math.max(SMALLEST, Math.min(14, 11 * scale))
      const hasSign = area.h >= px + 3 && area.w >= 48
      const width = hasSign ? Math.max(px * 1.2, measure(sign, px, true) + px * 0.4) : Math.max(3, 4 * scale)
      context.fillStyle = palette[look]
      context.beginPath()
      context.roundRect(area.x, area.y, width, area.h, [5 * scale, 0, 0, 5 * scale])
      context.fill()
      if (hasSign) {
        context.font = `600 ${px}px ${palette.family}`
        context.fillStyle = palette.raised
        context.fillText(sign, area.x + (width - measure(sign, px, true)) / 2, area.y + area.h / 2)
      }
      return width
    }

    function strokeBox(emphasis: Emphasis, width: number, look?: Look): void {
      const isEmphasised = emphasis === 'selected' || emphasis === 'upstream' || emphasis === 'downstream'
      context.lineWidth = emphasis === 'selected' ? 2.5 : isEmphasised ? 1.6 : width
      context.strokeStyle =
        emphasis === 'selected' || emphasis === 'upstream'
          ? palette.accent
          : emphasis === 'downstream'
            ? palette.attention
            : look
              ? palette[look]
              : palette['line-strong']
      if (emphasis === 'downstream') context.setLineDash([5, 3])
      context.stroke()
      if (emphasis === 'downstream') context.setLineDash([])
    }

    /** Paints a text in the given width and returns the width used. */
    function text(
      words: string,
      siblings: Siblings,
      x: number,
      y: number,
      room: number,
      px: number,
      color: string,
      isBold: boolean,
      { context: onto }: Pen = pen,
    ): number {
      const fitted = kept(`${isBold ? 'b' : ''}${px.toFixed(1)} ${Math.floor(room)} ${siblings.of} ${words}`, () =>
        fitName(words, siblings, Math.floor(room), (part) => measure(part, px, isBold)),
      )
      if (fitted === '') return 0
      onto.font = `${isBold ? '600 ' : ''}${px}px ${palette.family}`
      onto.fillStyle = color
      onto.fillText(fitted, x, y)
      return measure(fitted, px, isBold)
    }

    /**
     * Marks dependencies that leave this picture or lead to a hub, whose lines are not drawn: their number, at the side
     * of the lines.
     */
    function paintEnds(p: Positions, box: number, area: Area, scale: number, isTaken = false): void {
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
        text(words, ALONE, x + 4, area.y + area.h + 3.5, width, px, palette.muted, false)
      }
      const needed = (hubs.dependents.get(box) ?? 0) + at(p.neededOutside, box)
      const needs = (hubs.needs.get(box) ?? 0) + at(p.needsOutside, box)
      if (needed > 0) badge(`${number(needed)} →`, true)
      // If nearly every card depends on the same hubs, the mark says little from afar; close up it does.
      if (needs > 0 && scale >= 0.9 && !isTaken) badge(`← ${number(needs)}`, false)
    }
  }
}

/** Height of the letters of a group's name. */
const groupPx = (scale: number, inner: Sheet | undefined): number =>
  Math.max(SMALLEST, Math.min(inner ? 17 : 20, 13 * scale))

/** Width of a name that keeps eight letters and what is left out, for letters of one pixel. */
const EIGHT_LETTERS = 7.6

/** Cached results by key: moving a picture measures nothing again. */
function keeper(most: number): (key: string, work: () => string) => string {
  const known = new Map<string, string>()
  return (key, work) => {
    let value = known.get(key)
    if (value !== undefined) return value
    if (known.size >= most) known.clear()
    known.set(key, (value = work()))
    return value
  }
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

/** Lines of hubs are not drawn: their number for each box, at either end. */
const hubCounts = new WeakMap<Positions, { needs: Map<number, number>; dependents: Map<number, number> }>()
export function hubsOf(p: Positions) {
  const known = hubCounts.get(p)
  if (known) return known
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
