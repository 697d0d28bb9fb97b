import { BOX, type Positions } from '#domain/graphLayout/positions.ts'
import { at } from '#domain/graphLayout/columns.ts'
import type { Tree } from '#domain/graphLayout/tree.ts'
import { readPlace, placeText } from '../overlays/place.ts'
import {
  areaIn,
  hitAt,
  isInView,
  locate,
  type Sheet,
  type Sheets,
  toScreen,
  trailAt,
  type Viewport,
  type Window,
} from '../scene.ts'
import type { Size } from '../worker/expected.ts'
import { type Ground, steadyView, type Target, targetInside, targetOfItem, viewOfTarget, wholeOf } from './camera.ts'

/** Duration of a move that the user sees. */
export const MOVE_MS = 260
/** After this long without a move, visible boxes get elements, and the page reports the view. */
const REST_MS = 140

/** A request to show an item; a new object each time, so that the same item can be requested again. */
export type ItemRequest = { item: number } | undefined

/** What the map shows, as far as it is there. */
export type Scene = {
  root: Sheet | undefined
  tree: Tree
  sheets: Sheets
  size: Size | undefined
  /** The view of React Flow; undefined until it is mounted. */
  view: Viewport | undefined
  /** The selected item; -1 for none. */
  selected: number
  request: ItemRequest
  /** The view in the address; undefined if everything is in view. */
  place: string | undefined
}

/** What the map remembers from one event to the next. */
export type MapView = {
  /** The view of the first picture, which does not wait for React Flow. */
  opening: Viewport | undefined
  /** React Flow has gone to the first view. */
  isShown: boolean
  /** Everything is in view, and the user has not moved it: it stays in view when the pane changes its size. */
  isFitted: boolean
  /** The layout in view. */
  positions: Positions | undefined
  /** The layout that `onPainted` got last. */
  announced: Positions | undefined
  /** The size of the pane. */
  size: Size | undefined
  /** The item that the user has opened or closed: its corner stays in place when the next layout arrives. -1 for none. */
  anchor: number
  /** The group that is entered once its content has been laid out; -1 for none. */
  entering: number
  /** The item that a link selects deep inside closed groups: the view gets closer with each layout. -1 for none. */
  approaching: number
  /** The request that the view has followed. */
  followed: ItemRequest
  /** The view that the address and the map agreed on last. */
  place: string | undefined
  /** Views reported since the address had that one: they may still reach it, after the view has moved on. */
  reported: readonly (string | undefined)[]
}

/** What there is to do after an event, in this order. */
export type Effect =
  | { kind: 'paint' }
  /** With the next frame. */
  | { kind: 'paintSoon' }
  | { kind: 'go'; view: Viewport; duration: number }
  | { kind: 'zoom'; way: 'zoomIn' | 'zoomOut' }
  /** After that long without another such effect, the view is at rest. */
  | { kind: 'restIn'; ms: number }
  /** After that long without another such effect, the address gets the view. */
  | { kind: 'reportIn'; ms: number }
  | { kind: 'report'; place: string | undefined }
  /** After the frame with this layout, `onPainted` gets it. */
  | { kind: 'announce'; positions: Positions }
  /** The boxes in view get elements. */
  | { kind: 'elements' }
  | { kind: 'select'; item: number }
  | { kind: 'toggle'; item: number; isOpen: boolean }

export type Reaction = { map: MapView; effects: readonly Effect[] }
/** An event: what the map remembers afterwards, and what there is to do. Changes nothing itself. */
export type Transition = (map: MapView, scene: Scene) => Reaction

export const mapView = (place: string | undefined): MapView => ({
  opening: undefined,
  isShown: false,
  isFitted: false,
  positions: undefined,
  announced: undefined,
  size: undefined,
  anchor: -1,
  entering: -1,
  approaching: -1,
  followed: undefined,
  place,
  reported: [],
})

/** A reaction so far: a copy of the map, and the view after the moves so far that take no time. */
type ReactionSoFar = { map: MapView; scene: Ground & Scene; view: Viewport | undefined; effects: Effect[] }

/** An event for which it does not matter what is in view. */
const always =
  (change: (draft: Pick<ReactionSoFar, 'map' | 'effects'>) => void): Transition =>
  (former) => {
    const draft = { map: { ...former }, effects: [] }
    change(draft)
    return draft
  }

