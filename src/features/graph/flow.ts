import { type Edge, MarkerType, type Node, Position } from '@xyflow/react'
import type { ReactNode } from 'react'
import { at } from '#domain/graphLayout/columns.ts'
import { labelOf, summaryOf } from '#domain/graphLayout/labels.ts'
import { BOX, EDGE, type Positions } from '#domain/graphLayout/positions.ts'
import type { GraphModel } from './model.ts'
import type { Emphasis, Highlight, LineEmphasis } from './selection.ts'

export type CardData = {
  item: number
  resource: number
  name: string
  /** Type in short, for the line under the name. */
  kind: string
  /** Type in full, for hovering. */
  type: string
  /** Resources inside; 0 for one that holds nothing. */
  inside: number
  status: ReactNode
  /** Hubs that this depends on, whose lines are not drawn. */
  hubs: readonly string[]
  /** Dependents whose lines are not drawn; 0 unless it is a hub. */
  dependents: number
  emphasis: Emphasis
  /** Outermost first: deeper groups are a shade darker. */
  depth: number
}
export type CardNode = Node<CardData, 'card'>
export type GroupNode = Node<CardData, 'box'>
export type GraphNode = CardNode | GroupNode
export type LineEdge = Edge<{ path: string; weight: number; emphasis: LineEmphasis; isBackward: boolean }, 'line'>

/** Lines mounted at once; beyond it the lightest wait for a selection, and the screen says so. */
export const LINE_BUDGET = 400

const ABOVE_LINES = 2_000
const LINES = 1_000

/** The words of the outermost box. */
export type Frame = { name: string; inside: number }

/** Boxes for React Flow: size and ends of lines are declared, so it measures nothing. */
export function toNodes(
  { topology, tree }: GraphModel,
  p: Positions,
  statusOf: (resource: number) => ReactNode,
  frame?: Frame,
): GraphNode[] {
  const hubs = hubsOf(p)
  return Array.from(p.item, (item, box): GraphNode => {
    const resource = at(tree.resource, item)
    const isOpen = at(p.kind, box) === BOX.open
    const width = at(p.w, box)
    const height = at(p.h, box)
    return {
      id: String(item),
      type: isOpen ? 'box' : 'card',
      position: { x: at(p.x, box), y: at(p.y, box) },
      width,
      height,
      measured: { width, height },
      handles: [
        { type: 'source', position: Position.Right, x: width, y: height / 2, width: 1, height: 1 },
        { type: 'target', position: Position.Left, x: 0, y: height / 2, width: 1, height: 1 },
      ],
      zIndex: isOpen ? at(tree.depth, item) : ABOVE_LINES,
      data: {
        item,
        resource,
        ...labelOf(topology, tree, item),
        type: resource < 0 ? '' : (topology.types[at(topology.type, resource)] ?? ''),
        ...(at(p.kind, box) === BOX.closed && { kind: summaryOf(topology, tree, item, 2).join(', ') }),
        inside: at(tree.inside, item),
        status: resource < 0 ? undefined : statusOf(resource),
        hubs: (hubs.needs.get(box) ?? []).map((hub) => labelOf(topology, tree, at(p.item, hub)).name),
        dependents: hubs.dependents.get(box) ?? 0,
        emphasis: 'plain',
        depth: at(tree.depth, item),
        ...(item === 0 && frame),
      },
    }
  })
}

function hubsOf(p: Positions) {
  const needs = new Map<number, number[]>()
  const dependents = new Map<number, number>()
  for (let e = 0; e < p.edgeFrom.length; e++) {
    if (!(at(p.edgeFlags, e) & EDGE.hub)) continue
    const [from, to] = [at(p.edgeFrom, e), at(p.edgeTo, e)]
    dependents.set(from, (dependents.get(from) ?? 0) + 1)
    needs.set(to, [...(needs.get(to) ?? []), from])
  }
  return { needs, dependents }
}

