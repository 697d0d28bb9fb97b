import '@xyflow/react/dist/base.css'
import {
  BaseEdge,
  ControlButton,
  Controls,
  type Edge,
  type EdgeProps,
  Handle,
  MarkerType,
  MiniMap,
  type Node,
  type NodeProps,
  Position,
  ReactFlow,
  useReactFlow,
  useStore,
} from '@xyflow/react'
import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react'
import Maximize from 'lucide-react/icons/maximize'
import { CAN_HOVER, useMedia } from '#src/lib/useMedia.ts'
import type { Viewport } from '../scene.ts'
import type { Area } from '../viewport.ts'
import { withFaded } from './faded.ts'
import type { FlowLine } from './flowLine.ts'
import { intoView, isInView } from './views.ts'

/** What is drawn at a place; its element has its role and its name. */
export type FlowBox = Area & {
  id: string
  content: ReactNode
  /** A frame is behind the lines, and what is in it is in front; only its own buttons can be clicked. */
  isFrame?: boolean
  /** Glides to another place. */
  glides?: boolean
  /** Colour in the overview; without one it is not there. */
  tint?: string | undefined
}

type Props = {
  label: string
  boxes: readonly FlowBox[]
  lines: readonly FlowLine[]
  /** What the picture is about: a picture of something else is shown from its beginning. */
  subject: string
  /** The view that it begins with, and returns to. */
  home: Viewport
  /** The whole picture. */
  whole: Area
  /** An area to show, if it is out of view; another object for each request. */
  wish?: Area | undefined
  /** The page scrolls under the pointer: the wheel is the page's. */
  isInPage?: boolean
  onEmpty?: () => void
}

type BoxNode = Node<FlowBox, 'box'>
type LineEdge = Edge<FlowLine, 'line'>

/** Names of the controls, as beside the map of resources. */
const LABELS = {
  'controls.ariaLabel': 'Zoom',
  'controls.zoomIn.ariaLabel': 'Zoom in',
  'controls.zoomOut.ariaLabel': 'Zoom out',
  'minimap.ariaLabel': 'The whole picture: drag to go elsewhere',
}

/**
 * A picture of a few hundred boxes at most, drawn by React Flow: boxes are elements, so links stay links. While a pointer
 * is over a box, lines of other boxes fade.
 */
export function FlowPane({ label, boxes, lines, isInPage = false, onEmpty, ...view }: Props) {
  const canHover = useMedia(CAN_HOVER)
  const [pointed, setPointed] = useState<string>()
  return (
    <ReactFlow<BoxNode, LineEdge>
      ref={asGroup}
      aria-label={label}
      // While it is dragged the picture is moved as a whole, and not drawn again.
      className="[&_.dragging_.react-flow__viewport]:will-change-transform"
      nodes={boxes.map(nodeOf)}
      edges={withFaded(lines, pointed).map(edgeOf)}
      nodeTypes={nodeTypes}
      edgeTypes={edgeTypes}
      defaultViewport={view.home}
      {...(onEmpty && { onPaneClick: onEmpty })}
      {...(canHover && {
        onNodeMouseEnter: (_: unknown, { id }: BoxNode) => setPointed(id),
        onNodeMouseLeave: () => setPointed(undefined),
      })}
      zoomOnScroll={!isInPage}
      preventScrolling={!isInPage}
      minZoom={0.1}
      maxZoom={4}
      nodesDraggable={false}
      nodesConnectable={false}
      nodesFocusable={false}
      edgesFocusable={false}
      elementsSelectable={false}
      disableKeyboardA11y
      zoomOnDoubleClick={false}
      deleteKeyCode={null}
      selectionKeyCode={null}
      multiSelectionKeyCode={null}
      ariaLabelConfig={LABELS}
      proOptions={{ hideAttribution: true }}
    >
      <View {...view} />
    </ReactFlow>
  )
}

/** React Flow calls itself an application, which takes the reading keys from screen readers. */
const asGroup = (element: HTMLDivElement | null): void => element?.setAttribute('role', 'group')

function nodeOf(box: FlowBox): BoxNode {
  const { id, x, y, w: width, h: height, isFrame = false, glides = false } = box
  const end = { y: height / 2, width: 0, height: 0 }
  return {
    id,
    type: 'box',
    data: box,
    position: { x, y },
    width,
    height,
    // The first picture does not wait until sizes are measured.
    measured: { width, height },
    handles: [
      { ...end, type: 'source', position: Position.Right, x: width },
      { ...end, type: 'target', position: Position.Left, x: 0 },
    ],
    zIndex: isFrame ? -1 : 1,
    style: { pointerEvents: isFrame ? 'none' : 'all' },
    domAttributes: { 'aria-roledescription': undefined },
    ...(glides && { className: 'transition-transform motion-reduce:transition-none' }),
  }
}

