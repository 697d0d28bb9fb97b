import { useCallback, useMemo, useRef } from 'react'
import Maximize from 'lucide-react/icons/maximize'
import ZoomIn from 'lucide-react/icons/zoom-in'
import ZoomOut from 'lucide-react/icons/zoom-out'
import type { StackGraph } from '#contract/stackGraph.ts'
import { at } from '#domain/graphLayout/columns.ts'
import type { Changes } from '#domain/graphLayout/open.ts'
import type { Positions } from '#domain/graphLayout/positions.ts'
import type { Marks } from '#domain/overlays/overlay.ts'
import { type CanvasHandle, GraphCanvas, type ItemRequest } from '#src/features/graph/GraphCanvas.tsx'
import { HealthStatus } from '#src/features/stacks/HealthStatus.tsx'
import { IconButton } from '#src/ui/IconButton.tsx'
import type { StackPicture } from './stackPicture.ts'

type Props = {
  graph: StackGraph
  picture: StackPicture
  changes: Changes
  marks: Marks
  hits: Uint8Array | undefined
  selected: number
  equal: string
  onSelect: (index: number) => void
  onToggle: (group: number, isOpen: boolean) => void
  onPainted: (positions: Positions | undefined) => void
}

/** Hundreds of stacks on a canvas, which shows what is in closed projects; the table is their view for the keyboard. */
export function LargeStackMap({ graph, picture, changes, selected, onSelect, ...rest }: Props) {
  const canvas = useRef<CanvasHandle>(null)
  const { model, frame, stackCount } = picture
  const { tree } = model
  const item = selected < 0 ? -1 : at(tree.itemOf, selected)
  const { opened, shut } = changes
  const kept = useMemo(() => ({ opened, shut }), [opened, shut])
  const request = useMemo<ItemRequest>(() => (item < 0 ? undefined : { item }), [item])
  const statusOf = useCallback(
    (resource: number) => {
      const stack = graph.stacks[resource]
      return stack && <HealthStatus health={stack.health} lastKind={stack.lastKind} size="small" />
    },
    [graph],
  )
  return (
    <div className="relative h-full">
      <div role="group" aria-label="Zoom" className="absolute top-2 right-2 z-10 flex gap-1 rounded-md bg-surface">
        <IconButton label="Zoom out" Icon={ZoomOut} onClick={() => canvas.current?.zoomOut()} />
        <IconButton label="Zoom in" Icon={ZoomIn} onClick={() => canvas.current?.zoomIn()} />
        <IconButton label="Fit everything" Icon={Maximize} onClick={() => canvas.current?.fit()} />
      </div>
      <GraphCanvas
        {...rest}
        {...{ ref: canvas, request, model, frame, statusOf }}
        isInLine
        changes={kept}
        selected={item}
        onSelect={(target) => {
          const resource = target < 0 ? -1 : at(tree.resource, target)
          onSelect(resource < stackCount ? resource : -1)
        }}
      />
    </div>
  )
}
