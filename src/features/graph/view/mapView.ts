import { BOX, type Positions } from '#domain/graphLayout/positions.ts'
import { at } from '#domain/graphLayout/columns.ts'
import type { Tree } from '#domain/graphLayout/tree.ts'
import { readPlace, writtenPlace } from '../overlays/place.ts'
import {
  areaIn,
  hitAt,
  isSeen,
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
  /** The layout that the page has been told of. */
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
  /** After the frame with this layout, the page is told of it. */
  | { kind: 'announce'; positions: Positions }
  /** The boxes in view get elements. */
  | { kind: 'elements' }
  | { kind: 'select'; item: number }
  | { kind: 'toggle'; item: number; isOpen: boolean }

export type Step = { map: MapView; effects: readonly Effect[] }
/** An event: what the map remembers afterwards, and what there is to do. Changes nothing itself. */
export type Transition = (map: MapView, scene: Scene) => Step

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
})

/** A step while it is made: a copy of the map, and the view after the moves so far that take no time. */
type Draft = { map: MapView; scene: Scene; view: Viewport | undefined; effects: Effect[] }

const transition =
  (change: (draft: Draft, scene: Scene) => void): Transition =>
  (map, scene) => {
    const draft: Draft = { map: { ...map }, scene, view: scene.view, effects: [] }
    change(draft, scene)
    return { map: draft.map, effects: draft.effects }
  }

/** The data, the pane or the selection have changed: the view follows, and everything is painted again. */
export const sceneChanged = transition((draft, { root, size, view, place, selected }) => {
  if (!root || !size) return
  if (view) follow(draft, { ...draft.scene, root, size })
  else {
    // With these, the first picture is a part, which React Flow shows: it is mounted for it.
    if (place !== undefined || selected > 0) return
    draft.map.opening = viewOfTarget(wholeOf(root.p), size)
  }
  draft.effects.push({ kind: 'paint' })
  // The picture first: React Flow, elements of boxes, and what the page shows of a new layout, follow its frame.
  draft.effects.push(
    draft.map.announced === root.p ? { kind: 'restIn', ms: 0 } : { kind: 'announce', positions: root.p },
  )
  draft.map.announced = root.p
})

/** The order matters: each of these may move the view, and the later one wins. */
function follow(draft: Draft, ground: Ground & Scene): void {
  const { map } = draft
  const before = map.positions
  map.positions = ground.root.p
  if (!map.isShown) showFirst(draft, ground)
  else if (before && before !== map.positions) layoutArrived(draft, ground, before)
  resized(draft, ground)
  if (map.entering >= 0 && ground.sheets.of(map.entering)) enter(draft, ground, map.entering)
  approach(draft, ground)
  followRequest(draft, ground)
}

/** In a window of another size the address may mean another view; the selected item stays in it. */
function showFirst(draft: Draft, ground: Ground & Scene): void {
  const { selected, place } = ground
  draft.map.isShown = true
  if (selected <= 0 || isInPlace(ground)) goToPlace(draft, ground, place, 0)
  else if (!centre(draft, ground, selected, 0)) draft.map.approaching = selected
}

/** What the user opened or closed keeps its corner in place; after any other change everything is in view. */
function layoutArrived(draft: Draft, ground: Ground, before: Positions): void {
  const { anchor } = draft.map
  draft.map.anchor = -1
  if (anchor < 0) fit(draft, ground, 0)
  else if (draft.view) {
    const steady = steadyView(draft.view, anchor, before, ground.root.p)
    if (steady) go(draft, steady, 0)
  }
}

function resized(draft: Draft, ground: Ground): void {
  const { isFitted, size } = draft.map
  if (isFitted && size && size !== ground.size) fit(draft, ground, 0)
  draft.map.size = ground.size
}

function approach(draft: Draft, ground: Ground & Scene): void {
  const { approaching } = draft.map
  if (approaching < 0) return
  if (approaching !== ground.selected || centre(draft, ground, approaching, 0)) draft.map.approaching = -1
}

/** A request waits until its item is selected and laid out. */
function followRequest(draft: Draft, ground: Ground & Scene): void {
  const { request, selected } = ground
  if (!request || request.item !== selected || request === draft.map.followed) return
  if (centre(draft, ground, request.item)) draft.map.followed = request
}

/** The address has another view. */
export const placeChanged = transition((draft, { root, size, place }) => {
  if (draft.map.isShown && place !== draft.map.place) goToPlace(draft, { ...draft.scene, root, size }, place, MOVE_MS)
})

/** The view moves, in a frame of a gesture or of an animation. */
export const moved = transition(({ effects }) => {
  effects.push({ kind: 'restIn', ms: REST_MS }, { kind: 'reportIn', ms: REST_MS }, { kind: 'paintSoon' })
})

/** Nothing has moved for a moment. */
export const rested = transition(({ effects }, { root, size, view }) => {
  if (root && size && view) effects.push({ kind: 'paint' }, { kind: 'elements' })
})

/**
 * The view has come to rest, and the address gets it. Apart from `rested`, which a layout that arrives may bring forward
 * to the middle of a move.
 */
