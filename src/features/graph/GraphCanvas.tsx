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
import { number } from '#words/counts.ts'
import { type Frame, type GraphNode, type LineEdge, toEdges, toNodes, withEmphasis } from './flow.ts'
import { GroupBox } from './GroupBox.tsx'
import { Line } from './Line.tsx'
import type { GraphModel } from './model.ts'
import { ResourceNode } from './ResourceNode.tsx'
import { boxShowing, highlight } from './selection.ts'
import { ToggleContext } from './toggle.ts'
import { type Area, areaOf, viewportFor, type Zooms } from './viewport.ts'

const nodeTypes: NodeTypes = { card: ResourceNode, box: GroupBox } // not `group`: React Flow has looks of its own for that name
const edgeTypes: EdgeTypes = { line: Line }
const MOVE_MS = 120
/** Zoom at which a card can be read without effort. */
const READABLE = 0.8

/** What the buttons beside the picture do to it; the picture itself takes no focus. */
export type CanvasHandle = {
  zoomIn: () => void
  zoomOut: () => void
  fit: () => void
}

/** A wish to see an item; a new object for each time, so that the same item can be wished for again. */
export type Wish = { item: number } | undefined

type Props = {
  /** Brought into the middle, or the closed group it is in until that is open. */
  wish: Wish
  model: GraphModel
  /** What stands on the frame around everything, where it is not one stack. */
  frame?: Frame
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
export function GraphCanvas({ wish, model, frame, positions, selected, onSelect, onToggle, statusOf, ref }: Props) {
  const flow = useRef<ReactFlowInstance<GraphNode, LineEdge>>(null)
  const anchor = useRef(-1)
  const plain = useMemo(() => toNodes(model, positions, statusOf, frame), [model, positions, statusOf, frame])
  const told = useMemo(() => highlight(model.tree, positions, selected), [model, positions, selected])
  const nodes = useMemo(() => withEmphasis(plain, told), [plain, told])
  const { edges, left } = useMemo(() => toEdges(positions, told), [positions, told])

  const pane = useRef<HTMLDivElement>(null)
  const show = (area: Area, zooms: Zooms, duration = MOVE_MS) => {
    const { clientWidth, clientHeight } = pane.current ?? { clientWidth: 0, clientHeight: 0 }
    if (clientWidth > 0)
      void flow.current?.setViewport(viewportFor(area, clientWidth, clientHeight, zooms), { duration })
  }
  const fit = (duration?: number) => show(areaOf(positions, 0), { most: 1.1 }, duration)
  const centre = (item: number, duration?: number) => {
    const box = boxShowing(model.tree, positions, item)
    if (box >= 0)
      show(
        areaOf(positions, box),
        { least: READABLE, most: Math.max(READABLE, flow.current?.getZoom() ?? 1) },
        duration,
      )
    return box >= 0 && at(positions.item, box) === item
  }
  useImperativeHandle(ref, () => ({
    zoomIn: () => void flow.current?.zoomIn({ duration: MOVE_MS }),
    zoomOut: () => void flow.current?.zoomOut({ duration: MOVE_MS }),
    fit: () => fit(),
  }))
  // The panes around the picture change with the selection, and the groups that lead to it open a moment later.
  const followed = useRef<Wish>(undefined)
  useEffect(() => {
    if (wish?.item === selected && wish !== followed.current && flow.current && centre(wish.item))
      followed.current = wish
  })

  // After a group was opened or closed its corner stays where it was on the screen, so that the eye does not lose it.
  const drawn = useRef(positions)
  useEffect(() => {
    const [before, item] = [drawn.current, anchor.current]
    drawn.current = positions
    if (before === positions || item < 0) return
    anchor.current = -1
    const [from, to] = [before.item.indexOf(item), positions.item.indexOf(item)]
    const view = flow.current?.getViewport()
    if (from < 0 || to < 0 || !view) return
    const x = view.x + (at(before.x, from) - at(positions.x, to)) * view.zoom
    const y = view.y + (at(before.y, from) - at(positions.y, to)) * view.zoom
    void flow.current?.setViewport({ x, y, zoom: view.zoom })
  }, [positions])
  const toggle = useMemo(
    () => (item: number) => {
      anchor.current = item
      onToggle(item)
    },
    [onToggle],
  )

  return (
    <div ref={pane} aria-hidden className="relative size-full">
      <ToggleContext value={toggle}>
        <ReactFlow<GraphNode, LineEdge>
          nodes={nodes}
          edges={edges}
          nodeTypes={nodeTypes}
          edgeTypes={edgeTypes}
          onInit={(instance) => {
            flow.current = instance
            if (selected > 0) centre(selected, 0)
            else fit(0)
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
          {number(left)} lighter lines are not drawn until a box is selected
        </p>
      )}
    </div>
  )
}
