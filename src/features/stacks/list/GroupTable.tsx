import { Link } from 'react-router'
import type { StackPage } from '#contract/stacks.ts'
import { counted, number, plural } from '#words/counts.ts'
import { type Column, CountInCard, Table } from '#src/ui/Table.tsx'
import { HealthBar } from './HealthBar.tsx'
import { HealthStatus } from '../HealthStatus.tsx'
import { groupLabel, needingIn, stacksIn } from './grouping.ts'

type Group = StackPage['groups'][number]
type Props = {
  groups: readonly Group[]
  by: string
  /** The address of the list of only this group. */
  toGroup: (name: string | null) => string
  maxHeight: string
}

/** So many kinds of health are named in a row, the worst ones. */
const NAMED = 3

const columns: readonly Column<Group, Pick<Props, 'by' | 'toGroup'>>[] = [
  {
    head: 'Group',
    className: 'min-w-44',
    cell: ({ name }, { by, toGroup }) => (
      <Link to={toGroup(name)} className="font-semibold text-accent wrap-anywhere hover:underline">
        {groupLabel(name, by)}
      </Link>
    ),
  },
  {
    head: 'Stacks',
    align: 'right',
    className: 'whitespace-nowrap',
    cell: (group) => {
      const [all, needing] = [stacksIn(group), needingIn(group)]
      if (needing === 0) return <CountInCard count={all} one="stack" many="stacks" />
      return (
        <>
          <span className="max-sm:hidden">{number(all)}</span>
          <span className="sm:hidden">
            {number(needing)} of {number(all)} {plural(needing, 'needs', 'need')} attention
          </span>
        </>
      )
    },
  },
  {
    head: 'Needs attention',
    align: 'right',
    // On a phone it is beside the number of stacks.
    className: 'whitespace-nowrap max-sm:hidden',
    cell: (group) => {
      const count = needingIn(group)
      return count === 0 ? null : <span className="font-semibold">{number(count)}</span>
    },
  },
  {
    head: 'Health',
    className: 'w-full',
    phone: { isWide: true },
    cell: ({ healthCounts }) => (
      <span className="flex flex-wrap items-center gap-x-4 gap-y-0.5">
        <HealthBar healthCounts={healthCounts} />
        {healthCounts.slice(0, NAMED).map(({ health, count }) => (
          <span key={health} className="flex items-center gap-1.5">
            <HealthStatus health={health} lastKind={undefined} />
            <span className="tabular-nums">{number(count)}</span>
          </span>
        ))}
        {healthCounts.length > NAMED && (
          <span className="text-muted">
            {counted(
              healthCounts.slice(NAMED).reduce((sum, { count }) => sum + count, 0),
              'other',
            )}
          </span>
        )}
      </span>
    ),
  },
]

/** The groups of a list that is too long to be read through: the size and health of each, and a link to its stacks. */
export const GroupTable = ({ groups, maxHeight, ...context }: Props) => (
  <Table
    label="Groups"
    columns={columns}
    rows={groups}
    rowKey={({ name }) => String(name)}
    context={context}
    maxHeight={maxHeight}
  />
)
