import type { DeletedStack } from '#contract/deletedStacks.ts'
import { bothTimes, DAY_MS, durationText } from '#words/time.ts'
import { Person } from '#src/features/people/Person.tsx'
import { Button } from '#src/ui/Button.tsx'
import { ACTIONS, type Column, CountInCard, Table } from '#src/ui/Table.tsx'
import { DatedTime } from '#src/ui/Time.tsx'
import { TimeOrNever } from '#src/ui/TimeOrNever.tsx'
import { useServerTime } from '#src/ui/useServerTime.ts'
import { counted } from '#words/counts.ts'

type Props = { stacks: readonly DeletedStack[]; onRestore: (stack: DeletedStack) => void }

const columns: readonly Column<DeletedStack, Pick<Props, 'onRestore'>>[] = [
  {
    head: 'Stack',
    className: 'min-w-24 py-1 font-medium wrap-anywhere sm:min-w-40',
    phone: { order: 1 },
    cell: ({ ref, isNameTaken }) => (
      <>
        {ref.project}/<wbr />
        {ref.stack}
        {isNameTaken && <span className="block text-xs font-normal text-muted">another stack has this name now</span>}
      </>
    ),
  },
  {
    head: 'Deleted',
    className: 'py-1 whitespace-nowrap',
    phone: { order: 4, align: 'right', label: 'Deleted' },
    cell: ({ deletedAt }) => <DatedTime at={deletedAt} look="cell" />,
  },
  {
    head: 'By',
    className: 'min-w-20 wrap-anywhere',
    phone: { order: 3 },
    cell: ({ deletedBy }) => <Person login={deletedBy} />,
  },
  {
    head: 'Resources',
    align: 'right',
    phone: { order: 5, align: 'left' },
    cell: ({ resourceCount, pendingCount }) => (
      <>
        <CountInCard count={resourceCount} one="resource" many="resources" />
        {pendingCount > 0 && (
          <span className="block text-xs whitespace-nowrap text-attention">{pendingCount} pending</span>
        )}
      </>
    ),
  },
  {
    head: 'Versions',
    align: 'right',
    phone: { order: 7, align: 'left' },
    cell: ({ version }) => <CountInCard count={version} one="version" many="versions" />,
  },
  {
    head: 'Last update',
    className: 'py-1 whitespace-nowrap',
    phone: { order: 6, align: 'right', label: 'Updated' },
    cell: ({ lastUpdateAt }) => <TimeOrNever at={lastUpdateAt} />,
  },
  {
    head: 'Guarantee',
    className: 'whitespace-nowrap max-sm:self-center',
    phone: { order: 8, align: 'right' },
    cell: ({ keptUntil }) => <KeptUntil at={keptUntil} />,
  },
  {
    ...ACTIONS,
    phone: { order: 2 },
    cell: (stack, { onRestore }) => (
      <Button size="sm" aria-label={`Restore ${stack.ref.project}/${stack.ref.stack}`} onClick={() => onRestore(stack)}>
        Restore…
      </Button>
    ),
  },
]

/** Deleted stacks with what is left of each. */
export const DeletedTable = ({ stacks, onRestore }: Props) => (
  <Table label="Deleted stacks" columns={columns} rows={stacks} rowKey={({ id }) => id} context={{ onRestore }} />
)

function KeptUntil({ at }: { at: number }) {
  const words = useServerTime((now) => {
    const left = at - now
    if (left <= 0) return 'Guarantee ended; still here'
    return left < DAY_MS ? `${durationText(left)} left` : `${counted(Math.ceil(left / DAY_MS), 'day')} left`
  })
  return (
    <time dateTime={new Date(at).toISOString()} title={bothTimes(at)}>
      {words}
    </time>
  )
}
