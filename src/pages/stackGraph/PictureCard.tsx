import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useSearchParams } from 'react-router'
import type { StackGraph } from '#contract/stackGraph.ts'
import { at } from '#domain/graphLayout/columns.ts'
import { toggled } from '#domain/graphLayout/open.ts'
import type { Positions } from '#domain/graphLayout/positions.ts'
import type { Marks } from '#domain/overlays/overlay.ts'
import { troubleOf } from '#src/api/http/problem.ts'
import { readAddress, withChanges } from '#src/features/graph/address.ts'
import { ExportMenu } from '#src/features/graph/export/ExportMenu.tsx'
import { OverlayLegend } from '#src/features/graph/overlays/OverlayLegend.tsx'
import { usePaneSize } from '#src/features/graph/view/usePane.ts'
import { type Size, viewOf } from '#src/features/graph/worker/expected.ts'
import { layoutQuery } from '#src/features/graph/worker/queries.ts'
import { cx } from '#src/lib/cx.ts'
import { Card } from '#src/ui/Card.tsx'
import { ErrorView } from '#src/ui/ErrorView.tsx'
import { Skeleton } from '#src/ui/Skeleton.tsx'
import { number } from '#words/counts.ts'
import { LargeStackMap } from './LargeStackMap.tsx'
import { exportedStacks, pictureOfStacks } from './stackExport.ts'
import { StackMap } from './StackMap.tsx'
import { stackPicture } from './stackPicture.ts'
import type { StaleStacks } from './useStaleReaders.ts'

/** So many stacks are no larger in a higher pane, but in a wider one. */
export const FEW_STACKS = 20

/** So few need no high pane, and stand close together. */
const HANDFUL = 4

/** Room for a stack and the lines to the next one. */
const STACK_WIDTH = 320

/** By how many stacks there are. */
const heightFor = (count: number): string => {
  if (count <= HANDFUL) return 'h-72'
  return count <= FEW_STACKS ? 'h-[clamp(22rem,calc(100dvh-27rem),32rem)]' : 'h-[max(34rem,calc(100dvh-15rem))]'
}

/** More are drawn on a canvas: with each element a move costs more (docs/decisions/013-react-flow-draws-small-pictures.md). */
const MOST_ELEMENTS = 150

const EQUAL = 'The table of linked stacks shows the same.'

const NO_SIZE = { width: 0, height: 0 }

type Props = {
  graph: StackGraph
  stale: StaleStacks
  /** What is marked, and which of it is looked for. */
  marks: Marks
  hits: Uint8Array | undefined
  selected: number
  /** Address of the page with this stack selected. */
  linkTo: (index: number) => string
  onSelect: (index: number) => void
}

/** The picture; the table next to it has the same content. */
export function PictureCard({ graph, stale, marks, hits, selected, linkTo, onSelect }: Props) {
  const [search, setSearch] = useSearchParams()
  const { setPane, size } = usePaneSize()
  const picture = useMemo(() => stackPicture(graph), [graph])
  const { model } = picture
  const changes = useMemo(() => readAddress(search), [search])
  const isLarge = graph.stacks.length > MOST_ELEMENTS
  const shownCount = graph.stacks.length + graph.elsewhere.length
  const layout = useQuery({
    ...layoutQuery(model, viewOf(0, roomFor(shownCount, size ?? NO_SIZE), changes, true)),
    enabled: size !== undefined && !isLarge,
  })
  const [painted, setPainted] = useState<Positions>()
  const positions = isLarge ? painted : layout.data
  const replace = (next: URLSearchParams): void => setSearch(next, { replace: true, preventScrollReset: true })
  const onToggle = (group: number, isOpen: boolean): void =>
    replace(withChanges(search, toggled(changes, at(model.tree.key, group), isOpen)))
  const common = { graph, picture, changes, marks, hits, selected, onToggle }
  return (
    <Card
      title="Map"
      padding="none"
      actions={
        <ExportMenu
          stack="stacks"
          view={undefined}
          all={{
            name: 'map',
            graph: () => exportedStacks(graph),
            picture: async () => positions && pictureOfStacks(model, positions),
          }}
        />
      }
    >
      <div ref={setPane} className={cx('overflow-clip', heightFor(shownCount))}>
        {isLarge ? (
          <LargeStackMap {...common} equal={EQUAL} onSelect={onSelect} onPainted={setPainted} />
        ) : layout.isError ? (
          <ErrorView
            title="The graph could not be laid out"
            trouble={troubleOf(layout.error)}
            onRetry={() => void layout.refetch()}
          >
            {EQUAL}
          </ErrorView>
        ) : layout.data && size ? (
          <StackMap {...common} {...{ size, linkTo }} positions={layout.data} onEmpty={() => onSelect(-1)} />
        ) : (
          <Skeleton label="Laying out the graph" rows={8} />
        )}
      </div>
      <MapLegend
        {...{ marks, stale, selected }}
        only={search.get('is') ?? ''}
        onChoose={(is) => replace(withOnly(search, is))}
      />
    </Card>
  )
}

/** The layout fills its room: a few stacks in all of a wide pane would be at its far ends. */
const roomFor = (count: number, { width, height }: Size): Size => ({
  width: count <= HANDFUL ? Math.min(width, count * STACK_WIDTH) : width,
  height,
})

/** The address that looks for what has this mark; for all if it is empty. */
function withOnly(search: URLSearchParams, is: string): URLSearchParams {
  const next = new URLSearchParams(search)
  if (is === '') next.delete('is')
  else next.set('is', is)
  return next
}

type LegendProps = Pick<Props, 'marks' | 'stale' | 'selected'> & { only: string; onChoose: (id: string) => void }

/** What the marks mean, each to be looked for; and how far outputs were compared. */
const MapLegend = ({ marks, stale, selected, only, onChoose }: LegendProps) => (
  <div className="flex flex-wrap items-center gap-x-4 gap-y-1 border-t border-line px-3 py-1.5 text-xs text-muted">
    <OverlayLegend
      overlay={{ ...marks, absent: [] }}
      chosen={only}
      onChoose={onChoose}
      nothing={selected < 0 ? 'No stack needs attention.' : 'No stack is in its reach.'}
    />
    <span>Arrows point to the stack that uses the output.</span>
    {selected < 0 && stale.sourceCount > 0 && <span>{comparedWords(stale)}</span>}
  </div>
)

function comparedWords({ names, isPending, sourceCount, comparedCount }: StaleStacks): string {
  if (isPending) return 'Comparing outputs with what was read …'
  if (comparedCount < sourceCount)
    return `Outputs of ${number(comparedCount)} of ${number(sourceCount)} stacks are compared: select another one for its readers.`
  return names.size > 0 ? '' : 'All readers have the current values.'
}
