import type { ReactFlowInstance } from '@xyflow/react'
import { type ReactNode, startTransition } from 'react'
import { BOX, type Positions } from '#domain/graphLayout/positions.ts'
import type { GraphModel } from '../model.ts'
import { nearNodes } from '../nearNodes.ts'
import type { MinimapHandle } from '../overlays/Minimap.tsx'
import type { painterOf } from '../paint/picture.ts'
import { type Layers, surfaceOn } from '../paint/surface.ts'
import type { NearNode } from '../ResourceNode.tsx'
import { boxesInView, type SheetInView, type Window } from '../scene.ts'
import {
  type Effect,
  fitted,
  type MapView,
  mapView,
  MOVE_MS,
  released,
  reportDue,
  rested,
  type Scene,
  selectionSought,
  toggled,
  type Transition,
  trailOf,
  zoomed,
} from './mapView.ts'

/** The data and callbacks of a stage, from the latest render. */
export type Inputs = Omit<Scene, 'view'> & {
  model: GraphModel
  painter: ReturnType<typeof painterOf> | undefined
  layers: Layers | undefined
  /** Number of times that layouts of groups have arrived. */
  arrivals: number
  statusOf: (resource: number) => ReactNode
  onSelect: (item: number) => void
  onToggle: (item: number, isOpen: boolean) => void
  onPainted: ((positions: Positions) => void) | undefined
  onPlace: ((place: string | undefined) => void) | undefined
}

/** What is over the picture at rest: elements for boxes, the groups that are entered, and how far one can zoom in. */
export type MapElements = { near: NearNode[]; trail: readonly number[]; maxZoom: number }
export const NO_ELEMENTS: MapElements = { near: [], trail: [], maxZoom: 40 }

/** State of the component, set by the stage. */
type Setters = { setElements: (elements: MapElements) => void; setIsPainted: (isPainted: boolean) => void }

/** A pointer that crosses boxes does not repaint the picture for each. */
const POINT_MS = 90

/** Device pixels per CSS pixel. */
export const densityNow = () => window.devicePixelRatio || 1

/**
 * Forwards events to `mapView` and performs the effects. Owns what is not data: React Flow's instance, the layers of the
 * picture, and the timers.
 */
export class MapStage {
  #map: MapView
  readonly #setters: Setters
  #inputs: Inputs | undefined
  #elements = NO_ELEMENTS
  #flow: ReactFlowInstance<NearNode> | undefined
  #minimap: MinimapHandle | null = null
  #surface: ReturnType<typeof surfaceOn> | undefined
  #frame = 0
  /** The item that a pointer rests on; -1 for none. */
  #pointed = -1
  #pointing: ReturnType<typeof setTimeout> | undefined
  #resting: ReturnType<typeof setTimeout> | undefined
  #reporting: ReturnType<typeof setTimeout> | undefined

  constructor(place: string | undefined, setters: Setters) {
    this.#map = mapView(place)
    this.#setters = setters
  }

