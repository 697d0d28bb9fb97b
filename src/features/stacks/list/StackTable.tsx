import { Fragment, memo, type ReactNode } from 'react'
import type { LeaseVerdict } from '#contract/leases.ts'
import type { StackFilter, StackPage, StackSummary } from '#contract/stacks.ts'
import { useRunnerName } from '#src/lib/personName.ts'
import { useFirstRows } from '#src/lib/useFirstRows.ts'
import { counted, number, plural } from '#words/counts.ts'
import { Avatar } from '#src/ui/Avatar.tsx'
import { type SortDirection, Table, TBody, Td, Th, THead, Tr } from '#src/ui/Table.tsx'
import { Countdown, Time } from '#src/ui/Time.tsx'
import { GroupRow } from './GroupRow.tsx'
import { groupOf } from './grouping.ts'
import { HealthStatus } from '../HealthStatus.tsx'
import { updateWords } from '../names.ts'
import { RunStrip } from '../runs/RunStrip.tsx'
import { StackMenu } from '../StackMenu.tsx'
import { hasOneOrg, StackName } from '../StackName.tsx'
import { TagChips } from './TagChips.tsx'

/** Number of runs in a strip of the list. */
export const STRIP_RUNS = 10

/** Columns that can be hidden. */
export const COLUMNS = {
  runs: 'Last runs',
  update: 'Last update',
  lease: 'Lease',
  resources: 'Resources',
  tags: 'Tags',
} as const
export type Column = keyof typeof COLUMNS

type Sort = StackFilter['sort']
type Props = {
  page: Pick<StackPage, 'stacks' | 'runs' | 'groups'>
  label?: string
  sort?: Sort
  onSort?: (sort: Sort) => void
  group?: string | undefined
  hidden: ReadonlySet<Column>
  onTag: (tag: string) => void
  /** Before the name: the star. */
  mark?: (stack: StackSummary) => ReactNode
  maxHeight?: string
}

/** The useful sort direction of each column: names ascending, others descending. */
const directions = { name: 'asc', health: 'desc', resources: 'desc', activity: 'desc' } as const satisfies Record<
  Sort,
  SortDirection
>

/** Stacks as rows: name, health, last runs, last update, lease. Memoized, because a filter renders its page often. */
export const StackTable = memo(function StackTable(props: Props) {
  const { page, label = 'Stacks', sort, onSort, group, hidden, onTag, mark, maxHeight } = props
  const { stacks, runs, groups } = page
  const sorting = (by: Sort) =>
    sort === undefined ? {} : { sort: sort === by ? directions[by] : ('none' as const), onSort: () => onSort?.(by) }
  const shown = useFirstRows(stacks)
  const hideOrg = hasOneOrg(stacks.map(({ ref }) => ref))
  const columns = 3 + (['runs', 'update', 'lease', 'resources'] as const).filter((each) => !hidden.has(each)).length
  const groupAt = (index: number) => (stacks[index] && group ? groupOf(stacks[index], group) : undefined)
  return (
    <Table label={label} narrow="cards" maxHeight={maxHeight}>
      <THead>
        <Tr>
          <Th {...sorting('name')}>Stack</Th>
          <Th {...sorting('health')}>Health</Th>
          {!hidden.has('runs') && <Th>Last runs</Th>}
          {!hidden.has('update') && <Th {...sorting('activity')}>Last update</Th>}
          {!hidden.has('lease') && <Th>Lease</Th>}
          {!hidden.has('resources') && (
            <Th align="right" {...sorting('resources')}>
              Resources
            </Th>
          )}
          <Th>
            <span className="sr-only">Actions</span>
          </Th>
        </Tr>
      </THead>
      <TBody>
        {shown.map((stack, index) => (
          <Fragment key={stack.id}>
            {group !== undefined && groupAt(index) !== groupAt(index - 1) && (
              <GroupRow name={groupAt(index) ?? null} by={group} groups={groups} columns={columns} />
            )}
            <StackRow
              stack={stack}
              runs={runs[stack.id] ?? []}
              hideOrg={hideOrg}
              hidden={hidden}
              onTag={onTag}
              mark={mark?.(stack)}
            />
          </Fragment>
        ))}
      </TBody>
    </Table>
  )
})

/** The list has no signs of life, so it calls no lease alive. */
const verdictWords = {
  alive: 'held',
  silent: 'silent',
  suspect: 'suspect',
  disconnected: 'disconnected',
  orphaned: 'orphaned',
} as const satisfies Record<LeaseVerdict, string>

