import { useMemo } from 'react'
import {
  type FocusBox,
  type FocusLine,
  type FocusPicture as Picture,
  focusPicture,
} from '#domain/graphQueries/focusPicture.ts'
import { type Relation, relationsIn } from '#domain/graphQueries/relationKinds.ts'
import { type FlowBox, type FlowLine, FlowPane } from '#src/features/graph/flow/FlowPane.tsx'
import { usePaneSize } from '#src/features/graph/view/usePane.ts'
import { counted, number } from '#words/counts.ts'
import { FocusCard } from './FocusCard.tsx'
import { OpenGroup } from './OpenGroup.tsx'
import type { NeighbourhoodProps } from './props.ts'

/** The look of a relation; the strongest of several wins. */
export const STROKES = {
  property: { color: 'var(--color-accent)', dash: undefined },
  dependency: { color: 'var(--color-accent)', dash: '6 4' },
  parent: { color: 'var(--color-control)', dash: undefined },
  provider: { color: 'var(--color-control)', dash: '2 4' },
  deletedWith: { color: 'var(--color-danger)', dash: undefined },
  replaceWith: { color: 'var(--color-attention)', dash: '6 4' },
} as const satisfies Record<Relation, { color: string; dash: string | undefined }>

/** The neighbourhood side by side: dependencies on the left, dependents on the right. */
export function FocusPicture(props: NeighbourhoodProps) {
  const { neighbourhood, relations, entries, focus } = props
  const { setPane, size } = usePaneSize()
  const { kinds = 0, opened } = focus.address ?? {}
  const picture = useMemo(
    () => size && focusPicture({ neighbourhood, relations, kinds, typeOf: entries.typeOf, size, opened }),
    [neighbourhood, relations, kinds, entries, size, opened],
  )
  const home = useMemo(
    () => ({ x: size && picture ? startOf(picture, size.width) : 0, y: 0, zoom: 1 }),
    [picture, size],
  )
  return (
    <div ref={setPane} className="relative size-full">
      {picture && (
        <FlowPane
          label={`Around ${entries.names[neighbourhood.focus] ?? ''}`}
          subject={String(neighbourhood.focus)}
          home={home}
          whole={{ x: 0, y: 0, w: picture.width, h: picture.height }}
          boxes={[...picture.columns.map(headingBox), ...cardBoxes(picture, props)]}
          lines={picture.lines.map((line) => flowLine(line, picture.boxes))}
        />
      )}
    </div>
  )
}

/** Where the picture begins in a pane: of one that is too narrow the focus is in the middle. */
function startOf({ boxes, width }: Picture, pane: number): number {
  const [focus] = boxes
  const middle = focus ? focus.x + focus.w / 2 : 0
  return Math.max(pane - width, Math.min(0, pane / 2 - middle))
}

const headingBox = ({ column, x, w, nearest, furthest, count }: Picture['columns'][number]): FlowBox => ({
  id: `heading ${column}`,
  x,
  y: 6,
  w,
  h: 16,
  isFrame: true,
  content: (
    <p className="truncate text-xs font-medium text-muted">
      {headingOf(column, nearest, furthest)} {column !== 0 && <span className="font-normal">{number(count)}</span>}
    </p>
  ),
})

function headingOf(column: number, nearest: number, furthest: number): string {
  if (column === 0) return ''
  if (furthest > nearest) return `${number(nearest)} to ${counted(furthest, 'step')} away`
  return nearest > 1 ? `${counted(nearest, 'step')} away` : column < 0 ? 'Needs' : 'Needed by'
}

/** What remains beside an opened rest of a column can be a rest too. */
const idOf = ({ column, key, isOpen }: FocusBox): string => `${column} ${isOpen ? 'open ' : ''}${key}`

function cardBoxes({ boxes, lines }: Picture, { entries, focus, last, centreLink }: NeighbourhoodProps): FlowBox[] {
  const kindsOf = kindsByBox(boxes, lines)
  const linkTo = (urn: string) => focus.linkTo({ focus: [urn] })
  return boxes.map((box, i): FlowBox => {
    const { x, y, w, h, column, key } = box
    const place = { id: idOf(box), x, y, w, h, glides: true, tint: TINTS[column === 0 ? 'focus' : 'card'] }
    const common = { bundle: box, entries, last, width: w }
    if (box.isOpen)
      return {
        ...place,
        content: <OpenGroup {...common} to={linkTo} onClose={() => focus.tune({ opened: undefined })} />,
      }
    const card = (
      <FocusCard
        {...common}
        kinds={kindsOf[i] ?? 0}
        isFocus={column === 0}
        to={column === 0 ? centreLink : linkTo}
        onOpen={() => focus.tune({ opened: { column, key } })}
      />
    )
    return { ...place, content: card }
  })
}

const TINTS = { focus: 'var(--color-accent)', card: 'var(--color-control)' }

/** By box: its relation to the next box towards the focus. */
function kindsByBox(boxes: readonly FocusBox[], lines: readonly FocusLine[]): number[] {
  const kinds = boxes.map(() => 0)
  for (const line of lines) {
    const outer = (boxes[line.to]?.column ?? 0) <= 0 ? line.from : line.to
    kinds[outer] = (kinds[outer] ?? 0) | line.kinds
  }
  return kinds
}

function flowLine({ points, kinds, from, to }: FocusLine, boxes: readonly FocusBox[]): FlowLine {
  const [x1, y1, x2, y2] = points
  const [strongest = 'dependency'] = relationsIn(kinds)
  const [source, target] = [boxes[from], boxes[to]].map((box) => (box ? idOf(box) : ''))
  const middle = (x1 + x2) / 2
  return {
    id: `${source} to ${target}`,
    from: source ?? '',
    to: target ?? '',
    path: `M${x1} ${y1}C${middle} ${y1} ${middle} ${y2} ${x2 - 1} ${y2}`,
    width: 1.75,
    ...STROKES[strongest],
  }
}