export const reportDue = transition(({ map, effects }, { root, size, view }) => {
  if (!view || !root || !size || !map.isShown) return
  const place = map.isFitted ? undefined : writtenPlace({ ...view, ...size }, areaIn(root, 0))
  if (place === map.place) return
  map.place = place
  effects.push({ kind: 'report', place })
})

/** The user takes hold of the view. */
export const released = transition(({ map }) => void (map.isFitted = false))

export const zoomed = (way: 'zoomIn' | 'zoomOut') =>
  transition(({ map, effects }) => {
    map.isFitted = false
    effects.push({ kind: 'zoom', way })
  })

/** The user wants to see everything. */
export const fitted = transition((draft, { root, size }) => {
  if (root) fit(draft, { root, size })
})

/** The user wants to see the selected item. */
export const selectionSought = transition((draft, scene) => {
  const ground = groundOf(scene)
  if (ground && scene.selected > 0) centre(draft, ground, scene.selected)
})

/** The user goes into a group. */
export const entered = (item: number) =>
  transition((draft, scene) => {
    const ground = groundOf(scene)
    if (ground) enter(draft, ground, item)
  })

/** The user clicked on a box: a closed group is entered, all else is selected. */
export const clicked = (item: number, isClosed: boolean): Transition =>
  isClosed ? entered(item) : transition(({ effects }) => void effects.push({ kind: 'select', item }))

/** The user clicked on the picture, at this point of the pane. */
export const paneClicked =
  (x: number, y: number): Transition =>
  (map, scene) => {
    const view = windowOf(scene)
    const hit = view && scene.root ? hitAt(scene.root, view, scene.sheets, x, y) : undefined
    return hit && hit.kind !== BOX.open
      ? clicked(hit.item, hit.kind === BOX.closed && !hit.inner)(map, scene)
      : clicked(-1, false)(map, scene)
  }

/** The user opens or closes a group. */
export const toggled = (item: number) =>
  transition(({ map, effects }) => {
    const box = map.positions?.item.indexOf(item) ?? -1
    map.anchor = box < 0 ? -1 : item
    effects.push({ kind: 'toggle', item, isOpen: box >= 0 && map.positions?.kind[box] === BOX.open })
  })

/** The groups that fill most of the view, outermost first; none if everything is in view. */
export function trailOf({ root, sheets }: Pick<Ground, 'root' | 'sheets'>, view: Window): number[] {
  const isWhole = view.zoom * at(root.p.w, 0) < view.width * 1.1
  return isWhole ? [] : trailAt(root, view, sheets)
}

const windowOf = ({ view, size }: Scene): Window | undefined => view && size && { ...view, ...size }

const groundOf = ({ root, size, tree, sheets }: Scene): Ground | undefined =>
  root && size && { root, size, tree, sheets }

function go(draft: Draft, view: Viewport, duration: number): void {
  draft.effects.push({ kind: 'go', view, duration })
  if (duration === 0) draft.view = view
}

function show(draft: Draft, target: Target, size: Size | undefined, duration = MOVE_MS): void {
  draft.map.isFitted = false
  const view = size && viewOfTarget(target, size)
  if (view) go(draft, view, duration)
}

function fit(draft: Draft, { root, size }: { root: Sheet; size: Size | undefined }, duration = MOVE_MS): void {
  show(draft, wholeOf(root.p), size, duration)
  draft.map.isFitted = true
}

/** Moves into a closed group: its content fills the view, as soon as it has been laid out. */
function enter(draft: Draft, ground: Ground, item: number): void {
  const inside = targetInside(ground, item)
  if (!inside) return
  draft.map.entering = inside.isLaidOut ? -1 : item
  show(draft, inside.target, ground.size)
}

/** Moves to an item, deeper with each layout that arrives; returns whether it is in view as a whole. */
function centre(draft: Draft, ground: Ground, item: number, duration = MOVE_MS): boolean {
  const spot = targetOfItem(ground, item, draft.view?.zoom ?? 1)
  if (spot?.target) show(draft, spot.target, ground.size, duration)
  return spot?.isWhole ?? false
}

function goToPlace(
  draft: Draft,
  scene: Pick<Scene, 'root' | 'size'>,
  place: string | undefined,
  duration: number,
): void {
  draft.map.place = place
  const view = viewOfPlace(scene, place)
  if (view) {
    draft.map.isFitted = false
    go(draft, view, duration)
  } else if (scene.root) fit(draft, { root: scene.root, size: scene.size }, duration)
}

const viewOfPlace = ({ root, size }: Pick<Scene, 'root' | 'size'>, place: string | undefined): Viewport | undefined =>
  place !== undefined && root && size ? readPlace(place, areaIn(root, 0), size) : undefined

/** Whether the view in the address shows the selected item, or the closed group that contains it. */
function isInPlace({ root, size, tree, sheets, selected, place }: Ground & Scene): boolean {
  const view = viewOfPlace({ root, size }, place)
  const spot = locate(root, tree, selected, sheets)
  return view && spot ? isSeen(toScreen(areaIn(spot.sheet, spot.box), view), { ...view, ...size }) : false
}
