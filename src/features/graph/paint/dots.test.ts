import { describe, expect, it } from 'vitest'
import { type Marks, NO_MARKS, type OverlayClass } from '#domain/overlays/overlay.ts'
import { generateGraph } from '#testing/states/generateGraph.ts'
import { modelOf } from '../groupedModel.ts'
import { dotPainter } from './dots.ts'
import type { Palette } from './palette.ts'

type Rect = { x: number; y: number; w: number; h: number }

const treeOf = (count: number) => modelOf(generateGraph('flat', count)).tree

/** A context with these members; all others do nothing. */
const contextWith = (members: Record<string, unknown>) =>
  new Proxy({} as Record<string, unknown>, {
    get: (own, name: string) => members[name] ?? own[name] ?? (() => undefined),
    set: (own, name: string, value) => Reflect.set(own, name, value),
  }) as unknown as CanvasRenderingContext2D

type Tools = Parameters<typeof dotPainter>[1]

/** A painter whose bitmaps have a context of that kind. */
const painterOf = (tree: ReturnType<typeof treeOf>, getContext: () => unknown, tools: Partial<Tools> = {}) =>
  dotPainter(
    { tree, marks: NO_MARKS, hits: undefined, markOf: () => undefined, opacityOf: () => 1 },
    {
      palette: {} as Palette,
      density: 1,
      textures: new Map(),
      again: () => undefined,
      newImage: (width, height) => ({ width, height, getContext }) as unknown as HTMLCanvasElement,
      ...tools,
    },
  )()

/** The rectangles of a group's dots, the distance between two dots, and the images that were made. */
function dots(count: number, area: Rect) {
  const tree = treeOf(count)
  const rects: Rect[] = []
  const done = { pitch: 0, images: 0, again: 0 }
  const pattern = { setTransform: ({ a }: { a: number }) => void (done.pitch = a) }
  let side = 0
  const context = contextWith({
    createPattern: () => pattern,
    fillRect: (x: number, y: number, w: number, h: number) => rects.push({ x, y, w, h }),
  })
  const paint = painterOf(tree, () => undefined, {
    again: () => void done.again++,
    newImage(width, height) {
      side = width
      done.images++
      return { width, height, getContext: () => contextWith({}) } as unknown as HTMLCanvasElement
    },
  })
  paint(context, 0, area, 1, true)
  return { rects, tree, pitch: done.pitch * side, images: done.images, again: done.again }
}

describe('the dots of a group', () => {
  it.each([1, 2, 7, 60, 999, 30_000])('are as many as its resources, inside its area: %i', (count) => {
    for (const area of [
      { x: 40, y: 30, w: 210, h: 60 },
      { x: -12.5, y: 3.25, w: 33, h: 140 },
    ]) {
      const { rects, tree, pitch, images, again } = dots(count, area)
      const painted = rects.reduce((sum, { w, h }) => sum + Math.round(w / pitch) * Math.round(h / pitch), 0)
      expect(painted).toBe(tree.inside[0])
      for (const { x, y, w, h } of rects) {
        expect(x).toBe(area.x)
        expect(y).toBeGreaterThanOrEqual(area.y)
        expect(x + w).toBeLessThanOrEqual(area.x + area.w + 1e-6)
        expect(y + h).toBeLessThanOrEqual(area.y + area.h + 1e-6)
      }
      expect({ images, again }).toEqual({ images: 1, again: 0 })
    }
  })

  it('are squares, whatever the proportions of the group were before', () => {
    const drawn: { image: { width: number; height: number }; w: number; h: number }[] = []
    const context = contextWith({
      drawImage: (image: { width: number; height: number }, _x: number, _y: number, w: number, h: number) =>
        drawn.push({ image, w, h }),
    })
    const paint = painterOf(treeOf(60), () => context)
    for (const h of [60, 40, 25, 18, 30, 60]) paint(context, 0, { x: 0, y: 0, w: 100, h }, 1, false)
    expect(drawn.length).toBe(6)
    for (const { image, w, h } of drawn) {
      const squash = image.height / image.width / (h / w)
      expect(squash).toBeGreaterThan(0.75)
      expect(squash).toBeLessThan(1.3)
    }
  })

  it('fill a large group with few resources, and are small in a small one', () => {
    const filled = ({ rects }: ReturnType<typeof dots>, h: number) =>
      Math.max(...rects.map((rect) => rect.y + rect.h)) / h
    expect(filled(dots(60, { x: 0, y: 0, w: 280, h: 140 }), 140)).toBeGreaterThan(0.7)
    expect(dots(60, { x: 0, y: 0, w: 150, h: 24 }).pitch).toBeLessThanOrEqual(7)
  })

  it('are sorted by kind, so that the shares of a group are seen', () => {
    const kinds = ['kind-a', 'kind-b'] as const
    const classes = kinds.map((look) => ({ id: look, sign: look, look, words: String }))
    const painted = markedDots(60, { classes, of: [], isByCount: true }, (item) => classes[item % 2])
    const inRows = painted.toSorted((a, b) => a.y - b.y || a.x - b.x).map(({ color }) => color)
    expect(inRows).toEqual(inRows.toSorted())
    expect(new Set(inRows)).toEqual(new Set(kinds))
  })

  it('of a rare problem are large and painted last', () => {
    const failed = { id: 'failed', sign: '✕', look: 'danger', words: String } as const
    const updated = { id: 'updated', sign: '~', look: 'attention', words: String } as const
    const painted = markedDots(10_000, { classes: [failed, updated], of: [] }, (item) =>
      item === 77 ? failed : item % 9 ? undefined : updated,
    )
    expect(painted.at(-1)?.color).toBe('danger')
    expect(painted.at(-1)?.side).toBeGreaterThanOrEqual(1.5 * (painted[0]?.side ?? Infinity))
  })
})

/** The marked dots of a group, as they are painted. */
function markedDots(count: number, marks: Marks, markOf: (item: number) => OverlayClass | undefined) {
  const painted: { x: number; y: number; side: number; color: string }[] = []
  const context = contextWith({
    fillRect(this: { fillStyle: unknown }, x: number, y: number, side: number) {
      painted.push({ x, y, side, color: String(this.fillStyle) })
    },
  })
  const palette = new Proxy({}, { get: (_, token) => token }) as Palette // each colour is called by its token
  const newImage = (width: number, height: number) =>
    ({ width, height, getContext: () => context }) as unknown as HTMLCanvasElement
  const paint = dotPainter(
    { tree: treeOf(count), marks, hits: undefined, markOf, opacityOf: () => 1 },
    { palette, density: 1, textures: new Map(), again: () => undefined, newImage },
  )()
  paint(contextWith({}), 0, { x: 0, y: 0, w: 200, h: 80 }, 1, false)
  return painted.filter(({ color }) => marks.classes.some(({ look }) => look === color))
}
