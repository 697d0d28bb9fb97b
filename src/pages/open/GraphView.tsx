import { useQuery } from '@tanstack/react-query'
import { useCallback, useMemo, useRef, useState } from 'react'
import Maximize from 'lucide-react/icons/maximize'
import ZoomIn from 'lucide-react/icons/zoom-in'
import ZoomOut from 'lucide-react/icons/zoom-out'
import type { GraphColumns } from '#contract/resources.ts'
import { openGroups } from '#domain/graphLayout/open.ts'
import { troubleOf } from '#src/api/http/problem.ts'
import { type CanvasHandle, GraphCanvas } from '#src/features/graph/GraphCanvas.tsx'
import { modelOf } from '#src/features/graph/model.ts'
import { layoutQuery } from '#src/features/graph/queries.ts'
import type { Entries } from '#src/features/resources/entries.ts'
import { ResourceMark } from '#src/features/resources/ResourceMark.tsx'
import { ErrorView } from '#src/ui/ErrorView.tsx'
import { IconButton } from '#src/ui/IconButton.tsx'
import { Delayed, Skeleton } from '#src/ui/Skeleton.tsx'

type Props = {
  columns: GraphColumns
  entries: Entries
  selected: number
  onSelect: (index: number) => void
}

/** The open state as a picture; the tree beside it is its equal for the keyboard and for readers. */
export function GraphView({ columns, entries, selected, onSelect }: Props) {
  const canvas = useRef<CanvasHandle>(null)
  const model = useMemo(() => modelOf(columns), [columns])
  const [changed, setChanged] = useState({ opened: new Set<number>(), shut: new Set<number>() })
  const { tree, first } = model
  const item = selected < 0 ? -1 : (tree.itemOf[selected] ?? -1)
  const isOpen = useMemo(() => openGroups(tree, first, changed, item), [tree, first, changed, item])
  const layout = useQuery(layoutQuery(model, isOpen))
  const statusOf = useCallback(
    (resource: number) => {
      const [mark] = entries.marksOf(resource)
      return mark && <ResourceMark mark={mark} size="small" />
    },
    [entries],
  )
  const toggle = (group: number) => {
    const key = tree.key[group] ?? 0
    const wasOpen = isOpen[group] === 1
    setChanged(({ opened, shut }) => ({
      opened: wasOpen ? without(opened, key) : new Set([...opened, key]),
      shut: wasOpen ? new Set([...shut, key]) : without(shut, key),
    }))
  }
  if (layout.isError) {
    return (
      <ErrorView
        title="The graph could not be laid out"
        trouble={troubleOf(layout.error)}
        onRetry={() => void layout.refetch()}
      >
        The tree shows the same resources.
      </ErrorView>
    )
  }
  if (!layout.data) {
    return (
      <Delayed>
        <Skeleton label="Laying out the graph" rows={8} />
      </Delayed>
    )
  }
  return (
    <div className="relative h-full">
      <div role="group" aria-label="Zoom" className="absolute top-2 right-2 z-10 flex gap-1 rounded-md bg-surface">
        <IconButton label="Zoom out" Icon={ZoomOut} onClick={() => canvas.current?.zoomOut()} />
        <IconButton label="Zoom in" Icon={ZoomIn} onClick={() => canvas.current?.zoomIn()} />
        <IconButton label="Fit everything" Icon={Maximize} onClick={() => canvas.current?.fit()} />
      </div>
      <GraphCanvas
        ref={canvas}
        wish={undefined}
        model={model}
        positions={layout.data}
        selected={item}
        onSelect={(target) => onSelect(target < 0 ? -1 : (tree.resource[target] ?? -1))}
        onToggle={toggle}
        statusOf={statusOf}
      />
    </div>
  )
}

function without(set: ReadonlySet<number>, key: number): Set<number> {
  const next = new Set(set)
  next.delete(key)
  return next
}
