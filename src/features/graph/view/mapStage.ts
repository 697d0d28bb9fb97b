import type { ReactFlowInstance } from '@xyflow/react'
import { type ReactNode, startTransition } from 'react'
import { BOX, type Positions } from '#domain/graphLayout/positions.ts'
import type { GraphModel } from '../model.ts'
import { nearNodes } from '../nearNodes.ts'
import type { MinimapHandle } from '../overlays/Minimap.tsx'
import type { painterOf } from '../paint/picture.ts'
import { type Layers, surfaceOn } from '../paint/surface.ts'
import type { NearNode } from '../ResourceNode.tsx'
import { seenIn, type Window } from '../scene.ts'
import {
  type Effect,
  fitted,
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

/** What a stage works with and whom it tells; as of the latest render. */
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

/** Device pixels per CSS pixel. */
export const densityNow = () => window.devicePixelRatio || 1

export type Stage = ReturnType<typeof createStage>

/**
 * Forwards events to `mapView` and performs the effects. Owns what is not data: React Flow's instance, the layers of the
 * picture, and the timers.
 */
export function createStage(place: string | undefined, { setElements, setIsPainted }: Setters) {
  let map = mapView(place)
  let elements = NO_ELEMENTS
  let inputs: Inputs | undefined
  let flow: ReactFlowInstance<NearNode> | undefined
  let minimap: MinimapHandle | null = null
  let surface: ReturnType<typeof surfaceOn> | undefined
  let frame = 0
  let resting: ReturnType<typeof setTimeout> | undefined
  let reporting: ReturnType<typeof setTimeout> | undefined

  const send = (transition: Transition): void => {
    if (!inputs) return
    const step = transition(map, { ...inputs, view: flow?.getViewport() })
    map = step.map
    for (const effect of step.effects) perform(effect, inputs)
  }

  return {
    send,
    toggle: (item: number) => send(toggled(item)),
    handle: {
      zoomIn: () => send(zoomed('zoomIn')),
      zoomOut: () => send(zoomed('zoomOut')),
      fit: () => send(fitted),
      toSelection: () => send(selectionSought),
    },
    update: (latest: Inputs) => void (inputs = latest),
    /** React Flow has been mounted. */
    mount: (instance: ReactFlowInstance<NearNode>) => void (flow = instance),
    /** The minimap is loaded after the picture, which may have moved by then. */
    setMinimap: (handle: MinimapHandle | null) => {
      minimap = handle
      const view = windowNow()
      if (view) handle?.show(view)
    },
    /** The user goes to a point of the picture. */
    goTo: (x: number, y: number) => {
      send(released)
      void flow?.setCenter(x, y, { zoom: flow.getZoom() })
    },
    /** The last frame was not painted completely. */
    paintAgain: () => {
      surface?.forget()
      paintSoon()
    },
    close: () => {
      clearTimeout(resting)
      clearTimeout(reporting)
      cancelAnimationFrame(frame)
    },
  }

  function perform(effect: Effect, { onSelect, onToggle, onPlace }: Inputs): void {
    if (effect.kind === 'paint') paint()
    else if (effect.kind === 'paintSoon') paintSoon()
    else if (effect.kind === 'go') void flow?.setViewport(effect.view, { duration: effect.duration })
    else if (effect.kind === 'zoom') void flow?.[effect.way]({ duration: MOVE_MS })
    else if (effect.kind === 'restIn') restIn(effect.ms)
    else if (effect.kind === 'reportIn') {
      clearTimeout(reporting)
      reporting = setTimeout(() => send(reportDue), effect.ms)
    } else if (effect.kind === 'report') onPlace?.(effect.place)
    else if (effect.kind === 'announce') announce(effect.positions)
    else if (effect.kind === 'elements') showElements()
    else if (effect.kind === 'select') onSelect(effect.item)
    else onToggle(effect.item, effect.isOpen)
  }

  function windowNow(): Window | undefined {
    const view = flow?.getViewport() ?? map.opening
    return view && inputs?.size && { ...view, ...inputs.size }
  }

  function paint(isMoving = false): void {
    const view = windowNow()
    if (!view || !inputs?.root || !inputs.layers || !inputs.painter) return
    const { root, layers, painter, sheets, arrivals } = inputs
    // A frame that was requested would paint the same again.
    cancelAnimationFrame(frame)
    frame = 0
    surface ??= surfaceOn(layers)
    const parts = [painter, root, sheets, arrivals]
    surface.show({ window: view, of: parts, density: densityNow(), isMoving }, (context, window, layer) => {
      const { seen, paintNames } = painter(context, window, root, sheets, layer)
      if (map.isShown) limitZoom(seen)
      return paintNames
    })
    minimap?.show(view)
  }

  function paintSoon(): void {
    if (frame) return
    frame = requestAnimationFrame(() => {
      frame = 0
      paint(true)
    })
  }

  function restIn(ms: number): void {
    clearTimeout(resting)
    resting = setTimeout(() => send(rested), ms)
  }

  function announce(positions: Positions): void {
    requestAnimationFrame(() => {
      if (performance.getEntriesByName('graph:ready').length === 0) performance.mark('graph:ready')
      restIn(0)
      startTransition(() => {
        setIsPainted(true)
        inputs?.onPainted?.(positions)
      })
    })
  }

  function showElements(): void {
    const view = windowNow()
    if (!view || !inputs?.root) return
    const { root, sheets, model, statusOf } = inputs
    const seen = seenIn(root, view, sheets)
    const trail = trailOf({ root, sheets }, view)
    setElements((elements = { near: nearNodes(model, seen, view, statusOf), trail, maxZoom: elements.maxZoom }))
    limitZoom(seen)
  }

  /** Zooms in far enough to read the innermost layout in view; if it has closed groups, as far as theirs allow. */
  function limitZoom(seen: ReturnType<typeof seenIn>): void {
    const maxZoom = Math.max(
      ...seen.map(({ sheet, boxes }) => (boxes.some(({ kind }) => kind === BOX.closed) ? 6 : 2) / sheet.scale),
    )
    if (maxZoom > 0 && Number.isFinite(maxZoom) && maxZoom !== elements.maxZoom)
      setElements((elements = { ...elements, maxZoom }))
  }
}
