import { useQuery } from '@tanstack/react-query'
import { useCallback, useMemo, useRef } from 'react'
import { useSearchParams } from 'react-router'
import Maximize from 'lucide-react/icons/maximize'
import ZoomIn from 'lucide-react/icons/zoom-in'
import ZoomOut from 'lucide-react/icons/zoom-out'
import type { StackGraph } from '#contract/stackGraph.ts'
import { changesOf, openGroups } from '#domain/graphLayout/open.ts'
import { troubleOf } from '#src/api/http/problem.ts'
import { readAddress, withChanges } from '#src/features/graph/address.ts'
import { type CanvasHandle, GraphCanvas, type Wish } from '#src/features/graph/GraphCanvas.tsx'
import { layoutQuery } from '#src/features/graph/queries.ts'
import { HealthStatus } from '#src/features/stacks/HealthStatus.tsx'
import { Card } from '#src/ui/Card.tsx'
import { ErrorView } from '#src/ui/ErrorView.tsx'
import { IconButton } from '#src/ui/IconButton.tsx'
import { Delayed, Skeleton } from '#src/ui/Skeleton.tsx'
import { Status } from '#src/ui/Status.tsx'
import { stackPicture } from './stackPicture.ts'

type Props = { graph: StackGraph; selected: number; onSelect: (index: number) => void }

/** The picture; the table below it says the same. */
export function PictureCard({ graph, selected, onSelect }: Props) {
  const [search, setSearch] = useSearchParams()
  const canvas = useRef<CanvasHandle>(null)
  const { model, frame, stackCount, awayCount } = useMemo(() => stackPicture(graph), [graph])
  const { tree, first } = model
  const address = useMemo(() => readAddress(search), [search])
  const item = selected < 0 ? -1 : (tree.itemOf[selected] ?? -1)
  const isOpen = useMemo(() => openGroups(tree, first, address, item), [tree, first, address, item])
  const layout = useQuery(layoutQuery(model, isOpen))
  const wish = useMemo<Wish>(() => (item < 0 ? undefined : { item }), [item])

  const healths = useMemo(() => graph.stacks.map(({ health }) => health), [graph])
  const statusOf = useCallback(
    (resource: number) => {
      const health = healths[resource]
      if (health) return <HealthStatus health={health} size="small" />
      return resource < stackCount || resource >= stackCount + awayCount ? undefined : (
        <Status tone="unknown" className="text-xs [&_svg]:size-3">
          External
        </Status>
      )
    },
    [healths, stackCount, awayCount],
  )
  const toggle = (group: number): void => {
    const next = isOpen.slice()
    next[group] = isOpen[group] ? 0 : 1
    setSearch(withChanges(search, changesOf(tree, first, next)), { replace: true, preventScrollReset: true })
  }
  return (
    <Card
      title="Map"
      padding="none"
      actions={
        <>
          <IconButton label="Zoom out" Icon={ZoomOut} onClick={() => canvas.current?.zoomOut()} />
          <IconButton label="Zoom in" Icon={ZoomIn} onClick={() => canvas.current?.zoomIn()} />
          <IconButton label="Fit everything" Icon={Maximize} onClick={() => canvas.current?.fit()} />
        </>
      }
    >
      <div className="h-[26rem]">
        {layout.isError ? (
          <ErrorView
            title="The graph could not be laid out"
            trouble={troubleOf(layout.error)}
            onRetry={() => void layout.refetch()}
          >
            The table below shows the same stacks.
          </ErrorView>
        ) : layout.data ? (
          <GraphCanvas
            ref={canvas}
            wish={wish}
            model={model}
            frame={frame}
            positions={layout.data}
            selected={item}
            onSelect={(target) => {
              const resource = target < 0 ? -1 : (tree.resource[target] ?? -1)
              onSelect(resource < stackCount ? resource : -1)
            }}
            onToggle={toggle}
            statusOf={statusOf}
          />
        ) : (
          <Delayed>
            <Skeleton label="Laying out the graph" rows={6} />
          </Delayed>
        )}
      </div>
      <p className="border-t border-line px-3 py-1.5 text-xs text-muted">
        Arrows point to the stack that uses the output.
      </p>
    </Card>
  )
}
