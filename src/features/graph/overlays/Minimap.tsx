import { type Ref, useEffect, useImperativeHandle, useRef } from 'react'
import { at } from '#domain/graphLayout/columns.ts'
import { BOX, type Positions } from '#domain/graphLayout/positions.ts'
import type { Tree } from '#domain/graphLayout/tree.ts'
import type { Marks } from '#domain/overlays/overlay.ts'
import { sumsOf } from '#domain/overlays/sums.ts'
import type { Palette } from '../paint/palette.ts'
import type { Window } from '../scene.ts'
import { minimapScale } from '../viewport.ts'

/** The minimap appears when more than this share of the picture is out of view. */
const SLACK = 1.02

// In the same chunk, because the page loads both after the picture.
export { Trail } from './Trail.tsx'

export type MinimapHandle = { show: (view: Window) => void }

type Props = {
  positions: Positions
  tree: Tree
  marks: Marks
  palette: Palette
  /** Centres a point of the picture. */
  onMove: (x: number, y: number) => void
  ref: Ref<MinimapHandle>
}

/** Shows which part of the picture is in view, unless all of it is. Painted once per layout; only the frame moves. */
export function Minimap({ positions, tree, marks, palette, onMove, ref }: Props) {
  const box = useRef<HTMLDivElement>(null)
  const frame = useRef<HTMLDivElement>(null)
  const canvas = useRef<HTMLCanvasElement>(null)
  const [w, h] = [at(positions.w, 0), at(positions.h, 0)]
  const scale = minimapScale(positions)
  useEffect(() => {
    const context = canvas.current?.getContext('2d')
    if (!context || !canvas.current) return
    const density = window.devicePixelRatio || 1
    Object.assign(canvas.current, { width: Math.ceil(w * scale * density), height: Math.ceil(h * scale * density) })
    context.scale(scale * density, scale * density)
    paintBoxes(context, { positions, tree, marks, palette }, scale)
  }, [positions, tree, marks, palette, scale, w, h])
  useImperativeHandle(
    ref,
    () => ({
      show(view) {
        if (!box.current || !frame.current) return
        box.current.hidden = showsAll(view, w, h)
        const { left, top, right, bottom } = partOf(view, w, h, scale)
        Object.assign(frame.current.style, {
          transform: `translate(${left}px, ${top}px)`,
          width: `${Math.max(6, right - left)}px`,
          height: `${Math.max(6, bottom - top)}px`,
        })
      },
    }),
    [w, h, scale],
  )
  const go = (event: { clientX: number; clientY: number }) => {
    const rect = canvas.current?.getBoundingClientRect()
    if (rect) onMove((event.clientX - rect.x) / scale, (event.clientY - rect.y) / scale)
  }
  return (
    <div
      ref={box}
      hidden
      data-testid="minimap"
      title="The whole picture: click to go there"
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId)
        go(event)
      }}
      onPointerMove={(event) => {
        if (event.buttons > 0) go(event)
      }}
      className="absolute right-2 bottom-2 z-10 cursor-crosshair touch-none rounded-md border border-line-strong bg-surface p-1 shadow-raised"
    >
      <div className="relative overflow-hidden">
        <canvas ref={canvas} className="block" style={{ width: w * scale, height: h * scale }} />
        <div
          ref={frame}
          className="pointer-events-none absolute top-0 left-0 rounded-sm border-2 border-accent bg-accent/10"
        />
      </div>
    </div>
  )
}

/** Paints the boxes of the picture, with what is marked in them. */
function paintBoxes(
  context: CanvasRenderingContext2D,
  { positions, tree, marks, palette }: Pick<Props, 'positions' | 'tree' | 'marks' | 'palette'>,
  scale: number,
): void {
  const sums = sumsOf(tree, marks)
  for (let i = 1; i < positions.item.length; i++) {
    const area = [at(positions.x, i), at(positions.y, i), at(positions.w, i), at(positions.h, i)] as const
    const isOpen = positions.kind[i] === BOX.open
    const first = isOpen
      ? undefined
      : sums.within(at(positions.item, i)).find(({ place }) => !marks.classes[place]?.isQuiet)
    const mark = first && marks.classes[first.place]
    const isAll = first !== undefined && positions.kind[i] === BOX.card
    context.fillStyle = isOpen ? palette.sunken : isAll && mark ? palette[mark.look] : palette.control
    context.globalAlpha = isOpen || isAll ? 1 : 0.5
    context.fillRect(...area)
    if (!mark || isAll) continue
    // A group shows only the marked share of its content.
    const size = Math.min(4 / scale, area[2], area[3])
    context.globalAlpha = 1
    context.fillStyle = palette[mark.look]
    context.fillRect(area[0] + area[2] - size, area[1], size, size)
  }
}

/** Whether all of a picture with this size is in view. */
function showsAll({ x, y, zoom, width, height }: Window, w: number, h: number): boolean {
  const isWhole = w * zoom <= width * SLACK && h * zoom <= height * SLACK
  const isInside = x > -8 && y > -8 && x + w * zoom < width + 8 && y + h * zoom < height + 8
  return isWhole && isInside
}

/** The part of the minimap that a window shows: of a picture with this size, at this scale. */
function partOf({ x, y, zoom, width, height }: Window, w: number, h: number, scale: number) {
  const clamp = (value: number, most: number) => Math.max(0, Math.min(most, value))
  const [left, top] = [clamp((-x / zoom) * scale, w * scale), clamp((-y / zoom) * scale, h * scale)]
  const [right, bottom] = [
    clamp(((width - x) / zoom) * scale, w * scale),
    clamp(((height - y) / zoom) * scale, h * scale),
  ]
  return { left, top, right, bottom }
}
