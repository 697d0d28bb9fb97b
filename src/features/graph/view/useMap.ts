import { type ReactNode, useEffect, useLayoutEffect, useMemo, useReducer, useState } from 'react'
import type { Changes } from '#domain/graphLayout/open.ts'
import type { Positions } from '#domain/graphLayout/positions.ts'
import { type Marks, NO_MARKS } from '#domain/overlays/overlay.ts'
import type { GraphModel } from '../model.ts'
import type { Frame } from '../paint/about.ts'
import type { Textures } from '../paint/dots.ts'
import { selectionOf } from '../paint/emphasis.ts'
import { painterOf } from '../paint/picture.ts'
import { measureBy } from '../paint/texts.ts'
import { rootSheet } from '../scene.ts'
import { useSheets } from '../useSheets.ts'
import type { Failure } from '../worker/useModel.ts'
import { densityNow, MapStage, NO_ELEMENTS } from './mapStage.ts'
import { type ItemRequest, placeChanged, placeUndone, sceneChanged } from './mapView.ts'
import type { usePane } from './usePane.ts'

export type MapProps = {
  /** Centred at a legible size. */
  request?: ItemRequest
  model: GraphModel
  /** The graph could not be grouped, so there is nothing to draw. */
  failure?: Failure | undefined
  changes: Changes
  /** Label of the outermost frame, if it is not one stack. */
  frame?: Frame
  /** From left to right, as long as that stays legible. */
  isInLine?: boolean
  /** The selected item; -1 for none. */
  selected: number
  /** An item; -1 for a click on nothing. */
  onSelect: (item: number) => void
  onToggle: (item: number, isOpen: boolean) => void
  /** Called with each layout of the whole graph once it is painted; without one if there is none. */
  onPainted?: (positions: Positions | undefined) => void
  /** Icon and word of a resource with a status. */
  statusOf: (resource: number) => ReactNode
  /** What the overlay says about each resource; must be the same object for the same data. */
  marks?: Marks
  /** Resources that pass the filter (1); others are dimmed. */
  hits?: Uint8Array | undefined
  /** Resources that stay as they are while nothing is selected (1); others are dimmed. */
  lit?: Uint8Array | undefined
  /** The view in the address (`overlays/place.ts`); nothing while everything is in view. The map moves to another one. */
  place?: string | undefined
  /** Number of undos: with another number, the map moves to `place` again. */
  undone?: number
  /** Called when the view has come to rest somewhere else. */
  onPlace?: (place: string | undefined) => void
}

type Pane = Omit<ReturnType<typeof usePane>, 'setPane'>

/** The map in a pane: passes the data to a stage, and returns what the stage wants to have rendered. */
export function useMap(props: MapProps, pane: Pane) {
  const { model, changes, isInLine = false, selected, request, place, undone = 0, statusOf, onPainted } = props
  const [isPainted, setIsPainted] = useState(false)
  const [elements, setElements] = useState(NO_ELEMENTS)
  const [stage] = useState(() => new MapStage(place, { setElements, setIsPainted }))
  const [arrivals, onArrival] = useReducer((count: number) => count + 1, 0)
  const {
    root: layout,
    sheets,
    failure: layoutFailure,
  } = useSheets(model, changes, pane.layoutSize, isInLine, onArrival)
  const positions = layout.data
  const root = useMemo(() => positions && rootSheet(positions), [positions])
  const [picture, setPicture] = useState<HTMLCanvasElement | null>(null)
  const [names, setNames] = useState<HTMLCanvasElement | null>(null)
  const painter = usePainter(props, pane, stage, picture)
  const layers = useMemo(() => (picture && names ? { picture, names } : undefined), [picture, names])
  const { onSelect, onToggle, onPlace } = props
  const scene = { root, tree: model.tree, sheets, size: pane.size, selected, request, place }
  const inputs = { ...scene, model, painter, layers, arrivals, statusOf, onSelect, onToggle, onPlace, onPainted }
  useLayoutEffect(() => stage.update(inputs))
  useEffect(() => stage.close, [stage])
  useEffect(
    () => stage.send(sceneChanged),
    [stage, positions, painter, arrivals, pane.size, request, selected, statusOf],
  )
  const failure = props.failure ?? layoutFailure
  const hasFailed = failure !== undefined
  useEffect(() => {
    if (hasFailed) onPainted?.(undefined)
  }, [hasFailed, onPainted])
  useEffect(() => stage.send(placeChanged), [stage, place])
  useEffect(() => stage.send(placeUndone), [stage, undone])
  // React Flow forces a layout of the page when it is mounted. The first picture needs it only if that shows a part.
  const hasFlow = isPainted || place !== undefined || selected > 0
  const { setMinimap } = stage
  return { stage, setPicture, setNames, setMinimap, onMount: onArrival, positions, failure, elements, hasFlow }
}

/** Paints the picture in any window; undefined until there is a canvas with colours and a size. */
function usePainter(
  { model, frame, marks = NO_MARKS, hits, lit, selected }: MapProps,
  { palette, size }: Pane,
  stage: MapStage,
  canvas: HTMLCanvasElement | null,
) {
  const hasSize = size !== undefined
  const selection = useMemo(() => selectionOf(model.topology, model.tree, selected), [model, selected])
  const textures = useMemo((): Textures => new Map(), [model]) // oxlint-disable-line react/exhaustive-deps -- they are of one model
  return useMemo(() => {
    const context = canvas?.getContext('2d')
    if (!palette || !context || !hasSize) return undefined
    const measure = measureBy(context, palette.family)
    const tools = { measure, palette, density: densityNow(), newImage, textures, again: stage.paintAgain }
    return painterOf({ model, frame, selection, marks, hits, lit }, tools)
  }, [palette, hasSize, model, frame, selection, marks, hits, lit, textures, stage, canvas])
}

const newImage = (width: number, height: number) => Object.assign(document.createElement('canvas'), { width, height })
