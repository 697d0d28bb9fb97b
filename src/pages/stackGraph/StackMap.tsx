import { useMemo } from 'react'
import type { StackGraph } from '#contract/stackGraph.ts'
import { at } from '#domain/graphLayout/columns.ts'
import { BOX, EDGE, type Positions } from '#domain/graphLayout/positions.ts'
import { HEADER } from '#domain/graphLayout/sizes.ts'
import type { Tree } from '#domain/graphLayout/tree.ts'
import type { Marks } from '#domain/overlays/overlay.ts'
import type { FlowLine } from '#src/features/graph/flow/flowLine.ts'
import { type FlowBox, FlowPane } from '#src/features/graph/flow/FlowPane.tsx'
import { labelPlace, routePath } from '#src/features/graph/flow/routePath.ts'
import { type About, aboutItems } from '#src/features/graph/paint/about.ts'
import { lineEmphasisOf, type Selection, selectionOf } from '#src/features/graph/paint/emphasis.ts'
import { hubsOf } from '#src/features/graph/paint/ends.ts'
import { viewOfTarget } from '#src/features/graph/view/camera.ts'
import { type Area, areaOf } from '#src/features/graph/viewport.ts'
import { number } from '#words/counts.ts'
import { ClosedProject, ProjectFrame, StackCard } from './MapBoxes.tsx'
import type { StackPicture } from './stackPicture.ts'

type Props = {
  graph: StackGraph
  picture: StackPicture
  positions: Positions
  size: { width: number; height: number }
  marks: Marks
  hits: Uint8Array | undefined
  selected: number
  /** Address of the page with this stack selected. */
  linkTo: (index: number) => string
  onToggle: (group: number, isOpen: boolean) => void
  onEmpty: () => void
}

/** Largest zoom of the whole map: cards are easy to read, and not larger than the page's own text. */
const LARGEST = 1.6

/** Height of a number of readers below its card. */
const BADGE = 10

/** While the pane has no size. */
const UNSCALED = { x: 0, y: 0, zoom: 1 }

/** The linked stacks at their places: a link for each, a frame around each project. */
export function StackMap(props: Props) {
  const { picture, positions, size, marks, hits, selected, onEmpty } = props
  const { model, frame } = picture
  const { topology, tree } = model
  const item = selected < 0 ? -1 : at(tree.itemOf, selected)
  const selection = useMemo(() => selectionOf(topology, tree, item), [topology, tree, item])
  const about = useMemo(
    () => aboutItems({ model, frame, selection, marks, hits }),
    [model, frame, selection, marks, hits],
  )
  const whole = useMemo(() => boundsOf(positions), [positions])
  const home = useMemo(() => viewOfTarget({ area: whole, zooms: { most: LARGEST } }, size) ?? UNSCALED, [whole, size])
  const wish = useMemo(
    () => (item < 0 ? undefined : areaOf(positions, boxWith(tree, positions, item))),
    [tree, positions, item],
  )
  return (
    <FlowPane
      label="Map of linked stacks"
      subject="stacks"
      home={home}
      whole={whole}
      wish={wish}
      boxes={[nameBox(about, whole), ...Array.from(positions.sequence, (box) => flowBox(box, about, props))]}
      lines={flowLines(positions, tree, selection, about)}
      onEmpty={onEmpty}
    />
  )
}

/** What is drawn, with the name of the map above it: the frame itself is as large as the pane it was laid out for. */
function boundsOf(positions: Positions): Area {
  const boxes = Array.from(positions.sequence, (box) => areaOf(positions, box))
  if (boxes.length === 0) return areaOf(positions, 0)
  const [xs, ys] = [0, 1].map((side) => Array.from(positions.points).filter((_, i) => i % 2 === side))
  const left = Math.min(...boxes.map(({ x }) => x), ...(xs ?? []))
  const top = Math.min(...boxes.map(({ y }) => y), ...(ys ?? [])) - HEADER
  const right = Math.max(...boxes.map(({ x, w }) => x + w), ...(xs ?? []))
  const bottom = Math.max(...boxes.map(({ y, h }) => y + h), ...(ys ?? []))
  return { x: left, y: top, w: right - left, h: bottom + BADGE - top }
}

