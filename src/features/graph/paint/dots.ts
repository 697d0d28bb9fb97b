import { at } from '#domain/graphLayout/columns.ts'
import { isGroup, type Tree } from '#domain/graphLayout/tree.ts'
import type { Marks, OverlayClass } from '#domain/overlays/overlay.ts'
import type { Palette } from './palette.ts'
import type { Area } from '../viewport.ts'

type Texture = { image: HTMLCanvasElement; width: number; marks: Marks; hits: Uint8Array | undefined; palette: Palette }
export type Textures = Map<number, Texture>

type Dots = {
  tree: Tree
  marks: Marks
  hits: Uint8Array | undefined
  /** The class of an item that is in the picture. */
  markOf: (item: number) => OverlayClass | undefined
  /** Opacity of what does not pass the filter. */
  opacityOf: (item: number) => number
}
/** A marked dot, in pixels of the texture. */
type MarkedDot = { x: number; y: number; opacity: number; mark: OverlayClass }
/** The size of a texture, and how many times as large as on the screen it is. */
type Extent = { w: number; h: number; scale: number }
/** The dots of a texture: how many there are, the distance between two, how many are in a row, and their side. */
type Grid = Extent & { count: number; pitch: number; columns: number; size: number }
type Tools = {
  palette: Palette
  density: number
  newImage: (width: number, height: number) => HTMLCanvasElement
  textures: Textures
  /** Requests another frame: not everything was painted in this one. */
  again: () => void
}

/** At most this many dots are repainted per frame. */
const MAX_DOTS = 4_000
/** A cached texture is stretched by up to this share; beyond it, its dots look squashed. */
const MAX_SQUASH = 0.2
/** Strength of a dot without a mark. */
const PLAIN = 0.75
/** Side of a dot, as a share of the distance between two. */
const SIDE = 0.68
/** Least sides of marked dots on the screen: `some` among many others; `single` in a class with at most `rare` dots. */
const MARKED = { some: 3, single: 5, rare: 12 }
/** The largest distance between two dots, and the width and the area from which it grows: a large group is filled. */
const WIDEST = { pitch: 7, from: 172, area: 4_000 }

/**
 * Paints the content of groups: a dot for each resource, in order. Equal dots are painted as a pattern, which costs the
 * first picture nothing. Marked or dimmed ones are painted on a texture, which is cached. Call it once at the beginning of
 * each frame; the result paints groups in that frame.
 */
export function dotPainter(content: Dots, { palette, density, newImage, textures, again }: Tools) {
  const { tree, marks, hits } = content
  const counts = new Map<number, number>()
  const fillDots = patternPainter(palette, newImage)
  let dotCount = 0

  return () => {
    dotCount = 0
    return (context: CanvasRenderingContext2D, item: number, area: Area, alpha: number, isPlain: boolean): void =>
      (isPlain ? paintPlain : paintTexture)(context, item, area, alpha)
  }

  function paintPlain(context: CanvasRenderingContext2D, item: number, area: Area, alpha: number): void {
    const count = counts.get(item) ?? leavesOf(tree, item).length
    counts.set(item, count)
    context.globalAlpha = alpha * PLAIN
    fillDots(context, area, count, 1, density)
    context.globalAlpha = alpha
  }

  function paintTexture(context: CanvasRenderingContext2D, item: number, area: Area, alpha: number): void {
    const cached = textures.get(item)
    const sharpWidth = Math.min(1_024, area.w * density)
    const fits = cached !== undefined && fitsIn(cached, area, sharpWidth)
    const isCurrent = fits && cached.marks === marks && cached.hits === hits && cached.palette === palette
    let texture = cached
    if (!isCurrent && dotCount > MAX_DOTS) again()
    else if (!isCurrent) {
      const width = fits ? cached.image.width : Math.ceil(Math.min(1_024, sharpWidth * 1.4))
      const height = fits ? cached.image.height : Math.max(2, Math.ceil((width * area.h) / area.w))
      const image = fits ? cached.image : newImage(width, height)
      const draw = image.getContext('2d')
      if (!draw) return
      const dots = inOrder(leavesOf(tree, item), content)
      dotCount += paintContent(draw, dots, { w: width, h: height, scale: width / area.w })
      textures.set(item, (texture = { image, width, marks, hits, palette }))
    }
    const image = texture?.image
    if (!image) return
    context.globalAlpha = alpha
    context.drawImage(image, area.x, area.y, area.w, area.h)
  }

  /** Paints the content of a group on its texture. Returns how many dots were painted one by one. */
  function paintContent(draw: CanvasRenderingContext2D, dots: readonly number[], extent: Extent): number {
    const { w, h, scale } = extent
    draw.clearRect(0, 0, w, h)
    const pitch = pitchIn(extent, dots.length, scale)
    draw.globalAlpha = PLAIN
    if (!hits) fillDots(draw, { x: 0, y: 0, w, h }, dots.length, scale, 1)
    draw.fillStyle = palette.control
    const size = Math.max(1, pitch * SIDE)
    const grid = { ...extent, count: dots.length, pitch, columns: Math.max(1, Math.floor(w / pitch)), size }
    const marked = paintUnmarked(draw, dots, grid, content)
    paintMarked(draw, marked, grid, marks, palette)
    draw.globalAlpha = 1
    return hits ? dots.length : marked.length
  }
}

