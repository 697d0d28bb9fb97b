import { type Ref, Suspense, useImperativeHandle } from 'react'
import { labelOf } from '#domain/graphLayout/labels.ts'
import { NO_MARKS } from '#domain/overlays/overlay.ts'
import { troubleOf } from '#src/api/http/problem.ts'
import { lazyPart } from '#src/lib/lazyPart.ts'
import { ErrorView } from '#src/ui/ErrorView.tsx'
import { Skeleton } from '#src/ui/Skeleton.tsx'
import type { Frame } from './paint/about.ts'
import { ResourceNode } from './ResourceNode.tsx'
import type { MapStage } from './view/mapStage.ts'
import { entered, fitted } from './view/mapView.ts'
import { type MapProps, useMap } from './view/useMap.ts'
import { usePane } from './view/usePane.ts'

export type { ItemRequest } from './view/mapView.ts'

const NODE_TYPES = { near: ResourceNode }

const loadFlow = () => import('./view/MapFlow.tsx')
// At once, beside the data: it is to be there when the first picture is, which does not wait for it.
loadFlow().catch(() => undefined) // `lazyPart` tries again
const MapFlow = lazyPart(async () => (await loadFlow()).MapFlow)
const Minimap = lazyPart(async () => (await import('./overlays/Minimap.tsx')).Minimap)
const Trail = lazyPart(async () => (await import('./overlays/Minimap.tsx')).Trail)

/** What the buttons next to the picture do; the picture itself takes no focus. */
export type CanvasHandle = {
  zoomIn: () => void
  zoomOut: () => void
  fit: () => void
  /** Centres the selected item at a legible size. */
  toSelection: () => void
}

type Props = MapProps & {
  /** Details of the selection are next to the picture. */
  hasDetails?: boolean
  /** The outline is next to the picture. */
  hasOutline?: boolean
  /** A strip of creates that are not in the state is below the picture, or will be. */
  hasStrip?: boolean
  /** Shown instead if the map fails: what has the same content. */
  equal: string
  ref: Ref<CanvasHandle>
}

/** The picture. Hidden from screen readers, which use the outline; not the notice in its place. */
export function GraphCanvas({ hasDetails = false, hasOutline = false, hasStrip = false, equal, ref, ...map }: Props) {
  const { setPane, ...pane } = usePane({ hasDetails, hasOutline, hasStrip }, map.changes)
  const { stage, setPicture, setNames, setMinimap, ...content } = useMap(map, pane)
  const { positions, failure, elements } = content
  useImperativeHandle(ref, (): CanvasHandle => stage.handle, [stage])
  const { model, frame, marks = NO_MARKS } = map
  return (
    <div ref={setPane} aria-hidden={!failure} className="relative size-full overflow-clip">
      <canvas ref={setPicture} className="absolute will-change-transform" />
      <canvas ref={setNames} className="absolute inset-0 size-full" />
      {failure && (
        <div className="absolute inset-0 z-10 overflow-auto bg-surface">
          <ErrorView title="The graph could not be laid out" trouble={troubleOf(failure.error)} onRetry={failure.retry}>
            {equal}
          </ErrorView>
        </div>
      )}
      {!positions && !failure && <Skeleton label="Laying out the graph" rows={8} />}
      {content.hasFlow && (
        <Suspense fallback={null}>
          <MapFlow
            stage={stage}
            pane={pane.element}
            nodeTypes={NODE_TYPES}
            elements={elements}
            onMount={content.onMount}
          />
        </Suspense>
      )}
      {positions && pane.palette && (
        <Suspense fallback={null}>
          <Minimap
            ref={setMinimap}
            positions={positions}
            tree={model.tree}
            marks={marks}
            palette={pane.palette}
            onMove={stage.goTo}
          />
        </Suspense>
      )}
      {elements.trail.length > 0 && (
        <Suspense fallback={null}>
          <GroupTrail stage={stage} model={model} frame={frame} trail={elements.trail} />
        </Suspense>
      )}
    </div>
  )
}

/** The groups that fill most of the view, to go back by. */
function GroupTrail({
  stage,
  model,
  frame,
  trail,
}: Pick<Props, 'model'> & { stage: MapStage; frame: Frame | undefined; trail: readonly number[] }) {
  const nameOf = (item: number) => labelOf(model.topology, model.tree, item).name
  return (
    <Trail
      names={[frame?.name ?? nameOf(0), ...trail.map(nameOf)]}
      onGo={(group) => stage.send(group < 0 ? fitted : entered(trail[group] ?? 0))}
    />
  )
}
