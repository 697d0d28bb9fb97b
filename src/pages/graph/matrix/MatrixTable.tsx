import type { DependencyMatrix } from '#domain/graphQueries/dependencyMatrix.ts'
import { cx } from '#src/lib/cx.ts'
import { counted, number } from '#words/counts.ts'

type Props = {
  matrix: DependencyMatrix
  caption: string
  nameOf: (item: number) => string
  /** Opens what is in an item; undefined if it has no content. */
  onOpen: (item: number) => (() => void) | undefined
  /** The two items whose dependencies are listed. */
  chosen: readonly [number, number] | undefined
  onChoose: (pair: readonly [number, number]) => void
}

/** Share of the accent in the darkest cell: letters on it stay legible in both themes. */
const DARKEST = 45
const PALEST = 8

/** The matrix: a row for each item that depends, a column for each it depends on; the more, the darker. */
export const MatrixTable = ({ matrix: { items, counts, most }, caption, nameOf, ...props }: Props) => (
  <div className="max-w-full shrink-0 overflow-x-auto">
    <table className="border-separate border-spacing-0.5 text-sm">
      <caption className="sr-only">{caption}</caption>
      <thead>
        <tr>
          <th scope="col" className="pr-2 pb-1 text-right align-bottom text-xs font-normal text-muted">
            depends on →
          </th>
          {items.map((item) => (
            <th key={item} scope="col" title={nameOf(item)} className="w-11 pb-1 text-center align-bottom font-medium">
              <span className="inline-block max-h-26 rotate-180 truncate text-left align-bottom [writing-mode:vertical-rl]">
                {nameOf(item)}
              </span>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {items.map((user, row) => (
          <tr key={user} className="group">
            <th scope="row" className="max-w-48 pr-2 text-right font-medium group-hover:text-accent">
              <Name name={nameOf(user)} onOpen={props.onOpen(user)} />
            </th>
            {items.map((used, column) => (
              <Cell
                key={used}
                count={counts[row]?.[column] ?? 0}
                most={most}
                isOwn={row === column}
                title={titleOf(nameOf(user), nameOf(used), counts[row]?.[column] ?? 0)}
                isChosen={props.chosen?.[0] === user && props.chosen[1] === used}
                onChoose={() => props.onChoose([user, used])}
              />
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </div>
)

const titleOf = (user: string, used: string, count: number): string =>
  user === used
    ? `${counted(count, 'dependency', 'dependencies')} within ${user}`
    : `${user} depends on ${used}: ${counted(count, 'time')}`

const Name = ({ name, onOpen }: { name: string; onOpen: (() => void) | undefined }) =>
  onOpen ? (
    <button
      type="button"
      title={`What is in ${name}`}
      className="max-w-full truncate rounded-sm py-1 text-accent hover:underline"
      onClick={onOpen}
    >
      {name}
    </button>
  ) : (
    <span className="block truncate" title={name}>
      {name}
    </span>
  )

type CellProps = {
  count: number
  most: number
  isOwn: boolean
  isChosen: boolean
  title: string
  onChoose: () => void
}

/** A number, which lists what it counts; pairs without dependencies are blank. */
const Cell = ({ count, most, isOwn, isChosen, title, onChoose }: CellProps) => {
  // By its root, so that small numbers differ beside a large one.
  const share = PALEST + (DARKEST - PALEST) * Math.sqrt(count / Math.max(1, most))
  const isFilled = count > 0 && !isOwn
  return (
    <td
      title={title}
      className={cx(
        'h-8 w-11 rounded-sm border p-0 text-center tabular-nums',
        isFilled ? 'font-medium text-ink' : 'text-muted',
        isChosen ? 'border-accent' : isFilled ? 'border-transparent' : 'border-line',
        isOwn && 'bg-sunken',
      )}
      style={
        isFilled
          ? { background: `color-mix(in oklab, var(--color-accent) ${share.toFixed(0)}%, var(--color-surface))` }
          : undefined
      }
    >
      {count > 0 ? (
        <button
          type="button"
          aria-pressed={isChosen}
          aria-label={title}
          className="size-full rounded-sm -outline-offset-2 hover:underline"
          onClick={onChoose}
        >
          {number(count)}
        </button>
      ) : (
        <span className="sr-only">none</span>
      )}
    </td>
  )
}