/** The same boxes with what the selection does to them; those it does nothing to stay the same objects. */
export const withEmphasis = (nodes: readonly GraphNode[], { boxes }: Highlight): GraphNode[] =>
  nodes.map((node, box) => {
    const emphasis = boxes[box] ?? 'plain'
    if (node.data.emphasis === emphasis) return node
    // Written out for each kind: a spread over the union would lose which data belongs to which type.
    return node.type === 'card'
      ? { ...node, data: { ...node.data, emphasis } }
      : { ...node, data: { ...node.data, emphasis } }
  })

/** Lines that are drawn now: at most the budget, the selection's first, then the heaviest; and how many are left out. */
export function toEdges(p: Positions, { lines }: Highlight): { edges: LineEdge[]; left: number } {
  const wanted = Array.from(p.edgeFrom, (_, e) => e).filter((e) => lines[e] !== 'hidden')
  const isTold = (e: number) => lines[e] === 'upstream' || lines[e] === 'downstream' || lines[e] === 'both'
  const kept =
    wanted.length <= LINE_BUDGET
      ? wanted
      : wanted
          .toSorted(
            (a, b) => Number(isTold(b)) - Number(isTold(a)) || at(p.edgeWeight, b) - at(p.edgeWeight, a) || a - b,
          )
          .slice(0, LINE_BUDGET)
  return { edges: kept.map((e) => toEdge(p, e, lines[e] ?? 'plain')), left: wanted.length - kept.length }
}

function toEdge(p: Positions, e: number, emphasis: LineEmphasis): LineEdge {
  const points = p.points.subarray(2 * at(p.pointStart, e), 2 * at(p.pointStart, e + 1))
  const color = lineColor[emphasis]
  const marker = { type: MarkerType.ArrowClosed, color, width: 17, height: 17, markerUnits: 'userSpaceOnUse' } as const
  return {
    id: `${at(p.item, at(p.edgeFrom, e))}-${at(p.item, at(p.edgeTo, e))}`,
    type: 'line',
    source: String(at(p.item, at(p.edgeFrom, e))),
    target: String(at(p.item, at(p.edgeTo, e))),
    data: {
      path: roundedPath(points),
      weight: at(p.edgeWeight, e),
      emphasis,
      isBackward: (at(p.edgeFlags, e) & EDGE.backward) !== 0,
    },
    markerEnd: marker,
    ...(at(p.edgeFlags, e) & EDGE.twoWay ? { markerStart: { ...marker, orient: 'auto-start-reverse' } } : {}),
    zIndex: emphasis === 'plain' || emphasis === 'dimmed' ? LINES : LINES + 1,
    interactionWidth: 0, // lines take no clicks: a drag from any point pans
    selectable: false,
    focusable: false,
  }
}

export const lineColor = {
  plain: 'var(--color-control)',
  upstream: 'var(--color-accent)',
  downstream: 'var(--color-attention)',
  both: 'var(--color-accent)',
  dimmed: 'var(--color-line)',
  hidden: 'transparent',
} as const satisfies Record<LineEmphasis, string>

const RADIUS = 7

/** An SVG path through the corners, each rounded as far as its two sides allow. */
export function roundedPath(points: Float32Array): string {
  const n = points.length / 2
  let path = `M${at(points, 0)} ${at(points, 1)}`
  for (let i = 1; i < n - 1; i++) {
    const [ax, ay, bx, by, cx, cy] = points.subarray(2 * i - 2, 2 * i + 4)
    if (
      ax === undefined ||
      ay === undefined ||
      bx === undefined ||
      by === undefined ||
      cx === undefined ||
      cy === undefined
    )
      break
    const before = Math.hypot(bx - ax, by - ay)
    const after = Math.hypot(cx - bx, cy - by)
    const r = Math.min(RADIUS, before / 2, after / 2)
    const [ux, uy, vx, vy] = [(bx - ax) / before, (by - ay) / before, (cx - bx) / after, (cy - by) / after]
    path += `L${bx - ux * r} ${by - uy * r}Q${bx} ${by} ${bx + vx * r} ${by + vy * r}`
  }
  return `${path}L${at(points, points.length - 2)} ${at(points, points.length - 1)}`
}
