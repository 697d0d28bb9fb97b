import { useQuery } from '@tanstack/react-query'
import { type ReactNode, type Ref, Suspense, useCallback, useRef } from 'react'
import { flushSync } from 'react-dom'
import type { StackRef } from '#contract/common.ts'
import type { StackDetail } from '#contract/stacks.ts'
import { type CanvasHandle, GraphCanvas } from '#src/features/graph/GraphCanvas.tsx'
import { stackQueries } from '#src/api/stacks.ts'
import { hasStrip } from '#src/features/graph/overlays/choice.ts'
import { useIsWide } from '#src/features/graph/useIsWide.ts'
import { ResourceTree } from '#src/features/resources/ResourceTree.tsx'
import { lazyPart } from '#src/lib/lazyPart.ts'
import { useMedia } from '#src/lib/useMedia.ts'
import { LinkButton } from '#src/ui/LinkButton.tsx'
import type { Focus } from './focus/useFocus.ts'
import { GraphDetails } from './GraphDetails.tsx'
import { GraphLegend } from './GraphLegend.tsx'
import { LookLegend } from './LookLegend.tsx'
import { MapTools } from './MapTools.tsx'
import type { GraphState } from './useGraph.ts'
import type { MapState } from './useMapState.ts'
import { useRowOverlay, useStatusOf } from './useNotes.tsx'

/** Kinds to choose from: the search in the tools needs none. */
const FilterControl = lazyPart(
  async () => (await import('#src/features/graph/overlays/FilterControl.tsx')).FilterControl,
)

/** Few overlays have resources that are not in the state. */
const AbsentList = lazyPart(async () => (await import('#src/features/graph/overlays/AbsentList.tsx')).AbsentList)

/** A table, loaded by those who want one. */
const MatrixPane = lazyPart(async () => (await import('./matrix/MatrixPane.tsx')).MatrixPane)
const MatrixHint = lazyPart(async () => (await import('./matrix/MatrixHint.tsx')).MatrixHint)

/** A window of this width has all tools in one line. */
const ONE_LINE = '(min-width: 1280px)'

type Props = {
  stack: StackRef
  graph: GraphState
  map: MapState
  focus: Focus
  /** Notices above the tools. */
  children: ReactNode
}

/** The map with its tools, the outline with the same content, and details of the selected resource. */
export function GraphMap({ stack, graph, map, focus, children }: Props) {
  const { look } = graph
  const { data: detail } = useQuery(stackQueries.detail(stack))
  const strip = hasStrip(look.choice, detail) && graph.past === undefined ? detail : undefined
  const isWide = useIsWide()
  const hasOneLine = useMedia(ONE_LINE)
  const canvas = useRef<CanvasHandle>(null)
  const section = useRef<HTMLElement>(null)
  // Without a picture, the outline has the same content.
  const hasOutline = map.hasOutline || !isWide || (map.isPainted && !map.positions)
  const toRows = () => {
    if (!hasOutline) flushSync(() => map.setOutline(true))
    section.current?.querySelector<HTMLElement>('[role=treegrid] [role=row][tabindex="0"]')?.focus()
  }
  // The picture must not wait for the tools, unless they might take a second line, which would move it.
  const showsTools = map.isPainted || !hasOneLine
  return (
    <section ref={section} aria-label="Resource graph" className="flex min-h-0 flex-1 flex-col gap-3">
      {children}
      {/* On a phone the tools are higher than the window: what not to do comes before them. */}
      {!isWide && strip && (
        <div className="overflow-clip rounded-lg border border-line bg-surface">
          <Absent {...graph} detail={strip} />
        </div>
      )}
      {!isWide && (
        <p className="text-sm text-muted">
          {graph.matrix === undefined ? 'The graph' : 'The matrix'} needs a wider screen. Tap a resource to see what it
          needs and what needs it.
        </p>
      )}
      {showsTools ? (
        <MapTools stack={stack} graph={graph} map={map} canvas={canvas} toRows={toRows} />
      ) : (
        <div className="h-8" data-waiting />
      )}
      {look.showsFilter && (
        <Suspense fallback={<div className="h-8" />}>
          <FilterControl graph={graph.graph} overlay={look.overlay} filter={look.filter} onChange={look.change} />
        </Suspense>
      )}
      <div className="relative flex min-h-[34rem] flex-1 flex-col">
        <div className="flex flex-col overflow-clip rounded-lg border border-line bg-surface md:absolute md:inset-0">
          {isWide && strip && <Absent {...graph} detail={strip} />}
          {!isWide && (
            <div className="border-b border-line px-3 py-1.5 text-xs text-muted">
              <LookLegend look={look} />
            </div>
          )}
          {!isWide && !strip && <Absent {...graph} />}
          <div className="flex min-h-0 flex-1 flex-col md:flex-row">
            {hasOutline && <Outline graph={graph} map={map} focus={focus} />}
            {isWide && graph.matrix === undefined && (
              <Picture graph={graph} map={map} hasOutline={hasOutline} hasStrip={strip !== undefined} ref={canvas} />
            )}
            {isWide && graph.matrix !== undefined && <Matrix {...graph} item={graph.matrix} map={map} />}
            <GraphDetails stack={stack} graph={graph} questions={<Questions graph={graph} focus={focus} />} />
          </div>
          <Legends graph={graph} map={map} />
        </div>
      </div>
    </section>
  )
}

