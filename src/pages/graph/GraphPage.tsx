import { lazy, Suspense, useCallback, useMemo, useRef, useState } from 'react'
import { useParams } from 'react-router'
import ListTree from 'lucide-react/icons/list-tree'
import Workflow from 'lucide-react/icons/workflow'
import { StackRef } from '#contract/common.ts'
import type { Grouping } from '#domain/graphLayout/groups/groupings.ts'
import type { Positions } from '#domain/graphLayout/positions.ts'
import { type CanvasHandle, GraphCanvas, type ItemRequest } from '#src/features/graph/GraphCanvas.tsx'
import { type Exportable, ExportMenu } from '#src/features/graph/export/ExportMenu.tsx'
import { FilterControl } from '#src/features/graph/overlays/FilterControl.tsx'
import { OverlayControl } from '#src/features/graph/overlays/OverlayControl.tsx'
import { useIsWide } from '#src/features/graph/useIsWide.ts'
import { ResourceTree } from '#src/features/resources/ResourceTree.tsx'
import { lazyPart } from '#src/lib/lazyPart.ts'
import { useMedia } from '#src/lib/useMedia.ts'
import { Button } from '#src/ui/Button.tsx'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { LinkButton } from '#src/ui/LinkButton.tsx'
import { Notice } from '#src/ui/Notice.tsx'
import { SelectField } from '#src/ui/SelectField.tsx'
import { UrnText } from '#src/ui/UrnText.tsx'
import { number } from '#words/counts.ts'
import { useFocus } from './focus/useFocus.ts'
import { GraphDetails } from './GraphDetails.tsx'
import { GraphLegend } from './GraphLegend.tsx'
import { GraphWaiting } from './GraphWaiting.tsx'
import { FindBar } from './FindBar.tsx'
import { LookLegend } from './LookLegend.tsx'
import { useGraph } from './useGraph.ts'
import { ViewControls } from './ViewControls.tsx'
import { useRowOverlay, useStatusOf } from './useNotes.tsx'
import { useExports } from './useExports.ts'

/** Without the picture, for a page that draws none. */
const textsOf = ({ name, graph }: Exportable): Exportable => ({ name, ...(graph && { graph }) })

/** Loaded separately: fewer users need it than the map, which must not wait for it. */
const FocusPage = lazy(() => import('./focus/FocusPage.tsx'))
const PastBar = lazyPart(async () => (await import('./PastBar.tsx')).PastBar)
/** Few overlays have resources that are not in the state. */
const AbsentList = lazyPart(async () => (await import('#src/features/graph/overlays/AbsentList.tsx')).AbsentList)

/** A window of this width has all tools in one line. */
const ONE_LINE = '(min-width: 1280px)'

/** Up to this many can be drawn at once and still be moved; with more, groups are opened one by one. */
const OPEN_ALL_LIMIT = 600

/** If a component or the stack has more children than fit side by side, they are grouped. */
const GROUPING_OPTIONS: { value: Grouping; label: string }[] = [
  { value: 'auto', label: 'Grouped: best fit' },
  { value: 'links', label: 'Grouped by dependencies' },
  { value: 'name', label: 'Grouped by name' },
  { value: 'type', label: 'Grouped by type' },
  { value: 'provider', label: 'Grouped by provider' },
]

/** The dependencies of a stack: the map, the outline with the same content, and details of the selected resource. */
export default function GraphPage() {
  return (
    <Suspense fallback={<GraphWaiting />}>
      <Graph />
    </Suspense>
  )
}

