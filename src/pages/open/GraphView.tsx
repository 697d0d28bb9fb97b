import { useCallback, useRef, useState } from 'react'
import Maximize from 'lucide-react/icons/maximize'
import ZoomIn from 'lucide-react/icons/zoom-in'
import ZoomOut from 'lucide-react/icons/zoom-out'
import type { GraphColumns } from '#contract/resources.ts'
import { type Changes, toggled } from '#domain/graphLayout/open.ts'
import { type CanvasHandle, GraphCanvas } from '#src/features/graph/GraphCanvas.tsx'
import { useModel } from '#src/features/graph/worker/useModel.ts'
import type { Entries } from '#src/features/resources/entries.ts'
import { ResourceMark } from '#src/features/resources/ResourceMark.tsx'
import { IconButton } from '#src/ui/IconButton.tsx'

type Props = {
  columns: GraphColumns
  entries: Entries
  selected: number
  onSelect: (index: number) => void
}

/** The open state as a picture; the tree next to it has the same content for keyboard and screen readers. */
export function GraphView({ columns, entries, selected, onSelect }: Props) {
  const canvas = useRef<CanvasHandle>(null)
  const { model, failure } = useModel('open file', columns)
  const [changed, setChanged] = useState<Changes>({ opened: new Set(), shut: new Set() })
  const { tree } = model
  const item = selected < 0 ? -1 : (tree.itemOf[selected] ?? -1)
  const statusOf = useCallback(
    (resource: number) => {
      const [mark] = entries.marksOf(resource)
      return mark && <ResourceMark mark={mark} size="small" />
    },
    [entries],
  )
  const toggle = useCallback(
    (group: number, isOpen: boolean) => setChanged((known) => toggled(known, tree.key[group] ?? 0, isOpen)),
    [tree],
  )
  return (
    <div className="relative h-full">
      <div role="group" aria-label="Zoom" className="absolute top-2 right-2 z-10 flex gap-1 rounded-md bg-surface">
        <IconButton label="Zoom out" Icon={ZoomOut} onClick={() => canvas.current?.zoomOut()} />
        <IconButton label="Zoom in" Icon={ZoomIn} onClick={() => canvas.current?.zoomIn()} />
        <IconButton label="Fit everything" Icon={Maximize} onClick={() => canvas.current?.fit()} />
      </div>
      <GraphCanvas
        ref={canvas}
        model={model}
        failure={failure}
        changes={changed}
        selected={item}
        onSelect={(target) => onSelect(target < 0 ? -1 : (tree.resource[target] ?? -1))}
        onToggle={toggle}
        statusOf={statusOf}
        equal="The tree shows the same resources."
      />
    </div>
  )
}
