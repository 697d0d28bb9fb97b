import '@xyflow/react/dist/base.css'
import { type NodeTypes, ReactFlow, type ReactFlowInstance } from '@xyflow/react'
import {
  type ReactNode,
  type Ref,
  startTransition,
  Suspense,
  useCallback,
  useEffect,
  useImperativeHandle,
  useMemo,
  useRef,
  useState,
} from 'react'
import { at } from '#domain/graphLayout/columns.ts'
import { labelOf } from '#domain/graphLayout/labels.ts'
import type { Changes } from '#domain/graphLayout/open.ts'
import { BOX, type Positions } from '#domain/graphLayout/positions.ts'
import { troubleOf } from '#src/api/http/problem.ts'
import { lazyPart } from '#src/lib/lazyPart.ts'
import { ErrorView } from '#src/ui/ErrorView.tsx'
import { Skeleton } from '#src/ui/Skeleton.tsx'
import { reachOf } from './paint/emphasis.ts'
import type { GraphModel } from './model.ts'
import type { Failure } from './worker/useModel.ts'
import { type Marks, NO_MARKS } from '#domain/overlays/overlay.ts'
import type { MinimapHandle } from './overlays/Minimap.tsx'
import { readPlace, writtenPlace } from './overlays/place.ts'
import type { Frame } from './paint/about.ts'
import { painterOf } from './paint/picture.ts'
import type { Textures } from './paint/dots.ts'
import { type NearNode, ResourceNode } from './ResourceNode.tsx'
import { nearNodes } from './nearNodes.ts'
import {
  areaIn,
  hitAt,
  isSeen,
  locate,
  rootSheet,
  seenIn,
  toScreen,
  trailAt,
  type Viewport,
  type Window,
} from './scene.ts'
import { measureBy } from './paint/texts.ts'
import { ToggleContext } from './toggle.ts'
import { surfaceOn } from './paint/surface.ts'
import { useSheets } from './useSheets.ts'
import { fittedIn, MOVE_MS, useCamera } from './view/useCamera.ts'
import { usePane } from './view/usePane.ts'

const Minimap = lazyPart(async () => (await import('./overlays/Minimap.tsx')).Minimap)
const Trail = lazyPart(async () => (await import('./overlays/Minimap.tsx')).Trail)

const nodeTypes: NodeTypes = { near: ResourceNode }
/** After this long without a move, visible boxes get elements, and the page reports the view. */
const REST_MS = 140

/** What the buttons next to the picture do; the picture itself takes no focus. */
export type CanvasHandle = {
  zoomIn: () => void
  zoomOut: () => void
  fit: () => void
  /** Centres the selected item at a legible size. */
  toSelection: () => void
}

/** A request to show an item; a new object each time, so that the same item can be requested again. */
export type Wish = { item: number } | undefined

type Props = {
  /** Centred at a legible size. */
  wish: Wish
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
  /** Details of the selection are next to the picture. */
  hasDetails?: boolean
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
  /** Where the window is (`overlays/place.ts`); nothing while everything is in view. Another one is gone to. */
  place?: string | undefined
  /** Called when the view has come to rest somewhere else. */
  onPlace?: (place: string | undefined) => void
  /** Shown instead if the map fails. */
  equal: string
  ref: Ref<CanvasHandle>
}