  readonly send = (transition: Transition): void => {
    if (!this.#inputs) return
    const step = transition(this.#map, { ...this.#inputs, view: this.#flow?.getViewport() })
    this.#map = step.map
    for (const effect of step.effects) this.#perform(effect, this.#inputs)
  }

  readonly toggle = (item: number): void => this.send(toggled(item))

  /** A pointer is over an item, or over none (-1): its lines alone stand out when it stays there for a moment. */
  readonly point = (item: number): void => {
    clearTimeout(this.#pointing)
    this.#pointing = setTimeout(() => {
      this.#pointed = item
      this.#paintSoon()
    }, POINT_MS)
  }

  /** The buttons next to the picture. */
  readonly handle = {
    zoomIn: () => this.send(zoomed('zoomIn')),
    zoomOut: () => this.send(zoomed('zoomOut')),
    fit: () => this.send(fitted),
    toSelection: () => this.send(selectionSought),
  }

  update(inputs: Inputs): void {
    if (inputs.tree !== this.#inputs?.tree) this.#pointed = -1
    this.#inputs = inputs
  }

  /** React Flow has been mounted. */
  mount(flow: ReactFlowInstance<NearNode>): void {
    this.#flow = flow
  }

  /** The page loads the minimap after the picture, which may have moved by then. */
  readonly setMinimap = (handle: MinimapHandle | null): void => {
    this.#minimap = handle
    const view = this.#windowNow()
    if (view) handle?.show(view)
  }

  /** The user goes to a point of the picture. */
  readonly goTo = (x: number, y: number): void => {
    this.send(released)
    void this.#flow?.setCenter(x, y, { zoom: this.#flow.getZoom() })
  }

  /** The last frame was not painted completely. */
  readonly paintAgain = (): void => {
    this.#surface?.forget()
    this.#paintSoon()
  }

  readonly close = (): void => {
    clearTimeout(this.#resting)
    clearTimeout(this.#reporting)
    clearTimeout(this.#pointing)
    cancelAnimationFrame(this.#frame)
  }

  #perform(effect: Effect, { onSelect, onToggle, onPlace }: Inputs): void {
    if (effect.kind === 'paint') this.#paint()
    else if (effect.kind === 'paintSoon') this.#paintSoon()
    else if (effect.kind === 'go') void this.#flow?.setViewport(effect.view, { duration: effect.duration })
    else if (effect.kind === 'zoom') void this.#flow?.[effect.way]({ duration: MOVE_MS })
    else if (effect.kind === 'restIn') this.#restIn(effect.ms)
    else if (effect.kind === 'reportIn') this.#reportIn(effect.ms)
    else if (effect.kind === 'report') onPlace?.(effect.place)
    else if (effect.kind === 'announce') this.#announce(effect.positions)
    else if (effect.kind === 'elements') this.#showElements()
    else if (effect.kind === 'select') onSelect(effect.item)
    else onToggle(effect.item, effect.isOpen)
  }

  #windowNow(): Window | undefined {
    const view = this.#flow?.getViewport() ?? this.#map.opening
    return view && this.#inputs?.size && { ...view, ...this.#inputs.size }
  }

  #paint(isMoving = false): void {
    const view = this.#windowNow()
    if (!view || !this.#inputs?.root || !this.#inputs.layers || !this.#inputs.painter) return
    const { root, layers, painter, sheets, arrivals } = this.#inputs
    // A frame that was requested would paint the same again.
    cancelAnimationFrame(this.#frame)
    this.#frame = 0
    this.#surface ??= surfaceOn(layers)
    const pointed = this.#pointed
    const parts = [painter, root, sheets, arrivals, pointed]
    this.#surface.show({ window: view, parts, density: densityNow(), isMoving }, (context, window, layer) => {
      const { inView, paintNames } = painter(context, window, root, sheets, { layer, pointed })
      if (this.#map.isShown) this.#limitZoom(inView)
      return paintNames
    })
    this.#minimap?.show(view)
  }

  #paintSoon(): void {
    this.#frame ||= requestAnimationFrame(() => {
      this.#frame = 0
      this.#paint(true)
    })
  }

  #restIn(ms: number): void {
    clearTimeout(this.#resting)
    this.#resting = setTimeout(() => this.send(rested), ms)
  }

  #reportIn(ms: number): void {
    clearTimeout(this.#reporting)
    this.#reporting = setTimeout(() => this.send(reportDue), ms)
  }

  #announce(positions: Positions): void {
    requestAnimationFrame(() => {
      if (performance.getEntriesByName('graph:ready').length === 0) performance.mark('graph:ready')
      this.#restIn(0)
      startTransition(() => {
        this.#setters.setIsPainted(true)
        this.#inputs?.onPainted?.(positions)
      })
    })
  }

  #showElements(): void {
    const view = this.#windowNow()
    if (!view || !this.#inputs?.root) return
    const { root, sheets, model, statusOf } = this.#inputs
    const inView = boxesInView(root, view, sheets)
    this.#set({ near: nearNodes(model, inView, view, statusOf), trail: trailOf({ root, sheets }, view) })
    this.#limitZoom(inView)
  }

  /** Zooms in far enough to read the innermost layout in view; if it has closed groups, as far as theirs allow. */
  #limitZoom(inView: readonly SheetInView[]): void {
    const maxZoom = Math.max(
      ...inView.map(({ sheet, boxes }) => (boxes.some(({ kind }) => kind === BOX.closed) ? 6 : 2) / sheet.scale),
    )
    if (maxZoom > 0 && Number.isFinite(maxZoom) && maxZoom !== this.#elements.maxZoom) this.#set({ maxZoom })
  }

  #set(change: Partial<MapElements>): void {
    this.#elements = { ...this.#elements, ...change }
    this.#setters.setElements(this.#elements)
  }
}
