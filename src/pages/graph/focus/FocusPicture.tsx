import { useCallback, useMemo, useState } from 'react'
import ChevronsDownUp from 'lucide-react/icons/chevrons-down-up'
import {
  CARD_HEIGHT,
  type FocusBox,
  type FocusLine,
  focusPicture,
  OPEN_HEAD,
  OPEN_ROW,
} from '#domain/graphQueries/focusPicture.ts'
import { type Relation, relationsIn } from '#domain/graphQueries/relationKinds.ts'
import type { Entries } from '#src/features/resources/entries.ts'
import { counted, number } from '#words/counts.ts'
import { FocusCard } from './FocusCard.tsx'
import type { LastUpdate } from './lastTouch.ts'
import { MemberList } from './MemberList.tsx'
import { bundleName } from './words.ts'
import type { NeighbourhoodProps } from './props.ts'

/** The look of a relation; the strongest of several wins. */
export const STROKES = {
  property: { className: 'stroke-accent', dash: undefined },
  dependency: { className: 'stroke-accent', dash: '6 4' },
  parent: { className: 'stroke-control', dash: undefined },
  provider: { className: 'stroke-control', dash: '2 4' },
  deletedWith: { className: 'stroke-danger', dash: undefined },
  replaceWith: { className: 'stroke-attention', dash: '6 4' },
} as const satisfies Record<Relation, { className: string; dash: string | undefined }>

/** The neighbourhood side by side: dependencies on the left, dependents on the right. */
export function FocusPicture({ neighbourhood, relations, entries, focus, last, centreLink }: NeighbourhoodProps) {
  const [pane, size] = usePaneSize()
  const { kinds = 0, opened } = focus.address ?? {}
  const picture = useMemo(
    () => size && focusPicture({ neighbourhood, relations, kinds, typeOf: entries.typeOf, size, opened }),
    [neighbourhood, relations, kinds, entries, size, opened],
  )
  const kindsOf = useMemo(() => kindsByBox(picture?.boxes ?? [], picture?.lines ?? []), [picture])
  const nameOf = (index: number) => entries.names[index] ?? ''
  return (
    <div
      ref={pane}
      className="relative size-full overflow-auto"
      role="group"
      aria-label={`Around ${nameOf(neighbourhood.focus)}`}
    >
      {picture && (
        <div className="relative" style={{ width: '100%', height: picture.height }}>
          <svg
            aria-hidden
            className="pointer-events-none absolute inset-0 size-full overflow-visible"
            fill="none"
            strokeWidth="1.75"
          >
            {picture.lines.map((line) => (
              <Line key={`${line.from} ${line.to}`} line={line} />
            ))}
          </svg>
          {picture.columns.map(({ column, x, w, nearest, furthest, count }) => (
            <p
              key={column}
              className="absolute top-1.5 truncate text-xs font-medium text-muted"
              style={{ left: x, width: w }}
            >
              {headingOf(column, nearest, furthest)}{' '}
              {column !== 0 && <span className="font-normal">{number(count)}</span>}
            </p>
          ))}
          {picture.boxes.map((box, i) => (
            <div
              key={`${box.column} ${box.key}`}
              className="absolute transition-[top,left] motion-reduce:transition-none"
              style={{ left: box.x, top: box.y, width: box.w, height: box.h }}
            >
              {box.isOpen ? (
                <OpenGroup
                  box={box}
                  entries={entries}
                  last={last}
                  to={(urn) => focus.linkTo({ focus: [urn] })}
                  onClose={() => focus.tune({ opened: undefined })}
                />
              ) : (
                <FocusCard
                  bundle={box}
                  entries={entries}
                  kinds={kindsOf[i] ?? 0}
                  width={box.w}
                  last={last}
                  isFocus={box.column === 0}
                  to={box.column === 0 ? centreLink : (urn) => focus.linkTo({ focus: [urn] })}
                  onOpen={() => focus.tune({ opened: { column: box.column, key: box.key } })}
                />
              )}
            </div>
          ))}
        </div>
      )}
    </div>
  )
}

function headingOf(column: number, nearest: number, furthest: number): string {
  if (column === 0) return ''
  if (furthest > nearest) return `${number(nearest)} to ${counted(furthest, 'step')} away`
  return nearest > 1 ? `${counted(nearest, 'step')} away` : column < 0 ? 'Needs' : 'Needed by'
}

/** By box: its relation to the next box towards the focus. */
function kindsByBox(boxes: readonly FocusBox[], lines: readonly FocusLine[]): number[] {
  const kinds = boxes.map(() => 0)
  for (const line of lines) {
    const outer = (boxes[line.to]?.column ?? 0) <= 0 ? line.from : line.to
    kinds[outer] = (kinds[outer] ?? 0) | line.kinds
  }
  return kinds
}

function Line({ line: { points, kinds } }: { line: FocusLine }) {
  const [x1, y1, x2, y2] = points
  const [strongest = 'dependency'] = relationsIn(kinds)
  const { className, dash } = STROKES[strongest]
  const middle = (x1 + x2) / 2
  return (
    <g className={className}>
      <path d={`M${x1} ${y1}C${middle} ${y1} ${middle} ${y2} ${x2 - 5} ${y2}`} strokeDasharray={dash} />
      <path d={`M${x2 - 6} ${y2 - 3.5}L${x2 - 1} ${y2}L${x2 - 6} ${y2 + 3.5}`} />
    </g>
  )
}

type OpenProps = {
  box: FocusBox
  entries: Entries
  last: LastUpdate | null | undefined
  to: (urn: string) => string
  onClose: () => void
}

function OpenGroup({ box, entries, last, to, onClose }: OpenProps) {
  const name = bundleName(box, { nameOf: (index) => entries.names[index] ?? '', typeOf: entries.typeOf })
  return (
    <div className="flex size-full flex-col overflow-clip rounded-md border border-control bg-surface">
      <button
        type="button"
        aria-expanded
        onClick={onClose}
        className="flex w-full shrink-0 items-center gap-1.5 border-b border-line bg-sunken px-2.5 text-left hover:bg-hover"
        style={{ height: Math.min(OPEN_HEAD, CARD_HEIGHT) }}
      >
        <span className="truncate text-sm font-semibold text-ink">{name}</span>
        <ChevronsDownUp className="ml-auto size-3.5 shrink-0 text-muted" aria-hidden />
      </button>
      <MemberList
        members={box.members}
        entries={entries}
        last={last}
        to={to}
        rowHeight={OPEN_ROW}
        width={box.w}
        className="min-h-0 flex-1 overflow-auto"
      />
    </div>
  )
}

/** The current size of the drawing area. */
function usePaneSize() {
  const [size, setSize] = useState<{ width: number; height: number }>()
  const ref = useCallback((element: HTMLDivElement | null) => {
    if (!element) return undefined
    const measure = () => {
      const { clientWidth: width, clientHeight: height } = element
      if (width > 0) setSize((now) => (now?.width === width && now.height === height ? now : { width, height }))
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return [ref, size] as const
}