/** The picture. Hidden from screen readers, which use the outline; not the notice in its place. */
export function GraphCanvas({
  wish,
  model,
  failure,
  changes,
  frame,
  isInLine = false,
  selected,
  hasDetails = false,
  onSelect,
  onToggle,
  onPainted,
  statusOf,
  marks = NO_MARKS,
  hits,
  place,
  onPlace,
  equal,
  ref,
}: Props) {
  const { topology, tree } = model
  const flow = useRef<ReactFlowInstance<NearNode>>(null)
  const canvas = useRef<HTMLCanvasElement>(null)
  const names = useRef<HTMLCanvasElement>(null)
  const { setPane, pane, size, laidOutFor, palette } = usePane(hasDetails)
  const [arrivals, setArrivals] = useState(0)
  const arrived = useCallback(() => setArrivals((n) => n + 1), [])
  const { root: layout, sheets, failure: notLaidOut } = useSheets(model, changes, laidOutFor, isInLine, arrived)
  const positions = layout.data
  const root = useMemo(() => positions && rootSheet(positions), [positions])
  const reach = useMemo(() => reachOf(topology, tree, selected), [topology, tree, selected])
  const textures = useMemo((): Textures => new Map(), [model]) // oxlint-disable-line react/exhaustive-deps -- they are of one model
  const paintWith = useMemo(() => {
    const context = canvas.current?.getContext('2d')
    if (!palette || !context || size === undefined) return undefined
    const tools = {
      measure: measureBy(context, palette.family),
      palette,
      density: densityNow(),
      newImage,
      textures,
      again: () => {
        surface.current?.forget()
        latest.current.again()
      },
    }
    return painterOf({ model, frame, reach, marks, hits }, tools)
    // oxlint-disable-next-line react/exhaustive-deps -- how large it is does not matter to a painter
  }, [palette, size === undefined, model, frame, reach, marks, hits, textures])

  // React Flow has the page laid out when it is mounted. It is needed for the first picture only if that shows a part.
  const [isPainted, setIsPainted] = useState(false)
  const hasFlow = isPainted || place !== undefined || selected > 0

  const surface = useRef<ReturnType<typeof surfaceOn>>(undefined)
  const minimap = useRef<MinimapHandle>(null)
  const frameAsked = useRef(0)
  /** The view of the first picture, which does not wait for React Flow. */
  const opening = useRef<Viewport>(undefined)
  const windowNow = useCallback((): Window | undefined => {
    const view = flow.current?.getViewport() ?? opening.current
    return view && size && { ...view, ...size }
  }, [size])
  // It is loaded after the picture, which may have moved by then.
  const onMinimap = useCallback(
    (handle: MinimapHandle | null) => {
      minimap.current = handle
      const view = windowNow()
      if (view) handle?.show(view)
    },
    [windowNow],
  )
  const paint = (isMoving = false) => {
    const view = windowNow()
    if (!view || !root || !canvas.current || !names.current || !paintWith) return
    // A frame that was asked for would paint the same again.
    cancelAnimationFrame(frameAsked.current)
    frameAsked.current = 0
    surface.current ??= surfaceOn({ picture: canvas.current, names: names.current })
    const of = [paintWith, root, sheets, arrivals]
    surface.current.show({ window: view, of, density: densityNow(), isMoving }, (context, window, layer) => {
      const { seen, paintNames } = paintWith(context, window, root, sheets, layer)
      if (isShown.current) limit(seen)
      return paintNames
    })
    minimap.current?.show(view)
  }

  // Zooms in far enough to read the innermost layout in view; if it has closed groups, as far as theirs allow.
  const [maxZoom, setMaxZoom] = useState(40)
  const limit = (seen: ReturnType<typeof seenIn>) => {
    const most = Math.max(
      ...seen.map(({ sheet, boxes }) => (boxes.some(({ kind }) => kind === BOX.closed) ? 6 : 2) / sheet.scale),
    )
    if (most > 0 && Number.isFinite(most)) setMaxZoom(most)
  }

  // Elements for visible boxes, once the view is at rest.
  const [near, setNear] = useState<NearNode[]>([])
  const [trail, setTrail] = useState<number[]>([])
  const rest = () => {
    const view = windowNow()
    if (!view || !root || !flow.current) return
    paint()
    const seen = seenIn(root, view, sheets)
    limit(seen)
    setNear(nearNodes(model, seen, view, statusOf))
    const isWhole = view.zoom * at(root.p.w, 0) < view.width * 1.1
    const next = isWhole ? [] : trailAt(root, view, sheets)
    setTrail((known) => (known.join() === next.join() ? known : next))
  }
  const resting = useRef<ReturnType<typeof setTimeout>>(undefined)
  const latest = useRef({ paint, rest, report: () => {}, settle: () => {}, again: () => {} })
  // Timers of their own: a layout that arrives after a move must not cancel the report of it.
  const reporting = useRef<ReturnType<typeof setTimeout>>(undefined)
  const restSoon = useCallback((ms: number) => {
    clearTimeout(resting.current)
    resting.current = setTimeout(() => latest.current.rest(), ms)
  }, [])
  const paintSoon = useCallback(() => {
    if (frameAsked.current) return
    frameAsked.current = requestAnimationFrame(() => {
      frameAsked.current = 0
      latest.current.paint(true)
    })
  }, [])
  const moved = useCallback(() => {
    restSoon(REST_MS)
    clearTimeout(reporting.current)
    reporting.current = setTimeout(() => latest.current.report(), REST_MS)
    paintSoon()
  }, [restSoon, paintSoon])
  useEffect(
    () => () => {
      clearTimeout(resting.current)
      clearTimeout(reporting.current)
      cancelAnimationFrame(frameAsked.current)
    },
    [],
  )

  const camera = useCamera({ flow, size, root, tree, sheets })
  useImperativeHandle(ref, () => ({
    zoomIn: () => camera.zoomBy('zoomIn'),
    zoomOut: () => camera.zoomBy('zoomOut'),
    fit: () => camera.fit(),
    toSelection: () => void (selected > 0 && camera.centre(selected)),
  }))

  // Something has changed: repaints everything, and continues a move that waited for a layout.
  const followed = useRef<Wish>(undefined)
  const isShown = useRef(false)
  const drawn = useRef<Positions>(undefined)
  const anchor = useRef(-1)
  /** Moves to an item that a link selects deep inside a group, as its layouts arrive. */
  const linked = useRef(-1)
  /** The last reported view. */
  const reported = useRef<{ place: string | undefined; positions?: Positions }>({ place })
  const settle = () => {
    if (!positions || !size) return
    if (!flow.current) {
      // React Flow is mounted after it, and will show the same.
      if (place !== undefined || selected > 0) return
      opening.current = fittedIn(positions, size)
      paint()
      announce(positions)
      return
    }
    const before = drawn.current
    drawn.current = positions
    if (!isShown.current) {
      isShown.current = true
      // In a window of another size the address may mean another view; the selected item stays in it.
      if (selected <= 0 || isInPlace()) goTo(place, 0)
      else if (!camera.centre(selected, 0)) linked.current = selected
      if (wish === undefined && selected > 0) followed.current = undefined
    } else if (before && before !== positions) {
      const item = anchor.current
      anchor.current = -1
      camera.keepInPlace(before, positions, item)
    }
    camera.follow()
    if (linked.current >= 0 && (linked.current !== selected || camera.centre(selected, 0))) linked.current = -1
    if (wish && wish.item === selected && wish !== followed.current && camera.centre(wish.item)) followed.current = wish
    paint()
    announce(positions)
  }
  /** The picture first: React Flow, elements of boxes, and what the page shows of a new layout, follow its frame. */
  const announce = (shown: Positions) => {
    if (reported.current.positions === shown) {
      restSoon(0)
      return
    }
    reported.current.positions = shown
    requestAnimationFrame(() => {
      if (performance.getEntriesByName('graph:ready').length === 0) performance.mark('graph:ready')
      restSoon(0)
      startTransition(() => {
        setIsPainted(true)
        onPainted?.(shown)
      })
    })
  }
  // The view in the address: reported when the view has come to rest, followed when it changes.
  const report = () => {
    const view = windowNow()
    if (!view || !root || !isShown.current) return
    const now = camera.isFitted() ? undefined : writtenPlace(view, areaIn(root, 0))
    if (now === reported.current.place) return
    reported.current.place = now
    onPlace?.(now)
  }
  const viewAt = (wanted: string | undefined) =>
    wanted !== undefined && root && size ? readPlace(wanted, areaIn(root, 0), size) : undefined
  const goTo = (wanted: string | undefined, duration: number) => {
    reported.current.place = wanted
    camera.goTo(viewAt(wanted), duration)
  }
  /** Whether the view of the address has the selected item in it, as far as its layouts are there. */
  const isInPlace = (): boolean => {
    const view = viewAt(place)
    const found = root && locate(root, tree, selected, sheets)
    return size && view && found ? isSeen(toScreen(areaIn(found.sheet, found.box), view), { ...view, ...size }) : false
  }
  latest.current = { paint, rest, report, settle, again: paintSoon }
  useEffect(() => latest.current.settle(), [positions, paintWith, arrivals, size, wish, selected, statusOf])
  const failed = failure ?? notLaidOut
  const hasFailed = failed !== undefined
  useEffect(() => {
    if (hasFailed) onPainted?.(undefined)
  }, [hasFailed, onPainted])
  useEffect(() => {
    if (isShown.current && place !== reported.current.place) goTo(place, MOVE_MS)
    // oxlint-disable-next-line react/exhaustive-deps -- only another place is gone to
  }, [place])

  const toggle = useMemo(
    () => (item: number) => {
      const box = drawn.current?.item.indexOf(item) ?? -1
      anchor.current = box < 0 ? -1 : item
      onToggle(item, box >= 0 && drawn.current?.kind[box] === BOX.open)
    },
    [onToggle],
  )
  const click = (item: number, isClosed: boolean) => {
    if (isClosed) camera.enter(item)
    else onSelect(item)
  }

  return (
    <div ref={setPane} aria-hidden={!failed} className="relative size-full overflow-clip">
      <canvas ref={canvas} className="absolute will-change-transform" />
      <canvas ref={names} className="absolute inset-0 size-full" />
      {failed && (
        <div className="absolute inset-0 z-10 overflow-auto bg-surface">
          <ErrorView title="The graph could not be laid out" trouble={troubleOf(failed.error)} onRetry={failed.retry}>
            {equal}
          </ErrorView>
        </div>
      )}
      {!positions && !failed && <Skeleton label="Laying out the graph" rows={8} />}
      {hasFlow && (
        <ToggleContext value={toggle}>
          <ReactFlow<NearNode>
            nodes={near}
            nodeTypes={nodeTypes}
            onInit={(instance) => {
              flow.current = instance
              arrived()
            }}
            onMoveStart={(event) => {
              if (event) camera.release()
            }}
            onMove={moved}
            onNodeClick={(_, node) => click(node.data.item, node.data.kind === 'closed')}
            onPaneClick={(event) => {
              const view = windowNow()
              const place = pane?.getBoundingClientRect()
              const hit =
                view && root && place
                  ? hitAt(root, view, sheets, event.clientX - place.x, event.clientY - place.y)
                  : undefined
              if (hit && hit.kind !== BOX.open) click(hit.item, hit.kind === BOX.closed && !hit.inner)
              else onSelect(-1)
            }}
            minZoom={0.05}
            maxZoom={maxZoom}
            nodesDraggable={false}
            nodesConnectable={false}
            nodesFocusable={false}
            elementsSelectable={false}
            disableKeyboardA11y
            zoomOnDoubleClick={false}
            proOptions={{ hideAttribution: true }}
            deleteKeyCode={null}
            selectionKeyCode={null}
            multiSelectionKeyCode={null}
          />
        </ToggleContext>
      )}
      {positions && palette && (
        <Suspense fallback={null}>
          <Minimap
            ref={onMinimap}
            positions={positions}
            tree={tree}
            marks={marks}
            palette={palette}
            onMove={(x, y) => {
              camera.release()
              void flow.current?.setCenter(x, y, { zoom: flow.current.getZoom() })
            }}
          />
        </Suspense>
      )}
      {trail.length > 0 && (
        <Suspense fallback={null}>
          <Trail
            names={[
              frame?.name ?? labelOf(topology, tree, 0).name,
              ...trail.map((item) => labelOf(topology, tree, item).name),
            ]}
            onGo={(group) => (group < 0 ? camera.fit() : camera.enter(trail[group] ?? 0))}
          />
        </Suspense>
      )}
    </div>
  )
}

const densityNow = () => window.devicePixelRatio || 1

const newImage = (width: number, height: number) => Object.assign(document.createElement('canvas'), { width, height })
