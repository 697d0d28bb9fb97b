import { useMemo } from 'react'
import Database from 'lucide-react/icons/database'
import Lock from 'lucide-react/icons/lock'
import { GRAPH_FLAG, type GraphColumns } from '#contract/resources.ts'
import { type Bundle, isGroup } from '#domain/graphQueries/bundles.ts'
import type { FocusBox, FocusColumn } from '#domain/graphQueries/focusPicture.ts'
import { holdsData, type Question, type Reached } from '#domain/graphQueries/reach.ts'
import { reachPicture } from '#domain/graphQueries/reachPicture.ts'
import { heldBy } from '#domain/graphQueries/stateful.ts'
import { shortType } from '#domain/state/shortType.ts'
import { usePaneSize } from '#src/features/graph/view/usePane.ts'
import { counted, number } from '#words/counts.ts'
import { ColumnPicture } from '../ColumnPicture.tsx'
import { FocusCard } from '../FocusCard.tsx'
import { OpenGroup } from '../OpenGroup.tsx'
import type { FocusProps } from '../props.ts'
import { sideOf } from '../words.ts'

type Props = FocusProps & {
  label: string
  graph: GraphColumns
  question: Question
  reached: readonly Reached[]
  /** What the filter leaves of it; other cards are paler. */
  shown: readonly Reached[]
  selected: number
  /** Address of the page with this resource selected. */
  selectLink: (urn: string) => string
}

/** The heading of what is asked about. */
const ROOTS = { delete: 'If deleted', replace: 'If replaced', needs: '' } as const satisfies Record<Question, string>

/**
 * What is reached, in columns by step, as the neighbours of a resource are drawn: cards that hold data are red, and of a
 * column with too many each type is one card. The table below it has the same rows, for the keyboard too.
 */
export function ReachPicture({ label, graph, relations, entries, focus, last, question, reached, ...props }: Props) {
  const { shown, selected, selectLink } = props
  const { setPane, size } = usePaneSize()
  const { roots, address } = focus
  const opened = address?.opened
  const width = size?.width
  const picture = useMemo(
    () =>
      width === undefined
        ? undefined
        : reachPicture({ question, roots, reached, relations, typeOf: entries.typeOf, width, opened }),
    [question, roots, reached, relations, entries, width, opened],
  )
  const isShown = useMemo(() => new Set(shown.map(({ index }) => index)), [shown])
  const dataIn = ({ members }: Pick<Bundle, 'members'>) => members.filter((index) => holdsData(graph, index)).length
  const cardOf = (box: FocusBox, kinds: number) => {
    const { column, key, w, members, isOpen } = box
    const common = { bundle: box, entries, last, width: w, to: selectLink }
    if (isOpen) return <OpenGroup {...common} onClose={() => focus.tune({ opened: undefined })} />
    const data = dataIn(box)
    const guarded = members.filter((index) => ((graph.flags[index] ?? 0) & GRAPH_FLAG.protect) !== 0).length
    return (
      <FocusCard
        {...common}
        kinds={kinds}
        side={sideOf(question)}
        isFocus={column === 0 || members.includes(selected)}
        isPale={column !== 0 && !members.some((index) => isShown.has(index))}
        tabIndex={-1}
        isDanger={data > 0 && question !== 'needs'}
        {...(!isGroup(box) && { left: <TypeChip type={box.type ?? ''} /> })}
        {...((data > 0 || guarded > 0) && { right: <Stake {...{ box, data, guarded }} /> })}
        onOpen={() => focus.tune({ opened: { column, key } })}
      />
    )
  }
  const headingOf = (column: FocusColumn) => {
    if (column.column === 0) return ROOTS[question]
    const inColumn = picture?.boxes.filter((box) => box.column === column.column) ?? []
    return <Heading {...column} data={inColumn.reduce((sum, box) => sum + dataIn(box), 0)} />
  }
  const tintOf = (box: FocusBox) =>
    `var(--color-${box.column === 0 ? 'accent' : dataIn(box) > 0 ? 'danger' : 'control'})`
  return (
    <div ref={setPane} className="relative w-full shrink-0" style={{ height: picture?.height ?? 0 }}>
      {picture && width !== undefined && (
        <ColumnPicture
          isInPage
          label={label}
          subject={`${question} ${roots.join()}`}
          {...{ picture, width, headingOf, cardOf, tintOf }}
        />
      )}
    </div>
  )
}

type HeadingProps = Pick<FocusColumn, 'nearest' | 'furthest' | 'count'> & { data: number }

/** How far the resources of a column are, how many they are, and how many of them hold data. */
const Heading = ({ nearest, furthest, count, data }: HeadingProps) => (
  <>
    {furthest > nearest && `${number(nearest)} to `}
    {counted(furthest, 'step')} away <span className="font-normal">{number(count)}</span>
    {data > 0 && <span className="text-danger"> · {counted(data, 'holds', 'hold')} data</span>}
  </>
)

const TypeChip = ({ type }: { type: string }) => (
  <span className="rounded-sm bg-unknown-subtle px-1 text-ink">{shortType(type)}</span>
)

type StakeProps = { box: Bundle; data: number; guarded: number }

/** What to know before a delete: which data it holds, and whether it is protected; of a group how many. */
const Stake = ({ box, data, guarded }: StakeProps) => (
  <span className="inline-flex items-center gap-2 font-medium">
    {data > 0 && (
      <span className="inline-flex items-center gap-1 text-danger">
        <Database className="size-3 shrink-0" aria-hidden />
        {isGroup(box) ? `${counted(data, 'holds', 'hold')} data` : heldBy(box.type ?? '')}
      </span>
    )}
    {guarded > 0 && (
      <span className="inline-flex items-center gap-1 text-attention">
        <Lock className="size-3 shrink-0" aria-hidden />
        <span className={data > 0 ? 'sr-only' : undefined}>
          {isGroup(box) ? `${number(guarded)} protected` : 'Protected'}
        </span>
      </span>
    )}
  </span>
)