/** An event that needs a layout and a pane; without them nothing happens. */
const transition =
  (change: (draft: ReactionSoFar) => void): Transition =>
  (map, scene) => {
    const { root, size } = scene
    if (!root || !size) return { map, effects: [] }
    const draft: ReactionSoFar = { map: { ...map }, scene: { ...scene, root, size }, view: scene.view, effects: [] }
    change(draft)
    return { map: draft.map, effects: draft.effects }
  }

/** The data, the pane or the selection have changed: the view follows, and everything is painted again. */
export const sceneChanged = transition((draft) => {
  const { map, scene, effects } = draft
  const { p } = scene.root
  if (scene.view) follow(draft)
  else {
    // The first picture is a part of the whole then: React Flow, which is mounted at once, shows it.
    if (scene.place !== undefined || scene.selected > 0) return
    map.opening = viewOfTarget(wholeOf(p), scene.size)
  }
  effects.push({ kind: 'paint' })
  // The browser shows the picture first: React Flow, elements, and what the page shows of a new layout, follow its frame.
  effects.push(map.announced === p ? { kind: 'restIn', ms: 0 } : { kind: 'announce', positions: p })
  map.announced = p
})

/** The order matters: each of these may move the view, and the later one wins. */
function follow(draft: ReactionSoFar): void {
  const { map, scene } = draft
  const before = map.positions
  map.positions = scene.root.p
  if (!map.isShown) showFirst(draft)
  else if (before && before !== map.positions) layoutArrived(draft, before)
  resized(draft)
  if (map.entering >= 0 && scene.sheets.get(map.entering)) enter(draft, map.entering)
  approach(draft)
  followRequest(draft)
}

/** In a window of another size the address may mean another view; the selected item stays in it. */
function showFirst(draft: ReactionSoFar): void {
  const { selected } = draft.scene
  draft.map.isShown = true
  if (selected <= 0 || isInPlace(draft)) goToPlace(draft, 0)
  else if (!centre(draft, selected, 0)) draft.map.approaching = selected
}

/** What the user opened or closed keeps its corner in place; after any other change everything is in view. */
function layoutArrived(draft: ReactionSoFar, before: Positions): void {
  const { anchor } = draft.map
  draft.map.anchor = -1
  if (anchor < 0) fit(draft, 0)
  else if (draft.view) {
    const steady = steadyView(draft.view, anchor, before, draft.scene.root.p)
    if (steady) go(draft, steady, 0)
  }
}

function resized(draft: ReactionSoFar): void {
  const { map, scene } = draft
  if (map.isFitted && map.size && map.size !== scene.size) fit(draft, 0)
  map.size = scene.size
}

function approach(draft: ReactionSoFar): void {
  const { map, scene } = draft
  if (map.approaching >= 0 && (map.approaching !== scene.selected || centre(draft, scene.selected, 0)))
    map.approaching = -1
}

/** A request waits until its item is selected and laid out. */
function followRequest(draft: ReactionSoFar): void {
  const { map, scene } = draft
  const { request } = scene
  if (request && request.item === scene.selected && request !== map.followed && centre(draft, request.item))
    map.followed = request
}

/** The address has another view. One that the map reported arrives late on a busy machine, and must not take it back. */
export const placeChanged: Transition = (map, scene) =>
  map.isShown && scene.place !== map.place && !map.reported.includes(scene.place)
    ? transition((draft) => goToPlace(draft, MOVE_MS))({ ...map, place: scene.place, reported: [] }, scene)
    : { map, effects: [] }

/** The user wants the view before, also if the map has reported it. */
export const placeUndone: Transition = (map, scene) => placeChanged({ ...map, reported: [] }, scene)

/** The view moves, in a frame of a gesture or of an animation. */
export const moved = always(({ effects }) => {
  effects.push({ kind: 'restIn', ms: REST_MS }, { kind: 'reportIn', ms: REST_MS }, { kind: 'paintSoon' })
})

/** Nothing has moved for a moment. */
export const rested = transition(({ view, effects }) => {
  if (view) effects.push({ kind: 'paint' }, { kind: 'elements' })
})

/**
 * The view has come to rest, and the address gets it. Apart from `rested`, which a layout that arrives may bring forward
 * to the middle of a move.
 */