type RowProps = Pick<Props, 'hidden' | 'onTag'> & {
  stack: StackSummary
  runs: StackPage['runs'][string]
  hideOrg: boolean
  mark: ReactNode
}

function StackRow({ stack, runs, hideOrg, hidden, onTag, mark }: RowProps) {
  const { ref, health, healthReason, resourceCount, pendingCount, tags } = stack
  return (
    <Tr>
      <Td className="min-w-44 py-1 max-sm:order-1">
        <span className="flex items-start gap-1">
          {mark}
          <span className="flex min-w-0 flex-col items-start gap-0.5">
            <StackName stack={ref} hideOrg={hideOrg} />
            {!hidden.has('tags') && <TagChips tags={tags} onTag={onTag} />}
          </span>
        </span>
      </Td>
      {/* On a phone the two are apart: the reason has a line of its own. */}
      <Td title={healthReason} className="max-w-80 max-sm:contents 2xl:max-w-140">
        <span className="max-sm:order-2 max-sm:px-3 max-sm:text-right">
          <HealthStatus health={health} />
        </span>
        {health !== 'ok' && health !== 'empty' && health !== 'running' && (
          <span className="line-clamp-1 text-xs wrap-anywhere text-muted max-sm:col-span-full max-sm:row-start-2 max-sm:line-clamp-2 max-sm:px-3">
            {healthReason}
          </span>
        )}
      </Td>
      {!hidden.has('runs') && (
        <Td className="max-sm:col-start-1 max-sm:row-start-3 max-sm:py-1">
          <RunStrip runs={runs} places={STRIP_RUNS} />
        </Td>
      )}
      {!hidden.has('update') && (
        <Td className="whitespace-nowrap max-sm:col-span-full max-sm:row-start-4">
          <LastUpdate stack={stack} />
        </Td>
      )}
      {!hidden.has('lease') && (
        // Across both columns on a phone, or it would take the room of the name.
        <Td className="whitespace-nowrap max-sm:col-span-full max-sm:row-start-3 max-sm:max-w-[calc(100%-5.5rem)] max-sm:justify-self-end max-sm:text-right">
          <LeaseOf stack={stack} />
        </Td>
      )}
      {!hidden.has('resources') && (
        <Td align="right" className="whitespace-nowrap max-sm:col-start-1 max-sm:row-start-5 max-sm:text-left">
          {number(resourceCount)}
          <span className="sm:hidden"> {plural(resourceCount, 'resource', 'resources')}</span>
          {pendingCount > 0 && <span className="text-attention"> +{counted(pendingCount, 'pending', 'pending')}</span>}
        </Td>
      )}
      <Td
        align="right"
        className="w-10 px-1 max-sm:col-start-2 max-sm:row-start-5 max-sm:w-auto max-sm:justify-self-end"
      >
        <StackMenu stack={stack} />
      </Td>
    </Tr>
  )
}

function LastUpdate({ stack: { lastUpdate } }: Pick<RowProps, 'stack'>) {
  const name = useRunnerName(lastUpdate?.by.login ?? '', lastUpdate?.ci ?? null)
  if (lastUpdate === null) return <span className="text-muted">none yet</span>
  const { by, ci } = lastUpdate
  return (
    <span className="flex items-center gap-2">
      <Avatar name={name} login={by.login} isBot={ci !== null} />
      <span>
        {updateWords(lastUpdate)} <span className="text-muted">by {name}</span>
        <span className="block text-xs text-muted">
          <Time at={lastUpdate.endedAt ?? lastUpdate.createdAt} />
        </span>
      </span>
    </span>
  )
}

function LeaseOf({ stack: { lease, lock, lastUpdate } }: Pick<RowProps, 'stack'>) {
  const ci = lastUpdate && lastUpdate.id === lease?.updateId ? lastUpdate.ci : null
  const name = useRunnerName(lease?.holder ?? '', ci)
  if (lock) return <span className="text-attention">maintenance</span>
  if (lease === null) return <span className="text-muted">free</span>
  return (
    <>
      {name}{' '}
      <span className="text-muted">
        {lease.verdict === 'orphaned' ? (
          verdictWords.orphaned
        ) : (
          <>
            {verdictWords[lease.verdict]}, <Countdown until={lease.expiresAt} /> left
          </>
        )}
      </span>
    </>
  )
}