/** The rows, which are most of the page's elements. They follow the picture, which must not wait for them. */
function Outline({ graph: { entries, look, selected }, map, focus }: Pick<Props, 'graph' | 'map' | 'focus'>) {
  const overlay = useRowOverlay(look, entries)
  const isWide = useIsWide()
  const { classes, of } = look.overlay
  const isMarked = useCallback(
    (index: number) => {
      const mark = classes[of[index] ?? -1]
      return mark !== undefined && mark.isQuiet !== true
    },
    [classes, of],
  )
  if (isWide && !map.isPainted) return <div className="w-72 shrink-0 border-r border-line" data-waiting />
  return (
    <ResourceTree
      label="Resources"
      entries={entries}
      selected={selected}
      onSelect={map.show}
      isHit={look.isHit}
      keys={{
        f: (index) => focus.step({ focus: [entries.urnOf(index)] }),
        b: (index) => focus.step({ focus: [entries.urnOf(index)], view: 'reach' }),
      }}
      overlay={overlay}
      // A phone has no picture that shows where the marked ones are.
      isFirst={isWide ? undefined : isMarked}
      className="max-h-[60dvh] py-1 md:max-h-none md:w-72 md:shrink-0 md:border-r md:border-line"
    />
  )
}

type Detail = StackDetail | undefined

type PictureProps = Pick<Props, 'graph' | 'map'> & {
  hasOutline: boolean
  hasStrip: boolean
  ref: Ref<CanvasHandle>
}

function Picture({ graph, map, hasOutline, hasStrip: isBelowStrip, ref }: PictureProps) {
  const { model, look, selected } = graph
  const statusOf = useStatusOf(look, graph.entries)
  return (
    <div className="flex min-w-0 flex-1 flex-col bg-surface">
      <div className="min-h-0 flex-1">
        <GraphCanvas
          ref={ref}
          request={map.request}
          model={model}
          failure={graph.failure}
          changes={graph.changes}
          selected={graph.item}
          hasDetails={selected >= 0}
          hasOutline={hasOutline}
          hasStrip={isBelowStrip}
          onSelect={(item) => graph.select(item < 0 ? -1 : (model.tree.resource[item] ?? -1))}
          onToggle={graph.toggle}
          onPainted={map.onPainted}
          statusOf={statusOf}
          marks={look.overlay}
          hits={look.hits}
          lit={look.lit}
          place={graph.place}
          undone={graph.undone}
          onPlace={graph.onPlace}
          equal="The outline shows the same resources."
        />
      </div>
      {!isBelowStrip && <Absent {...graph} />}
    </div>
  )
}

/** What the overlay has and the state does not; if operations were left, with what not to do yet. */
const Absent = ({ look, past, detail }: Pick<GraphState, 'look' | 'past'> & { detail?: Detail }) =>
  (detail || look.overlay.absent.length > 0) && (
    <Suspense fallback={detail ? <div className="h-13 shrink-0 border-b border-line" /> : null}>
      <AbsentList
        {...look}
        version={past}
        stack={detail}
        onEven={look.around && ((isEven) => look.change({ isEven }))}
      />
    </Suspense>
  )

type MatrixProps = Pick<GraphState, 'model' | 'showMatrix' | 'select'> & { item: number; map: MapState }

/** In place of the picture. */
const Matrix = ({ model, showMatrix, item, map, select }: MatrixProps) => (
  <Suspense fallback={<div className="flex-1" />}>
    <MatrixPane
      model={model}
      item={item}
      onShow={showMatrix}
      onSelect={select}
      onClose={() => showMatrix(undefined)}
      onPainted={map.onPainted}
    />
  </Suspense>
)

/** Links to questions about the selected resource. */
function Questions({ graph: { entries, selected }, focus }: Pick<Props, 'graph' | 'focus'>) {
  if (selected < 0) return null
  const urn = entries.urnOf(selected)
  return (
    <>
      <LinkButton size="sm" to={focus.linkTo({ focus: [urn] })}>
        Focus
      </LinkButton>
      <LinkButton size="sm" to={focus.linkTo({ focus: [urn], view: 'reach' })}>
        Blast radius
      </LinkButton>
    </>
  )
}

function Legends({ graph: state, map }: Pick<Props, 'graph' | 'map'>) {
  const { graph, model, look, item, matrix, showMatrix } = state
  const isWide = useIsWide()
  // It explains what is drawn.
  if (!isWide || matrix !== undefined) return null
  return (
    <GraphLegend
      graph={graph}
      tree={model.tree}
      positions={map.positions}
      look={look}
      hasSelection={item > 0}
      onSelect={map.show}
      hint={
        model.tree.isGrouped &&
        map.isPainted && (
          <Suspense fallback={null}>
            <MatrixHint model={model} onShow={showMatrix} />
          </Suspense>
        )
      }
    />
  )
}
