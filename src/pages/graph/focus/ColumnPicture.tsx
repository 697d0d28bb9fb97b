import { type ReactNode, useMemo } from 'react'
import type { FocusBox, FocusColumn, FocusLine, FocusPicture } from '#domain/graphQueries/focusPicture.ts'
import { type Relation, relationsIn } from '#domain/graphQueries/relationKinds.ts'
import type { FlowLine } from '#src/features/graph/flow/flowLine.ts'
import { type FlowBox, FlowPane } from '#src/features/graph/flow/FlowPane.tsx'

/** The look of a relation; the strongest of several wins. */
export const STROKES = {
  property: { color: 'var(--color-accent)', dash: undefined },
  dependency: { color: 'var(--color-accent)', dash: '6 4' },
  parent: { color: 'var(--color-control)', dash: undefined },
  provider: { color: 'var(--color-control)', dash: '2 4' },
  deletedWith: { color: 'var(--color-danger)', dash: undefined },
  replaceWith: { color: 'var(--color-attention)', dash: '6 4' },
} as const satisfies Record<Relation, { color: string; dash: string | undefined }>

type Props = {
  label: string
  /** What the picture is about: a picture of something else is shown from its beginning. */
  subject: string
  picture: FocusPicture
  /** Width of the pane. */
  width: number
  /** The page scrolls under the pointer. */
  isInPage?: boolean
  headingOf: (column: FocusColumn) => ReactNode
  /** The content of a box; `kinds` is its relation to the next box towards the middle. */
  cardOf: (box: FocusBox, kinds: number) => ReactNode
  /** Its colour in the overview. */
  tintOf: (box: FocusBox) => string
}

/** Resources in columns by their distance from those in the middle column. */
export function ColumnPicture({ picture, width, isInPage = false, headingOf, cardOf, tintOf, ...pane }: Props) {
  const { boxes, lines, columns } = picture
  const home = useMemo(() => ({ x: startOf(picture, width), y: 0, zoom: 1 }), [picture, width])
  const kindsOf = kindsByBox(boxes, lines)
  const cards = boxes.map((box, i): FlowBox => {
    const { x, y, w, h } = box
    const place = { id: idOf(box), x, y, w, h, tint: tintOf(box) }
    // In a page that scrolls, the width changes with the scrollbar, for which nothing should glide.
    return { ...place, glides: !isInPage, content: cardOf(box, kindsOf[i] ?? 0) }
  })
  const headings = columns.map((column): FlowBox => {
    const content = <p className="truncate text-xs font-medium text-muted">{headingOf(column)}</p>
    return { id: `heading ${column.column}`, x: column.x, y: 6, w: column.w, h: 16, isFrame: true, content }
  })
  return (
    <FlowPane
      {...pane}
      isInPage={isInPage}
      home={home}
      whole={{ x: 0, y: 0, w: picture.width, h: picture.height }}
      boxes={[...headings, ...cards]}
      lines={lines.map((line) => flowLine(line, boxes))}
    />
  )
}

/** Where the picture begins in a pane: of one that is too narrow the focus is in the middle. */
function startOf({ boxes, width }: FocusPicture, pane: number): number {
  const [focus] = boxes
  const middle = focus ? focus.x + focus.w / 2 : 0
  return Math.max(pane - width, Math.min(0, pane / 2 - middle))
}

/** What remains beside an opened rest of a column can be a rest too. */
const idOf = ({ column, key, isOpen }: FocusBox): string => `${column} ${isOpen ? 'open ' : ''}${key}`

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
