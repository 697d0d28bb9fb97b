import type { ReactFlowInstance } from '@xyflow/react'
import { type RefObject, useRef } from 'react'
import { at } from '#domain/graphLayout/columns.ts'
import { BOX, type Positions } from '#domain/graphLayout/positions.ts'
import type { Tree } from '#domain/graphLayout/tree.ts'
import type { NearNode } from '../ResourceNode.tsx'
import { areaIn, entering, innerSheet, locate, type Sheet, type Sheets, type Viewport } from '../scene.ts'
import { type Area, areaOf, minimapHeight, viewportFor, type Zooms } from '../viewport.ts'
import type { Size } from '../worker/expected.ts'

/** Duration of a move that the user sees. */
export const MOVE_MS = 260
/** Maximum zoom when everything is shown. */
const FIT = 1.6
/** Zoom at which a card is easy to read. */
const COMFORTABLE = 0.9

/** The view with everything in it. */
export const fittedIn = (positions: Positions, { width, height }: Size): Viewport =>
  viewportFor(areaOf(positions, 0), width, height, { most: FIT })

type Scene = {
  flow: RefObject<ReactFlowInstance<NearNode> | null>
  size: Size | undefined
  root: Sheet | undefined
  tree: Tree
  sheets: Sheets
}

/** Moves the view over a picture. Without React Flow, which has the view, nothing moves. */
export function useCamera({ flow, size, root, tree, sheets }: Scene) {
  /** Everything is in view and the user has not moved it: it stays so when the pane changes its size. */
  const isFitted = useRef(false)
  /** A group that is entered once its content has been laid out. */
  const entered = useRef(-1)
  const sized = useRef<Size>(undefined)

  const show = (area: Area, zooms: Zooms, duration = MOVE_MS) => {
    isFitted.current = false
    if (size && size.width > 0)
      void flow.current?.setViewport(viewportFor(area, size.width, size.height, zooms), { duration })
  }
  const fit = (duration?: number) => {
    if (!root) return
    show(areaIn(root, 0), { most: FIT }, duration)
    isFitted.current = true
  }
  /** Moves into a closed group: its content fills the view. */
  const enter = (item: number) => {
    const found = root && locate(root, tree, item, sheets)
    if (!root || !size || !found?.isWhole) return
    const isClosed = found.sheet.p.kind[found.box] === BOX.closed
    const inner = isClosed ? innerSheet(found.sheet, found.box, sheets) : undefined
    entered.current = isClosed && !inner ? item : -1
    if (!inner) sheets.want(item)
    const area = inner ? areaIn(inner, 0) : areaIn(found.sheet, found.box)
    const target = entering(area, inner?.scale, size, minimapHeight(root.p))
    show(target.area, target.zooms)
  }

  return {
    isFitted: () => isFitted.current,
    /** The user moves the view. */
    release: () => void (isFitted.current = false),
    fit,
    enter,
    zoomBy(way: 'zoomIn' | 'zoomOut') {
      isFitted.current = false
      void flow.current?.[way]({ duration: MOVE_MS })
    },
    /** Moves to an item, deeper with each layout that arrives; returns whether it has arrived. */
    centre(item: number, duration?: number): boolean {
      const found = root && locate(root, tree, item, sheets)
      if (!found || found.box <= 0) return found !== undefined
      const zoom = COMFORTABLE / found.sheet.scale
      const area = areaIn(found.sheet, found.box)
      const now = flow.current?.getZoom() ?? 1
      if (found.isWhole && found.sheet.p.kind[found.box] === BOX.card)
        show(area, { least: zoom, most: Math.min(Math.max(zoom, now), zoom * 1.8) }, duration)
      else show(area, { most: Infinity }, duration)
      return found.isWhole
    },
    /** Moves to a view, or has everything in view. */
    goTo(view: Viewport | undefined, duration: number) {
      if (!view) {
        fit(duration)
        return
      }
      isFitted.current = false
      void flow.current?.setViewport(view, { duration })
    },
    /** After an item was opened or closed (-1: something else has changed), its corner stays where it is on the screen. */
    keepInPlace(before: Positions, after: Positions, item: number) {
      const view = flow.current?.getViewport()
      if (item < 0) {
        fit(0)
        return
      }
      const [from, to] = [before.item.indexOf(item), after.item.indexOf(item)]
      if (from < 0 || to < 0 || !view) return
      const x = view.x + (at(before.x, from) - at(after.x, to)) * view.zoom
      const y = view.y + (at(before.y, from) - at(after.y, to)) * view.zoom
      void flow.current?.setViewport({ x, y, zoom: view.zoom })
    },
    /** The pane may have another size, or the content of a group may have arrived. */
    follow() {
      if (isFitted.current && sized.current && sized.current !== size) fit(0)
      sized.current = size
      if (entered.current >= 0 && sheets.of(entered.current)) enter(entered.current)
    },
  }
}
