import type { RefObject } from 'react'
import Grid3x3 from 'lucide-react/icons/grid-3x3'
import ListTree from 'lucide-react/icons/list-tree'
import type { StackRef } from '#contract/common.ts'
import type { Grouping } from '#domain/graphLayout/groups/groupings.ts'
import type { CanvasHandle } from '#src/features/graph/GraphCanvas.tsx'
import { type Exportable, ExportMenu } from '#src/features/graph/export/ExportMenu.tsx'
import { OverlayControl } from '#src/features/graph/overlays/OverlayControl.tsx'
import { useIsWide } from '#src/features/graph/useIsWide.ts'
import { Button } from '#src/ui/Button.tsx'
import { IconButton } from '#src/ui/IconButton.tsx'
import { SelectField } from '#src/ui/SelectField.tsx'
import { number } from '#words/counts.ts'
import { FindBar } from './FindBar.tsx'
import { useExports } from './useExports.ts'
import type { GraphState } from './useGraph.ts'
import type { MapState } from './useMapState.ts'
import { ViewControls } from './ViewControls.tsx'

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

type Props = {
  stack: StackRef
  graph: GraphState
  map: MapState
  canvas: RefObject<CanvasHandle | null>
  /** Moves the focus to the rows. */
  toRows: () => void
}

/** The tools above the map: search, overlay, grouping, view, export. */
export function MapTools({ stack, graph, map, canvas, toRows }: Props) {
  const { entries, look, selected } = graph
  const isWide = useIsWide()
  return (
    <div className="flex flex-wrap items-center gap-2">
      <FindBar look={look} count={entries.count} selected={selected} onSelect={map.show} toRows={toRows} />
      <OverlayControl stack={stack} choice={look.choice} onChange={look.choose} run={look.run} sides={look.sides} />
      {isWide && (graph.model.tree.isGrouped || graph.grouping !== 'auto') && (
        <SelectField
          label="Group by"
          hideLabel
          value={graph.grouping}
          onChange={graph.group}
          options={GROUPING_OPTIONS}
        />
      )}
      {isWide ? (
        <ViewTools stack={stack} graph={graph} map={map} canvas={canvas} />
      ) : (
        <OutlineExport stack={stack} graph={graph} />
      )}
    </div>
  )
}

/** What the view shows, and from where. */
function ViewTools({ stack, graph, map, canvas }: Omit<Props, 'toRows'>) {
  const exports = useExports(graph)
  const { count } = graph.entries
  const hasMap = graph.matrix === undefined
  return (
    <div role="group" aria-label="View" className="ml-auto flex flex-wrap items-center gap-1">
      <Button
        size="sm"
        look="plain"
        aria-pressed={map.hasOutline}
        className={map.hasOutline ? 'bg-hover' : ''}
        onClick={() => map.setOutline(!map.hasOutline)}
      >
        <ListTree aria-hidden /> Outline
      </Button>
      {hasMap && graph.isChanged && (
        <Button size="sm" look="plain" onClick={graph.reset}>
          First view
        </Button>
      )}
      {hasMap && (
        <Button
          size="sm"
          look="plain"
          onClick={graph.openAll}
          blocked={count > OPEN_ALL_LIMIT ? `Too many to show at once: ${number(count)}.` : undefined}
        >
          Expand all
        </Button>
      )}
      <ExportMenu stack={stack} view={exports.map(map.positions)} all={exports.whole} />
      <IconButton
        label="Dependency matrix"
        Icon={Grid3x3}
        aria-pressed={!hasMap}
        className={hasMap ? '' : 'bg-hover'}
        onClick={() => graph.showMatrix(hasMap ? Math.max(0, graph.item) : undefined)}
      />
      {hasMap && (
        <ViewControls undo={graph.undo} canUndo={graph.canUndo} hasSelection={graph.item > 0} canvas={canvas} />
      )}
    </div>
  )
}

/** Without the picture, for a page that draws none. */
const textsOf = ({ name, graph }: Exportable): Exportable => ({ name, ...(graph && { graph }) })

/** The export of a page without a map: what the filter leaves, or everything. */
function OutlineExport({ stack, graph }: Pick<Props, 'stack' | 'graph'>) {
  const { whole, some } = useExports(graph)
  const { isHit } = graph.look
  const hits = () => [...Array(graph.entries.count).keys()].filter((index) => isHit?.(index))
  return <ExportMenu stack={stack} view={isHit && textsOf(some('outline', hits))} all={textsOf(whole)} />
}
