import { isRootStack } from '../events/eventShapes.ts'
import { parseUrn, urnName } from '../state/urn.ts'
import { type InPieces, PIECE } from '../inPieces.ts'
import type { Course, Step } from './course.ts'

/** A row of the timeline: a component with its content, or one resource with its steps. */
export type Row = {
  urn: string
  name: string
  type: string
  /** 1 for rows directly below the stack. */
  level: number
  /** Number of resources in the component; 0 for other resources. */
  contains: number
  /** Indexes of its own steps in the course. */
  steps: readonly number[]
  /** From the first begin to the last end, including the content of a component; null if not recorded. */
  begin: number | null
  end: number | null
  /** Whether a step has started whose end is not known. */
  isOpen: boolean
  hasFailed: boolean
}

type Node = Row & { children: Node[]; parent: string | null }

/** One row for each resource below its component, in order of begin. A parent without a record counts as none. */
export function* rowsInPieces({ steps }: Pick<Course, 'steps'>): InPieces<Row[]> {
  const nodes = new Map<string, Node>()
  for (const [index, step] of steps.entries()) {
    if (index % PIECE === 0) yield
    const known = nodes.get(step.urn)
    if (known) addStep(known, step, index)
    else nodes.set(step.urn, nodeOf(step, index))
  }
  const roots: Node[] = []
  for (const node of nodes.values()) {
    const parent = node.parent === null || node.parent === node.urn ? undefined : nodes.get(node.parent)
    if (parent && !isRootStack(parent) && !isBelow(parent, node.urn, nodes)) parent.children.push(node)
    else roots.push(node)
  }
  yield
  for (const root of roots) widen(root)
  yield
  const rows: Row[] = []
  const waiting = byBegin(roots)
    .toReversed()
    .map((node) => ({ node, level: 1 }))
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { node, level } = next
    const { children, parent: _parent, ...row } = node
    rows.push({ ...row, level })
    if (rows.length % PIECE === 0) yield
    for (const child of byBegin(children).toReversed()) waiting.push({ node: child, level: level + 1 })
  }
  return rows
}

const byBegin = (nodes: readonly Node[]): Node[] =>
  nodes.toSorted((a, b) => (a.begin ?? a.end ?? Infinity) - (b.begin ?? b.end ?? Infinity))

function nodeOf(step: Step, index: number): Node {
  const { urn, begin, end, outcome, parent } = step
  const parts = parseUrn(urn)
  return {
    urn,
    name: urnName(urn),
    type: parts?.type ?? '',
    level: 1,
    contains: 0,
    steps: [index],
    begin,
    end,
    isOpen: outcome === 'open',
    hasFailed: outcome === 'failed',
    children: [],
    parent,
  }
}

function addStep(node: Node, { begin, end, outcome, parent }: Step, index: number): void {
  node.steps = [...node.steps, index]
  node.begin = earlier(node.begin, begin)
  node.end = later(node.end, end)
  node.isOpen = outcome === 'open'
  node.hasFailed ||= outcome === 'failed'
  node.parent ??= parent
}

/** Extends each component to the duration of its content. Without recursion, as nesting has no limit. */
function widen(root: Node): void {
  const order: Node[] = []
  const waiting = [root]
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    order.push(next)
    waiting.push(...next.children)
  }
  for (const node of order.toReversed()) {
    for (const child of node.children) {
      node.begin = earlier(node.begin, child.begin)
      node.end = later(node.end, child.end)
      node.isOpen ||= child.isOpen
      node.hasFailed ||= child.hasFailed
      node.contains += 1 + child.contains
    }
  }
}

/** Whether a resource is already an ancestor of the other one: cycles of parents are cut. */
function isBelow(node: Node, urn: string, nodes: ReadonlyMap<string, Node>): boolean {
  const seen = new Set<string>()
  for (
    let at: Node | undefined = node;
    at && !seen.has(at.urn);
    at = at.parent === null ? undefined : nodes.get(at.parent)
  ) {
    if (at.urn === urn) return true
    seen.add(at.urn)
  }
  return false
}

const earlier = (a: number | null, b: number | null): number | null =>
  a === null || b === null ? (a ?? b) : Math.min(a, b)
const later = (a: number | null, b: number | null): number | null =>
  a === null || b === null ? (a ?? b) : Math.max(a, b)