function Graph() {
  const stack = StackRef.parse(useParams())
  const graph = useGraph(stack)
  const { model, entries, selected, item } = graph
  const focus = useFocus(entries)
  const { whole, map, some } = useExports(graph)
  const isWide = useIsWide()
  const hasOneLine = useMedia(ONE_LINE)
  const canvas = useRef<CanvasHandle>(null)
  const section = useRef<HTMLElement>(null)
  const toRows = () => section.current?.querySelector<HTMLElement>('[role=treegrid] [role=row][tabindex="0"]')?.focus()
  const { look } = graph
  const { isHit } = look
  const [wished, setWished] = useState<{ resource: number }>()
  // A resource may be requested before it is in a group; later updates do not repeat the request.
  const isGrouped = model.hash !== ''
  const request = useMemo<ItemRequest>(
    () => wished && { item: model.tree.itemOf[wished.resource] ?? -1 },
    [wished, isGrouped], // oxlint-disable-line react/exhaustive-deps -- only whether there is a tree yet
  )
  const [showsOutline, setShowsOutline] = useState(true)
  const rows = useRowOverlay(look, entries)
  const statusOf = useStatusOf(look, entries)
  const [painted, setPainted] = useState<{ positions: Positions | undefined }>()
  const onPainted = useCallback((positions: Positions | undefined) => setPainted({ positions }), [])
  const positions = painted?.positions
  // Tools and outline are rendered after the picture, which must not wait for them: they are most of the page's elements.
  const follows = painted !== undefined
  const showsRows = follows || !isWide
  // Tools that might take a second line would move the picture.
  const showsTools = follows || !hasOneLine

  const select = (index: number) => {
    graph.select(index)
    setWished(index < 0 ? undefined : { resource: index })
  }

  const past = graph.past !== undefined && (
    <Suspense fallback={<div className="h-10" />}>
      <PastBar stack={stack} graph={graph} />
    </Suspense>
  )
  if (entries.count === 0) {
    return (
      <>
        {past}
        <EmptyState Icon={Workflow} title={past ? 'No resources in this state' : 'No resources yet'}>
          {past ? (
            'There is nothing to draw.'
          ) : (
            <>
              The first <code>pulumi up</code> fills this graph: components as boxes, dependencies as lines.
            </>
          )}
        </EmptyState>
      </>
    )
  }
  if (focus.address) {
    return (
      <>
        {past}
        <FocusPage stack={stack} graph={graph} focus={focus} />
      </>
    )
  }
  return (
    <section ref={section} aria-label="Resource graph" className="flex min-h-0 flex-1 flex-col gap-3">
      {past}
      {graph.missing !== undefined && (
        <Notice
          tone="unknown"
          title={past ? 'This resource is not in this state' : 'This resource is not in the current state'}
          actions={<Button onClick={() => graph.select(-1)}>Clear the selection</Button>}
        >
          <UrnText urn={graph.missing} />
        </Notice>
      )}
      {!isWide && (
        <p className="text-sm text-muted">
          The graph needs a wider screen. The outline lists the same resources, with what each depends on.
        </p>
      )}
      {showsTools ? (
        <div className="flex flex-wrap items-center gap-2">
          <FindBar look={look} count={entries.count} selected={selected} onSelect={select} toRows={toRows} />
          <OverlayControl stack={stack} choice={look.choice} onChange={look.choose} run={look.run} sides={look.sides} />
          {isWide && model.tree.isGrouped && (
            <SelectField
              label="Group by"
              hideLabel
              value={graph.grouping}
              onChange={graph.group}
              options={GROUPING_OPTIONS}
            />
          )}
          {!isWide && (
            <ExportMenu
              stack={stack}
              view={isHit && textsOf(some('outline', () => [...Array(entries.count).keys()].filter(isHit)))}
              all={textsOf(whole)}
            />
          )}
          {isWide && (
            <div role="group" aria-label="View" className="ml-auto flex flex-wrap items-center gap-1">
              <Button
                size="sm"
                look="plain"
                aria-pressed={showsOutline}
                className={showsOutline ? 'bg-hover' : ''}
                onClick={() => setShowsOutline(!showsOutline)}
              >
                <ListTree aria-hidden /> Outline
              </Button>
              {graph.isChanged && (
                <Button size="sm" look="plain" onClick={graph.reset}>
                  First view
                </Button>
              )}
              <Button
                size="sm"
                look="plain"
                onClick={graph.openAll}
                blocked={
                  entries.count > OPEN_ALL_LIMIT ? `Too many to show at once: ${number(entries.count)}.` : undefined
                }
              >
                Expand all
              </Button>
              <ExportMenu stack={stack} view={map(positions)} all={whole} />
              <ViewControls graph={graph} canvas={canvas} />
            </div>
          )}
        </div>
      ) : (
        <div className="h-8" />
      )}
      {look.showsFilter && (
        <FilterControl graph={graph.graph} overlay={look.overlay} filter={look.filter} onChange={look.change} />
      )}
      <div className="relative flex min-h-[34rem] flex-1 flex-col">
        <div className="flex flex-col overflow-clip rounded-lg border border-line bg-surface md:absolute md:inset-0">
          {!isWide && (
            <div className="border-b border-line px-3 py-1.5 text-xs text-muted">
              <LookLegend look={look} />
            </div>
          )}
          <div className="flex min-h-0 flex-1 flex-col md:flex-row">
            {(showsOutline || !isWide) &&
              (showsRows ? (
                <ResourceTree
                  label="Resources"
                  entries={entries}
                  selected={selected}
                  onSelect={select}
                  isHit={isHit}
                  keys={{
                    f: (index) => focus.step({ focus: [entries.urnOf(index)] }),
                    b: (index) => focus.step({ focus: [entries.urnOf(index)], view: 'reach' }),
                  }}
                  overlay={rows}
                  className="max-h-[60dvh] py-1 md:max-h-none md:w-72 md:shrink-0 md:border-r md:border-line"
                />
              ) : (
                <div className="w-72 shrink-0 border-r border-line" />
              ))}
            {isWide && (
              <div className="min-w-0 flex-1 bg-surface">
                <GraphCanvas
                  ref={canvas}
                  request={request}
                  model={model}
                  failure={graph.failure}
                  changes={graph.changes}
                  selected={item}
                  hasDetails={selected >= 0}
                  onSelect={(target) => graph.select(target < 0 ? -1 : (model.tree.resource[target] ?? -1))}
                  onToggle={graph.toggle}
                  onPainted={onPainted}
                  statusOf={statusOf}
                  marks={look.overlay}
                  hits={look.hits}
                  place={graph.place}
                  onPlace={graph.onPlace}
                  equal="The outline shows the same resources."
                />
              </div>
            )}
            <GraphDetails
              stack={stack}
              graph={graph}
              questions={
                selected >= 0 && (
                  <>
                    <LinkButton size="sm" to={focus.linkTo({ focus: [entries.urnOf(selected)] })}>
                      Focus
                    </LinkButton>
                    <LinkButton size="sm" to={focus.linkTo({ focus: [entries.urnOf(selected)], view: 'reach' })}>
                      Blast radius
                    </LinkButton>
                  </>
                )
              }
            />
          </div>
          {look.overlay.absent.length > 0 && (
            <Suspense fallback={null}>
              <AbsentList overlay={look.overlay} chosen={look.filter.is} version={graph.past} />
            </Suspense>
          )}
          {isWide && (
            <GraphLegend
              graph={graph.graph}
              tree={model.tree}
              positions={positions}
              look={look}
              hasSelection={item > 0}
              onSelect={select}
            />
          )}
        </div>
      </div>
    </section>
  )
}
