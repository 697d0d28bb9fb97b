import '@xyflow/react/dist/base.css'
import {
  Background,
  BackgroundVariant,
  type EdgeTypes,
  type NodeTypes,
  ReactFlow,
  type ReactFlowInstance,
} from '@xyflow/react'
import { type ReactNode, type Ref, useEffect, useImperativeHandle, useMemo, useRef } from 'react'
import { at } from '#domain/graphLayout/columns.ts'
import type { Positions } from '#domain/graphLayout/positions.ts'
import { type GraphNode, type LineEdge, toEdges, toNodes, withEmphasis } from './flow.ts'
import { GroupBox } from './GroupBox.tsx'
import { Line } from './Line.tsx'
import type { GraphModel } from './model.ts'
import { ResourceNode } from './ResourceNode.tsx'
import { boxShowing, highlight } from './selection.ts'
import { ToggleContext } from './toggle.ts'

const nodeTypes: NodeTypes = { card: ResourceNode, group: GroupBox }
const edgeTypes: EdgeTypes = { line: Line }
const FIT = { padding: 0.04, minZoom: 0.01, maxZoom: 1.1 }
/** Zoom at which a card can be read without effort. */
const READABLE = 0.8

/** What the buttons beside the picture do to it; the picture itself takes no focus. */
export type CanvasHandle = {
  zoomIn: () => void
  zoomOut: () => void
  fit: () => void
  /** Brings an item, or the closed group it is in, into the middle. */
  centre: (item: number) => void
}

type Props = {
  model: GraphModel
  positions: Positions
  /** Item that is selected, -1 if none is. */
  selected: number
  /** Items and clicks on nothing (-1). */
  onSelect: (item: number) => void
  onToggle: (item: number) => void
  /** Icon and word of a resource, if it is out of the ordinary. */
  statusOf: (resource: number) => ReactNode
  ref: Ref<CanvasHandle>
}

/** The picture. Hidden from readers, who have its equal in the outline. */
export function GraphCanvas({ model, positions, selected, onSelect, onToggle, statusOf, ref }: Props) {
  const flow = useRef<ReactFlowInstance<GraphNode, LineEdge>>(null)
  const anchor = useRef(-1)
  const plain = useMemo(() => toNodes(model, positions, statusOf), [model, positions, statusOf])
  const told = useMemo(() => highlight(model.tree, positions, selected), [model, positions, selected])
  const nodes = useMemo(() => withEmphasis(plain, told), [plain, told])
  const { edges, left } = useMemo(() => toEdges(positions, told), [positions, told])

  const bounds = () => ({ x: 0, y: 0, width: at(positions.w, 0), height: at(positions.h, 0) })
  const centre = (item: number) => {
    const box = boxShowing(model.tree, positions, item)
    const instance = flow.current
    if (box < 0 || !instance) return
    const zoom = Math.max(READABLE, instance.getZoom())
    const [w, h] = [at(positions.w, box), at(positions.h, box)]
    if (w > 900)
      void instance.fitBounds(
        { x: at(positions.x, box), y: at(positions.y, box), width: w, height: h },
        { ...FIT, duration: 120 },
      )
    else void instance.setCenter(at(positions.x, box) + w / 2, at(positions.y, box) + h / 2, { zoom, duration: 120 })
  }
  useImperativeHandle(ref, () => ({
    zoomIn: () => void flow.current?.zoomIn({ duration: 120 }),
    zoomOut: () => void flow.current?.zoomOut({ duration: 120 }),
    fit: () => void flow.current?.fitBounds(bounds(), { ...FIT, duration: 120 }),
    centre,
  }))

  useSteadyView(flow, anchor, positions)
  const toggle = useMemo(
    () => (item: number) => {
      anchor.current = item
      onToggle(item)
    },
    [onToggle],
  )

  return (
    <div aria-hidden className="relative size-full">
      <ToggleContext value={toggle}>
        <ReactFlow<GraphNode, LineEdge>
          nodes={nodes}
          edges={edges}
          nodeTypes={nodeTypes}
          edgeTypes={edgeTypes}
          onInit={(instance) => {
            flow.current = instance
            if (selected > 0) centre(selected)
            else void instance.fitBounds(bounds(), FIT)
            requestAnimationFrame(() => performance.mark('graph:ready'))
          }}
          onNodeClick={(_, node) => onSelect(node.data.item)}
          onNodeDoubleClick={(_, node) => node.data.inside > 0 && node.data.item > 0 && toggle(node.data.item)}
          onPaneClick={() => onSelect(-1)}
          minZoom={0.01}
          maxZoom={2}
          nodesDraggable={false}
          nodesConnectable={false}
          nodesFocusable={false}
          edgesFocusable={false}
          elementsSelectable={false}
          disableKeyboardA11y
          zoomOnDoubleClick={false}
          elevateNodesOnSelect={false}
          onlyRenderVisibleElements
          proOptions={{ hideAttribution: true }}
          deleteKeyCode={null}
          selectionKeyCode={null}
          multiSelectionKeyCode={null}
        >
          <Background variant={BackgroundVariant.Dots} gap={24} size={1.5} color="var(--color-line)" />
        </ReactFlow>
      </ToggleContext>
      {left > 0 && (
        <p className="pointer-events-none absolute bottom-2 left-2 rounded-sm bg-surface px-2 py-0.5 text-xs text-muted">
          {left.toLocaleString('en')} lighter lines are not drawn until a box is selected
        </p>
      )}
    </div>
  )
}

/** After a group was opened or closed its corner stays where it was on the screen, so that the eye does not lose it. */
function useSteadyView(
  flow: { current: ReactFlowInstance<GraphNode, LineEdge> | null },
  anchor: { current: number },
  positions: Positions,
) {
  const before = useRef(positions)
  useEffect(() => {
    const last = before.current
    before.current = positions
    const instance = flow.current
    if (last === positions || !instance || anchor.current < 0) return
    const [from, to] = [last.item.indexOf(anchor.current), positions.item.indexOf(anchor.current)]
    anchor.current = -1
    if (from < 0 || to < 0) return
    const { x, y, zoom } = instance.getViewport()
    void instance.setViewport({
      x: x + (at(last.x, from) - at(positions.x, to)) * zoom,
      y: y + (at(last.y, from) - at(positions.y, to)) * zoom,
      zoom,
    })
  }, [flow, anchor, positions])
}