function edgeOf(line: FlowLine): LineEdge {
  const { id, from: source, to: target, color, isTwoWay = false } = line
  const head = { type: MarkerType.ArrowClosed, color }
  return {
    id,
    source,
    target,
    type: 'line',
    data: line,
    ariaRole: 'none',
    domAttributes: { 'aria-hidden': true },
    markerEnd: head,
    ...(isTwoWay && { markerStart: head }),
  }
}

/** Lines end at handles, whose places come from the layout; React Flow looks for the elements whenever it measures a box. */
const Box = ({ data }: NodeProps<BoxNode>) => (
  <>
    {data.content}
    <Handle type="source" position={Position.Right} isConnectable={false} className="invisible" />
    <Handle type="target" position={Position.Left} isConnectable={false} className="invisible" />
  </>
)

function Line({ data, markerStart, markerEnd }: EdgeProps<LineEdge>) {
  if (!data) return null
  const { path, color, width, dash, opacity, count } = data
  return (
    <BaseEdge
      path={path}
      interactionWidth={0}
      className="transition-opacity motion-reduce:transition-none"
      style={{ stroke: color, strokeWidth: width, strokeDasharray: dash, opacity }}
      {...(markerStart !== undefined && { markerStart })}
      {...(markerEnd !== undefined && { markerEnd })}
      {...(count && {
        label: count.text,
        labelX: count.x,
        labelY: count.y,
        labelStyle: { fill: 'var(--color-muted)' },
        labelBgStyle: { fill: 'var(--color-surface)' },
        labelBgPadding: [2, 0],
      })}
    />
  )
}

const nodeTypes = { box: Box }
const edgeTypes = { line: Line }

/** Controls, the overview while something is out of view, and the moves that are not the user's. */
function View({ home, whole, ...moves }: Omit<Props, 'label' | 'boxes' | 'lines' | 'onEmpty'>) {
  useMoves({ home, ...moves })
  const { setViewport } = useReactFlow()
  const isWhole = useStore(({ transform: [x, y, zoom], width, height }) =>
    isInView(whole, { x, y, zoom, width, height }),
  )
  return (
    <>
      <Controls
        position="top-right"
        orientation="horizontal"
        showFitView={false}
        showInteractive={false}
        className="m-2! overflow-clip rounded-md border border-line-strong bg-surface text-muted [&>button:hover]:bg-hover [&>button:hover]:text-ink"
      >
        <ControlButton title="Fit everything" aria-label="Fit everything" onClick={() => void setViewport(home)}>
          <Maximize className="fill-none!" aria-hidden />
        </ControlButton>
      </Controls>
      {!isWhole && (
        <MiniMap<BoxNode>
          pannable
          className="m-2! overflow-clip rounded-md border border-line-strong"
          style={{ width: 120, height: 72 }}
          bgColor="var(--color-surface)"
          maskColor="color-mix(in oklab, var(--color-ink) 12%, transparent)"
          nodeColor={({ data }) => data.tint ?? 'transparent'}
        />
      )}
    </>
  )
}

/** Moves the view to another picture's beginning, with its pane, to what is wished, and to what has the focus. */
function useMoves({ subject, home, wish }: Pick<Props, 'subject' | 'home' | 'wish'>): void {
  const { getViewport, setViewport } = useReactFlow()
  const pane = useStore(({ domNode }) => domNode)
  const shown = useRef({ subject, home })
  useLayoutEffect(() => {
    const before = shown.current
    shown.current = { subject, home }
    const { x, y, zoom } = getViewport()
    const isMoved = x !== before.home.x || y !== before.home.y || zoom !== before.home.zoom
    if (before.subject !== subject || !isMoved) void setViewport(home)
  }, [subject, home, getViewport, setViewport])
  useEffect(() => {
    if (wish && pane) void setViewport(intoView(wish, { ...getViewport(), ...sizeOf(pane) }))
  }, [wish, pane, getViewport, setViewport])
  useEffect(() => {
    // Tab leads to cards out of view as well; what the browser scrolls for it, React Flow scrolls back.
    const follow = ({ target }: FocusEvent) => {
      if (!pane || !(target instanceof Element) || !target.matches('.react-flow__viewport :focus-visible')) return
      const view = getViewport()
      void setViewport(intoView(areaOf(target, pane, view), { ...view, ...sizeOf(pane) }))
    }
    pane?.addEventListener('focusin', follow)
    return () => pane?.removeEventListener('focusin', follow)
  }, [pane, getViewport, setViewport])
}

const sizeOf = ({ clientWidth, clientHeight }: Element) => ({ width: clientWidth, height: clientHeight })

/** Where an element is in the picture. */
function areaOf(element: Element, pane: Element, { x, y, zoom }: Viewport): Area {
  const [own, around] = [element.getBoundingClientRect(), pane.getBoundingClientRect()]
  return {
    x: (own.x - around.x - x) / zoom,
    y: (own.y - around.y - y) / zoom,
    w: own.width / zoom,
    h: own.height / zoom,
  }
}
