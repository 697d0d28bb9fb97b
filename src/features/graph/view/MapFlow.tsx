import '@xyflow/react/dist/base.css'
import { type NodeTypes, ReactFlow } from '@xyflow/react'
import { CAN_HOVER, useMedia } from '#src/lib/useMedia.ts'
import type { NearNode } from '../ResourceNode.tsx'
import { ToggleContext } from '../toggle.ts'
import type { MapElements, MapStage } from './mapStage.ts'
import { clicked, moved, paneClicked, released } from './mapView.ts'

type Props = {
  stage: MapStage
  pane: HTMLElement | null
  nodeTypes: NodeTypes
  elements: MapElements
  onMount: () => void
}

/** React Flow, over the picture: the view, gestures, and elements for the boxes in view. Its events go to the stage. */
export function MapFlow({ stage, pane, nodeTypes, elements: { near, maxZoom }, onMount }: Props) {
  const canHover = useMedia(CAN_HOVER)
  return (
    <ToggleContext value={stage.toggle}>
      <ReactFlow<NearNode>
        nodes={near}
        nodeTypes={nodeTypes}
        onInit={(instance) => {
          stage.mount(instance)
          onMount()
        }}
        onMoveStart={(event) => {
          if (event) stage.send(released)
        }}
        onMove={() => stage.send(moved)}
        onNodeClick={(_, { data }) => stage.send(clicked(data.item, data.kind === 'closed'))}
        {...(canHover && {
          onNodeMouseEnter: (_: unknown, { data }: NearNode) => stage.point(data.item),
          onNodeMouseLeave: () => stage.point(-1),
        })}
        onPaneClick={({ clientX, clientY }) => {
          const { x, y } = pane?.getBoundingClientRect() ?? { x: 0, y: 0 }
          stage.send(paneClicked(clientX - x, clientY - y))
        }}
        minZoom={0.05}
        maxZoom={maxZoom}
        nodesDraggable={false}
        nodesConnectable={false}
        nodesFocusable={false}
        elementsSelectable={false}
        disableKeyboardA11y
        zoomOnDoubleClick={false}
        proOptions={{ hideAttribution: true }}
        deleteKeyCode={null}
        selectionKeyCode={null}
        multiSelectionKeyCode={null}
      />
    </ToggleContext>
  )
}