/** Paints equal dots, as patterns that are made once for each size. */
function patternPainter(palette: Palette, newImage: Tools['newImage']) {
  const tiles = new Map<number, CanvasPattern | null>()

  return fillDots

  /** Paints so many equal dots. */
  function fillDots(context: CanvasRenderingContext2D, area: Area, count: number, scale: number, pixels: number): void {
    if (count === 0) return
    const { x, y, w } = area
    const pitch = pitchIn(area, count, scale)
    const columns = Math.max(1, Math.floor(w / pitch))
    const rows = Math.floor(count / columns)
    const rest = count - rows * columns
    const tile = Math.max(2, Math.round(pitch * pixels))
    if (!tiles.has(tile)) tiles.set(tile, tileOf(context, tile))
    const pattern = tiles.get(tile)
    if (!pattern) return
    pattern.setTransform({ a: pitch / tile, d: pitch / tile, e: x, f: y })
    context.fillStyle = pattern
    // Without the space after the last dots, where a rounded pattern would begin again.
    const space = pitch * (1 - SIDE) * 0.9
    if (rows > 0) context.fillRect(x, y, columns * pitch - space, rows * pitch - space)
    if (rest > 0) context.fillRect(x, y + rows * pitch, rest * pitch - space, pitch - space)
  }

  /** A dot with the space beside it. */
  function tileOf(context: CanvasRenderingContext2D, side: number): CanvasPattern | null {
    const image = newImage(side, side)
    const draw = image.getContext('2d')
    if (!draw) return null
    draw.fillStyle = palette.control
    draw.fillRect(0, 0, side * SIDE, side * SIDE)
    return context.createPattern(image, 'repeat')
  }
}

/** Whether a cached texture is sharp enough for an area, and not too different in shape. */
const fitsIn = ({ image, width }: Texture, area: Area, sharpWidth: number): boolean =>
  width >= sharpWidth * 0.6 && Math.abs((image.height / image.width) * (area.w / area.h) - 1) <= MAX_SQUASH

/** Puts equal dots side by side if the overlay counts kinds, to show their shares. Problems stay in their places. */
function inOrder(dots: number[], { marks, markOf }: Dots): number[] {
  if (!marks.isByCount) return dots
  const byMark = Map.groupBy(dots, markOf)
  return [...marks.classes, undefined].flatMap((mark) => byMark.get(mark) ?? [])
}

/** Paints the dots that are neither marked nor part of a pattern: those of a filter. Returns the marked ones. */
function paintUnmarked(
  draw: CanvasRenderingContext2D,
  dots: readonly number[],
  { pitch, columns, size }: Grid,
  { hits, markOf, opacityOf }: Dots,
): MarkedDot[] {
  let strength = PLAIN
  const marked: MarkedDot[] = []
  dots.forEach((dot, i) => {
    const mark = markOf(dot)
    if (!mark && !hits) return
    const [x, y] = [(i % columns) * pitch, Math.floor(i / columns) * pitch]
    const opacity = opacityOf(dot)
    if (mark) marked.push({ x, y, opacity, mark })
    else {
      // Setting a colour costs as much as a dot.
      if (strength !== PLAIN * opacity) draw.globalAlpha = strength = PLAIN * opacity
      draw.fillRect(x, y, size, size)
    }
  })
  return marked
}

/** Paints the marked dots, as large as the others or larger. */
function paintMarked(
  draw: CanvasRenderingContext2D,
  marked: readonly MarkedDot[],
  { w, h, scale, count, size }: Grid,
  marks: Marks,
  palette: Palette,
): void {
  // A few marks among many dots are enlarged, so that they are easy to find. The most serious are painted last, on top.
  const least = marked.length > count / 4 ? 0 : MARKED.some
  const byMark = Map.groupBy(marked, ({ mark }) => mark)
  for (const mark of marks.classes.toReversed()) {
    const markDots = byMark.get(mark) ?? []
    const isRare = !marks.isByCount && markDots.length <= MARKED.rare
    const side = Math.max(size, (isRare ? MARKED.single : least) * scale)
    draw.fillStyle = palette[mark.look]
    for (const { x, y, opacity } of markDots) {
      draw.globalAlpha = opacity
      draw.fillRect(Math.min(w - side, x), Math.min(h - side, y), side, side)
    }
  }
}

/**
 * The distance between dots that fill an area, which is `scale` times as large as on the screen. Large dots are so few
 * that one row too many would be seen: they are as small as it takes to have all rows inside.
 */
function pitchIn({ w, h }: Pick<Area, 'w' | 'h'>, count: number, scale: number): number {
  const growth = Math.max(1, w / scale / WIDEST.from, Math.sqrt((w * h) / WIDEST.area) / scale)
  let pitch = Math.min(Math.sqrt((w * h) / count) * 0.97, WIDEST.pitch * scale * growth)
  for (
    let columns = Math.floor(w / pitch) + 1;
    Math.ceil(count / (columns - 1)) * pitch > h && columns <= count;
    columns++
  )
    pitch = (w / columns) * (1 - 1e-9)
  return pitch
}

/** The items in a group that contain no others: each of them is a dot. */
function leavesOf(tree: Tree, item: number): number[] {
  const items: number[] = []
  for (let i = item + 1; i < at(tree.end, item); i++) if (!isGroup(tree, i)) items.push(i)
  return items
}