export const reportDue = transition(({ map, view, scene, effects }) => {
  if (!view || !map.isShown) return
  const place = map.isFitted ? undefined : placeText({ ...view, ...scene.size }, areaIn(scene.root, 0))
  if (place === map.place) return
  map.reported = scene.place === map.place ? [place] : [...map.reported, place]
  map.place = place
  effects.push({ kind: 'report', place })
})

/** The user takes hold of the view. */
export const released = always(({ map }) => void (map.isFitted = false))

export const zoomed = (way: 'zoomIn' | 'zoomOut') =>
  always(({ map, effects }) => {
    map.isFitted = false
    effects.push({ kind: 'zoom', way })
  })

/** The user wants to see everything. */
export const fitted = transition((draft) => fit(draft))

/** The user wants to see the selected item. */
export const selectionSought = transition((draft) => {
  if (draft.scene.selected > 0) centre(draft, draft.scene.selected)
})

/** The user goes into a group. */
export const entered = (item: number) => transition((draft) => enter(draft, item))

/** The user clicked on a box: a closed group is entered, all else is selected. */
export const clicked = (item: number, isClosed: boolean): Transition =>
  isClosed ? entered(item) : always(({ effects }) => void effects.push({ kind: 'select', item }))

/** The user clicked on the picture, at this point of the pane. */
export const paneClicked = (x: number, y: number) =>
  transition((draft) => {
    const { view, scene, effects } = draft
    const hit = view && hitAt(scene.root, { ...view, ...scene.size }, scene.sheets, x, y)
    if (hit?.kind === BOX.closed && !hit.inner) enter(draft, hit.item)
    else effects.push({ kind: 'select', item: hit && hit.kind !== BOX.open ? hit.item : -1 })
  })

/** The user opens or closes a group. */
export const toggled = (item: number) =>
  always(({ map, effects }) => {
    const box = map.positions?.item.indexOf(item) ?? -1
    map.anchor = box < 0 ? -1 : item
    effects.push({ kind: 'toggle', item, isOpen: box >= 0 && map.positions?.kind[box] === BOX.open })
  })

/** The groups that fill most of the view, outermost first; none if everything is in view. */
export function trailOf({ root, sheets }: Pick<Ground, 'root' | 'sheets'>, view: Window): number[] {
  const isWhole = view.zoom * at(root.p.w, 0) < view.width * 1.1
  return isWhole ? [] : trailAt(root, view, sheets)
}

function go(draft: ReactionSoFar, view: Viewport, duration: number): void {
  draft.effects.push({ kind: 'go', view, duration })
  if (duration === 0) draft.view = view
}

function show(draft: ReactionSoFar, target: Target, duration = MOVE_MS): void {
  draft.map.isFitted = false
  const view = viewOfTarget(target, draft.scene.size)
  if (view) go(draft, view, duration)
}

function fit(draft: ReactionSoFar, duration?: number): void {
  show(draft, wholeOf(draft.scene.root.p), duration)
  draft.map.isFitted = true
}

/** Moves into a closed group: its content fills the view, as soon as it has been laid out. */
function enter(draft: ReactionSoFar, item: number): void {
  const inside = targetInside(draft.scene, item)
  if (!inside) return
  draft.map.entering = inside.isLaidOut ? -1 : item
  show(draft, inside.target)
}

/** Moves to an item, deeper with each layout that arrives; returns whether it is in view as a whole. */
function centre(draft: ReactionSoFar, item: number, duration?: number): boolean {
  const spot = targetOfItem(draft.scene, item, draft.view?.zoom ?? 1)
  if (spot?.target) show(draft, spot.target, duration)
  return spot?.isWhole ?? false
}

/** Moves to the view in the address. */
function goToPlace(draft: ReactionSoFar, duration: number): void {
  const view = viewOfPlace(draft)
  draft.map.place = draft.scene.place
  draft.map.isFitted = false
  if (view) go(draft, view, duration)
  else fit(draft, duration)
}

const viewOfPlace = ({ scene: { root, size, place } }: ReactionSoFar): Viewport | undefined =>
  place === undefined ? undefined : readPlace(place, areaIn(root, 0), size)

/** Whether the view in the address shows the selected item, or the closed group that contains it. */
function isInPlace(draft: ReactionSoFar): boolean {
  const { root, size, tree, sheets, selected } = draft.scene
  const view = viewOfPlace(draft)
  const spot = locate(root, tree, selected, sheets)
  return view && spot ? isInView(toScreen(areaIn(spot.sheet, spot.box), view), { ...view, ...size }) : false
}