/** The box of an item, or of the closed group that it is in. */
function boxWith(tree: Tree, { item }: Positions, wanted: number): number {
  for (let each = wanted; each > 0; each = at(tree.parent, each)) {
    const box = item.indexOf(each)
    if (box >= 0) return box
  }
  return 0
}

/** The name of the map, above all that is drawn. */
const nameBox = (about: About, { x, y, w }: Area): FlowBox => ({
  id: '0',
  x,
  y,
  w,
  h: HEADER,
  isFrame: true,
  content: <ProjectFrame about={about} item={0} />,
})

function flowBox(box: number, about: About, { graph, picture, positions, linkTo, onToggle }: Props): FlowBox {
  const item = at(positions.item, box)
  const [kind, resource] = [positions.kind[box], at(about.tree.resource, item)]
  const area = areaOf(positions, box)
  const place = { ...area, id: String(item) }
  const group = { about, item }
  if (kind === BOX.open)
    return { ...place, isFrame: true, content: <ProjectFrame {...group} onClose={() => onToggle(item, true)} /> }
  const mark = about.markOf(item)
  const tint = `var(--color-${mark?.look ?? 'control'})`
  if (kind === BOX.closed)
    return { ...place, tint, content: <ClosedProject {...group} onOpen={() => onToggle(item, false)} /> }
  const isHere = resource < picture.stackCount
  const hubs = hubsOf(positions)
  return {
    ...place,
    tint,
    content: (
      <StackCard
        {...group}
        stack={graph.stacks[resource]}
        to={isHere ? linkTo(resource) : undefined}
        readers={hubs.dependents.get(box) ?? 0}
      />
    ),
  }
}

/** Lines as laid out; those of the selection stand out, and are over the others. */
function flowLines(p: Positions, tree: Tree, selection: Selection | undefined, about: About): FlowLine[] {
  const idOf = (box: number) => String(at(p.item, box))
  const lines = Array.from(p.edgeFrom, (from, e) => {
    const [to, flags, weight] = [at(p.edgeTo, e), at(p.edgeFlags, e), at(p.edgeWeight, e)]
    const ends = [at(p.item, from), at(p.item, to)] as const
    const emphasis = lineEmphasisOf(tree, selection, ends, (flags & EDGE.hub) !== 0)
    const corners = cornersOf(p, e)
    const stands = emphasis !== 'plain' && emphasis !== 'dimmed'
    const isPale = !stands && (flags & EDGE.pale) !== 0
    const line: FlowLine = {
      id: `${idOf(from)} to ${idOf(to)}`,
      from: idOf(from),
      to: idOf(to),
      path: routePath(corners),
      color: isPale
        ? 'color-mix(in oklab, var(--color-faint) 55%, var(--color-surface))'
        : `var(--color-${!stands ? 'faint' : emphasis === 'downstream' ? 'attention' : 'accent'})`,
      width: stands ? 2.2 : isPale ? 1.5 : 1 + Math.log2(weight) * 0.3,
      dash: emphasis === 'downstream' ? '7 4' : flags & EDGE.backward ? '3 3' : undefined,
      opacity: emphasis === 'dimmed' || (!stands && ends.some(about.isFaded)) ? 0.25 : 1,
      isTwoWay: (flags & EDGE.twoWay) !== 0,
      count: weight > 1 && !isPale ? numberAt(weight, labelPlace(corners)) : undefined,
    }
    return {
      line,
      stands,
      isHidden: emphasis === 'hidden' || corners.length < 2 || (stands && (flags & EDGE.bundle) !== 0),
    }
  })
  return lines
    .filter(({ isHidden }) => !isHidden)
    .toSorted((a, b) => Number(a.stands) - Number(b.stands))
    .map(({ line }) => line)
}

const numberAt = (weight: number, place: { x: number; y: number } | undefined): FlowLine['count'] =>
  place && { ...place, text: number(weight) }

const cornersOf = (p: Positions, e: number): [number, number][] =>
  Array.from({ length: at(p.pointStart, e + 1) - at(p.pointStart, e) }, (_, i) => {
    const place = 2 * (at(p.pointStart, e) + i)
    return [at(p.points, place), at(p.points, place + 1)]
  })
