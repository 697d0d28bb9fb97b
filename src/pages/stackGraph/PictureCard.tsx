import { useCallback, useMemo, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import Maximize from 'lucide-react/icons/maximize'
import ZoomIn from 'lucide-react/icons/zoom-in'
import ZoomOut from 'lucide-react/icons/zoom-out'
import type { StackGraph } from '#contract/stackGraph.ts'
import type { Positions } from '#domain/graphLayout/positions.ts'
import { toggled } from '#domain/graphLayout/open.ts'
import type { Marks } from '#domain/overlays/overlay.ts'
import { ExportMenu } from '#src/features/graph/export/ExportMenu.tsx'
import { OverlayLegend } from '#src/features/graph/overlays/OverlayLegend.tsx'
import { readAddress, withChanges } from '#src/features/graph/address.ts'
import { type CanvasHandle, GraphCanvas, type ItemRequest } from '#src/features/graph/GraphCanvas.tsx'
import { HealthStatus } from '#src/features/stacks/HealthStatus.tsx'
import { Card } from '#src/ui/Card.tsx'
import { IconButton } from '#src/ui/IconButton.tsx'
import { number } from '#words/counts.ts'
import { exportedStacks, pictureOfStacks } from './stackExport.ts'
import { stackPicture } from './stackPicture.ts'
import type { StaleStacks } from './useStaleReaders.ts'

/** So many stacks are no larger in a higher pane. */
const FEW = 20

type Props = {
  graph: StackGraph
  stale: StaleStacks
  /** What is marked, and which of it is looked for. */
  marks: Marks
  hits: Uint8Array | undefined
  selected: number
  onSelect: (index: number) => void
}

/** The picture; the table next to it has the same content. */
export function PictureCard({ graph, stale, marks, hits, selected, onSelect }: Props) {
  const [search, setSearch] = useSearchParams()
  const canvas = useRef<CanvasHandle>(null)
  const { model, frame, stackCount } = useMemo(() => stackPicture(graph), [graph])
  const { tree } = model
  const [positions, setPositions] = useState<Positions>()
  const address = useMemo(() => readAddress(search), [search])
  const item = selected < 0 ? -1 : (tree.itemOf[selected] ?? -1)
  const { opened, shut } = address
  const changes = useMemo(() => ({ opened, shut }), [opened, shut])
  const request = useMemo<ItemRequest>(() => (item < 0 ? undefined : { item }), [item])

  const healthOf = useMemo(() => graph.stacks.map(({ health }) => health), [graph])
  const statusOf = useCallback(
    (resource: number) => {
      const health = healthOf[resource]
      return health && <HealthStatus health={health} size="small" />
    },
    [healthOf],
  )
  const toggle = (group: number, isOpen: boolean): void =>
    setSearch(withChanges(search, toggled(changes, tree.key[group] ?? 0, isOpen)), {
      replace: true,
      preventScrollReset: true,
    })
  return (
    <Card
      title="Map"
      padding="none"
      actions={
        <>
          <ExportMenu
            stack="stacks"
            view={undefined}
            all={{
              name: 'map',
              graph: () => exportedStacks(graph),
              picture: async () => positions && pictureOfStacks(model, positions),
            }}
          />
          <IconButton label="Zoom out" Icon={ZoomOut} onClick={() => canvas.current?.zoomOut()} />
          <IconButton label="Zoom in" Icon={ZoomIn} onClick={() => canvas.current?.zoomIn()} />
          <IconButton label="Fit everything" Icon={Maximize} onClick={() => canvas.current?.fit()} />
        </>
      }
    >
      <div className={graph.stacks.length > FEW ? 'h-[max(34rem,calc(100dvh-15rem))]' : 'h-[34rem]'}>
        <GraphCanvas
          ref={canvas}
          request={request}
          model={model}
          frame={frame}
          isInLine
          changes={changes}
          equal="The table next to it shows the same stacks."
          selected={item}
          onSelect={(target) => {
            const resource = target < 0 ? -1 : (tree.resource[target] ?? -1)
            onSelect(resource < stackCount ? resource : -1)
          }}
          onToggle={toggle}
          onPainted={setPositions}
          statusOf={statusOf}
          marks={marks}
          hits={hits}
        />
      </div>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1 border-t border-line px-3 py-1.5 text-xs text-muted">
        <OverlayLegend
          overlay={{ ...marks, absent: [] }}
          chosen={search.get('is') ?? ''}
          onChoose={(is) => {
            const next = new URLSearchParams(search)
            if (is === '') next.delete('is')
            else next.set('is', is)
            setSearch(next, { replace: true, preventScrollReset: true })
          }}
          nothing={selected < 0 ? 'No stack needs attention.' : 'No stack is in its reach.'}
        />
        <span>Arrows point to the stack that uses the output.</span>
        {selected < 0 && stale.sourceCount > 0 && <span>{comparedWords(stale)}</span>}
      </div>
    </Card>
  )
}

function comparedWords({ names, isPending, sourceCount, comparedCount }: StaleStacks): string {
  if (isPending) return 'Comparing outputs with what was read …'
  if (comparedCount < sourceCount)
    return `Outputs of ${number(comparedCount)} of ${number(sourceCount)} stacks are compared: select another one for its readers.`
  return names.size > 0 ? '' : 'All readers have the current values.'
}
