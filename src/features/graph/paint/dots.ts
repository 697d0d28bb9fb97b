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
  faded: (item: number) => number
}
/** A marked dot, in pixels of the texture. */
type Marked = { x: number; y: number; strength: number; mark: OverlayClass }
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
/** A kept bitmap of other proportions is painted as it is up to this share: beyond, its dots look squashed. */
const MAX_SQUASH = 0.2
/** Strength of a dot without a mark. */
const PLAIN = 0.75
/** Side of a dot, as a share of the distance between two. */
const SIDE = 0.68
/** Least sides of marked dots on the screen: of some among many others, and of each of a class with no more than `rare`. */
const MARKED = { some: 3, single: 5, rare: 12 }
/** The largest distance between two dots, and the width of a group from which it grows. */
const WIDEST = { pitch: 7, from: 172 }

/**
 * Paints the content of groups: a dot for each resource, in order. Equal dots are a pattern, so the first picture waits for none of
 * them; with marked or dimmed ones they are a texture that is kept. Each frame begins with a call.
 */
export function dotPainter(
  { tree, marks, hits, markOf, faded }: Dots,
  { palette, density, newImage, textures, again }: Tools,
) {
  const counts = new Map<number, number>()
  const tiles = new Map<number, CanvasPattern | null>()
  let painted = 0

  return () => {
    painted = 0
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

  /** So many equal dots. */
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
    context.fillRect(x, y, columns * pitch, rows * pitch)
    if (rest > 0) context.fillRect(x, y + rows * pitch, rest * pitch, pitch)
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

  /** What a group consists of is seen if equal dots are side by side; problems stay in their places. */
  function inOrder(dots: number[]): number[] {
    if (!marks.isByCount) return dots
    const byMark = Map.groupBy(dots, markOf)
    return [...marks.classes, undefined].flatMap((mark) => byMark.get(mark) ?? [])
  }

  function paintTexture(context: CanvasRenderingContext2D, item: number, area: Area, alpha: number): void {
    const known = textures.get(item)
    const wanted = Math.min(1_024, area.w * density)
    const fits =
      known !== undefined &&
      known.width >= wanted * 0.6 &&
      Math.abs((known.image.height / known.image.width) * (area.w / area.h) - 1) <= MAX_SQUASH
    const isCurrent = fits && known.marks === marks && known.hits === hits && known.palette === palette
    let texture = known
    if (!isCurrent && painted > MAX_DOTS) again()
    else if (!isCurrent) {
      const width = fits ? known.image.width : Math.ceil(Math.min(1_024, wanted * 1.4))
      const height = fits ? known.image.height : Math.max(2, Math.ceil((width * area.h) / area.w))
      const image = fits ? known.image : newImage(width, height)
      const draw = image.getContext('2d')
      if (!draw) return
      draw.clearRect(0, 0, width, height)
      const dots = inOrder(leavesOf(tree, item))
      const pitch = pitchIn({ w: width, h: height }, dots.length, width / area.w)
      const columns = Math.max(1, Math.floor(width / pitch))
      const size = Math.max(1, pitch * SIDE)
      let strength = (draw.globalAlpha = PLAIN)
      if (!hits) fillDots(draw, { x: 0, y: 0, w: width, h: height }, dots.length, width / area.w, 1)
      draw.fillStyle = palette.control
      const marked: Marked[] = []
      dots.forEach((dot, i) => {
        const mark = markOf(dot)
        if (!mark && !hits) return
        const [x, y] = [(i % columns) * pitch, Math.floor(i / columns) * pitch]
        const left = faded(dot)
        painted++
        if (mark) marked.push({ x, y, strength: left, mark })
        else {
          // Setting a colour costs as much as a dot.
          if (strength !== PLAIN * left) draw.globalAlpha = strength = PLAIN * left
          draw.fillRect(x, y, size, size)
        }
      })
      // A few marks among many must be easy to find; many marks are the picture themselves. The most serious come last.
      const least = marked.length > dots.length / 4 ? 0 : MARKED.some
      const byMark = Map.groupBy(marked, ({ mark }) => mark)
      for (const mark of marks.classes.toReversed()) {
        const own = byMark.get(mark) ?? []
        const isRare = !marks.isByCount && own.length <= MARKED.rare
        const side = Math.max(size, (isRare ? MARKED.single : least) * (width / area.w))
        draw.fillStyle = palette[mark.look]
        for (const { x, y, strength: left } of own) {
          draw.globalAlpha = left
          draw.fillRect(Math.min(width - side, x), Math.min(height - side, y), side, side)
        }
      }
      draw.globalAlpha = 1
      textures.set(item, (texture = { image, width, marks, hits, palette }))
    }
    const image = texture?.image
    if (!image) return
    context.globalAlpha = alpha
    context.drawImage(image, area.x, area.y, area.w, area.h)
  }
}

/** The distance between dots that fill an area, which is `scale` times as large as on the screen. */
const pitchIn = ({ w, h }: Pick<Area, 'w' | 'h'>, count: number, scale: number): number =>
  Math.min(Math.sqrt((w * h) / count) * 0.97, WIDEST.pitch * scale * Math.max(1, w / scale / WIDEST.from))

/** What is visible of a group: everything that holds nothing itself. */
function leavesOf(tree: Tree, item: number): number[] {
  const items: number[] = []
  for (let i = item + 1; i < at(tree.end, item); i++) if (!isGroup(tree, i)) items.push(i)
  return items
}
