import { memo, type ReactNode } from 'react'
import type { ForeignHolder } from '#contract/backends.ts'
import type { LeaseVerdict } from '#contract/leases.ts'
import type { StackFilter, StackPage, StackSummary } from '#contract/stacks.ts'
import { isWaiting } from '#domain/approvals/awaiting.ts'
import { stalledBy } from '#domain/lease/lease.ts'
import { fullName } from '#domain/stackName.ts'
import { LOCK_WORDS } from '#domain/backends/backendNames.ts'
import { isCountUnknown } from '#domain/backends/isCountUnknown.ts'
import { cx } from '#src/lib/cx.ts'
import { paths } from '#src/lib/paths.ts'
import { useRunnerName } from '#src/lib/personName.ts'
import { useSlides } from '#src/lib/useSlides.ts'
import { useFirstRows } from '#src/lib/useFirstRows.ts'
import { counted } from '#words/counts.ts'
import { AgentBadge } from '#src/ui/AgentBadge.tsx'
import { Avatar } from '#src/ui/Avatar.tsx'
import { hideable } from '#src/ui/ColumnsMenu.tsx'
import { ACTIONS, type Column, CountInCard, Table } from '#src/ui/Table.tsx'
import type { ColumnSort } from '#src/ui/TableHead.tsx'
import { TextLink } from '#src/ui/TextLink.tsx'
import { Countdown, Time } from '#src/ui/Time.tsx'
import { GroupRow } from './GroupRow.tsx'
import { groupOf, tagsOfLine } from './grouping.ts'
import { isInOldLayout } from './OldLayouts.tsx'
import { ElsewhereMark } from '../ElsewhereMark.tsx'
import { HealthStatus } from '../HealthStatus.tsx'
import { updateTitle, updateWords } from '../names.ts'
import { RunStrip } from '../runs/RunStrip.tsx'
import { StackMenu } from '../StackMenu.tsx'
import { hasOneOrg, StackName } from '../StackName.tsx'
import { TagChips } from './TagChips.tsx'

/** Number of runs in a strip of the list. */
export const STRIP_RUNS = 10

type Sort = StackFilter['sort']
type Props = {
  page: Pick<StackPage, 'stacks' | 'runs' | 'groups'>
  label?: string
  sort?: Sort | undefined
  onSort?: ((sort: Sort) => void) | undefined
  group?: string | undefined
  hidden: ReadonlySet<string>
  /** Without it, tags are not shown. */
  onTag?: ((tag: string) => void) | undefined
  /** Before the name: the star. */
  mark?: ((stack: StackSummary) => ReactNode) | undefined
  /** Below the name. */
  note?: ((stack: StackSummary) => ReactNode) | undefined
  maxHeight?: string
}

type Context = Pick<Props, 'sort' | 'onSort' | 'hidden' | 'onTag' | 'mark' | 'note'> &
  Pick<StackPage, 'runs'> & { hideOrg: boolean; isShort: boolean }

/** Sorted by this, in the useful direction: names ascending, others descending. */
const sortedBy =
  (by: Sort) =>
  ({ sort, onSort }: Context): ColumnSort | undefined =>
    sort && {
      direction: sort !== by ? 'none' : by === 'name' ? 'asc' : 'desc',
      onSort: () => onSort?.(by),
    }

const columns: readonly Column<StackSummary, Context>[] = [
  {
    head: 'Stack',
    sort: sortedBy('name'),
    // A name and two tags, however much there is in the other columns; where all are shorter, the health has the room.
    headClass: ({ isShort }) => (isShort ? 'xl:w-64' : 'xl:w-92'),
    // Where even a phone is narrow, as at 200 %, the health is below the name instead of breaking it.
    className: 'min-w-44 max-sm:row-start-1 max-[23rem]:col-span-2',
    phone: { order: 1 },
    cell: (stack, { hideOrg, hidden, onTag, mark, note }) => (
      <span className="flex items-start gap-1">
        {mark?.(stack)}
        <span className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-0.5">
          <span className="min-w-0">
            <StackName stack={stack.ref} hideOrg={hideOrg} />
            {note && <span className="block text-xs wrap-anywhere text-muted">{note(stack)}</span>}
          </span>
          {!hidden.has('place') && <ElsewhereMark elsewhere={stack.elsewhere} />}
          {onTag && !hidden.has('tags') && <TagChips tags={stack.tags} onTag={onTag} />}
        </span>
      </span>
    ),
  },
  {
    head: 'Health',
    sort: sortedBy('health'),
    className: 'max-w-80 max-sm:contents lg:min-w-40 xl:max-w-112 xl:min-w-64 2xl:max-w-140',
    title: ({ healthReason }) => healthReason,
    // On a phone the two are apart: the reason has a line of its own.
    cell: ({ health, healthReason, unhealthyCount, lastUpdate, elsewhere, lease }) => (
      <>
        <span className="max-sm:col-start-2 max-sm:row-start-1 max-sm:px-3 max-sm:text-right max-[23rem]:col-span-2 max-[23rem]:col-start-1 max-[23rem]:row-start-2 max-[23rem]:text-left">
          <HealthStatus
            health={health}
            unhealthyCount={unhealthyCount}
            lastKind={lastUpdate?.kind}
            lockWord={elsewhere?.holder?.word}
            isInvisible={elsewhere?.isInvisible}
            isFile={elsewhere?.kind === 'opened'}
          />
        </span>
        {health !== 'ok' && health !== 'empty' && health !== 'running' && !isInOldLayout(elsewhere) && (
          <span className="line-clamp-2 text-xs wrap-anywhere text-muted max-sm:col-span-full max-sm:row-start-3 max-sm:px-3">
            {lease?.decideBy !== undefined && (
              <>
                <Countdown until={lease.decideBy} /> left ·{' '}
              </>
            )}
            {healthReason}
          </span>
        )}
      </>
    ),
  },
  {
    id: 'runs',
    head: 'Last runs',
    // On a phone, an empty strip would be a gap.
    className: ({ id }, { runs }) =>
      cx(
        'max-sm:col-start-1 max-sm:row-start-4 max-sm:!pt-2.5 max-sm:pb-1',
        (runs[id] ?? []).length === 0 && 'max-sm:hidden',
      ),
    cell: ({ id }, { runs }) => <RunStrip runs={runs[id] ?? []} places={STRIP_RUNS} />,
  },
  {
    id: 'update',
    head: 'Last change',
    sort: sortedBy('activity'),
    className: 'whitespace-nowrap max-sm:col-span-full max-sm:row-start-5',
    cell: (stack) => <LastChange stack={stack} />,
  },
  {
    id: 'lease',
    head: 'Lease',
    // Across both columns on a phone, or it would take the room of the name.
    className:
      'whitespace-nowrap max-sm:col-span-full max-sm:row-start-4 max-sm:max-w-[calc(100%-5.5rem)] max-sm:justify-self-end max-sm:text-right',
    cell: (stack) => <LeaseOf stack={stack} />,
  },
  {
    id: 'resources',
    head: 'Resources',
    align: 'right',
    sort: sortedBy('resources'),
    className: 'whitespace-nowrap max-sm:col-start-1 max-sm:row-start-6 max-sm:text-left',
    cell: (stack) => (
      <>
        {isCountUnknown(stack) ? (
          <span className="text-muted">
            <span className="sm:hidden">resources </span>unknown
          </span>
        ) : (
          <CountInCard count={stack.resourceCount} one="resource" many="resources" />
        )}
        {stack.pendingCount > 0 && (
          <span className="text-attention"> +{counted(stack.pendingCount, 'pending', 'pending')}</span>
        )}
      </>
    ),
  },
  {
    ...ACTIONS,
    className: 'w-10 px-1 max-sm:col-start-2 max-sm:row-start-6 max-sm:w-auto max-sm:justify-self-end',
    cell: (stack) => <StackMenu stack={stack} />,
  },
]

/** What can be hidden: columns, and the tags below a name. */
export const COLUMNS: Record<string, string> = { ...hideable(columns), tags: 'Tags' }

/** Stacks as rows: name, health, last runs, last update, lease. Memoized, because a filter renders its page often. */
export const StackTable = memo(function StackTable(props: Props) {
  const { page, label = 'Stacks', sort, onSort, group, hidden, onTag, mark, note, maxHeight } = props
  const { stacks, runs, groups } = page
  const rows = useFirstRows(stacks)
  const hideOrg = hasOneOrg(stacks.map(({ ref }) => ref))
  return (
    <Table
      label={label}
      columns={columns}
      rows={rows}
      bodyRef={useSlides(rows.map(({ id }) => id))}
      rowKey={({ id }) => id}
      context={{
        sort,
        onSort,
        hidden,
        onTag,
        mark,
        note,
        runs,
        hideOrg,
        isShort: stacks.every((stack) => isShort(stack, hideOrg)),
      }}
      hidden={hidden}
      above={(stack, previous, width) => {
        if (group === undefined) return undefined
        const name = groupOf(stack, group)
        const isSame = previous !== undefined && name === groupOf(previous, group)
        return isSame ? undefined : <GroupRow name={name ?? null} by={group} groups={groups} columns={width} />
      }}
      maxHeight={maxHeight}
    />
  )
})

/** Whether its name and tags need no more than half the room of others. */
const isShort = ({ ref, tags }: StackSummary, hideOrg: boolean): boolean =>
  [hideOrg ? `${ref.project}/${ref.stack}` : fullName(ref), ...tagsOfLine(tags).shown.map(({ text }) => text)].join('')
    .length <= SHORT
const SHORT = 28

/** The list has no signs of life, so it calls no lease alive. */
const verdictWords = {
  alive: 'held',
  notProgressing: 'not progressing',
  notResponding: 'not responding',
  disconnected: 'disconnected',
} as const satisfies Record<Exclude<LeaseVerdict, 'awaitingApproval' | 'orphaned'>, string>

type StackProps = { stack: StackSummary }

/** The last update, or the write of the state that followed it: by the later one the list is sorted. */
function LastChange({ stack: { lastUpdate, elsewhere } }: StackProps) {
  const name = useRunnerName(lastUpdate?.by.login ?? '', lastUpdate?.ci ?? null)
  if (lastUpdate === null)
    return (
      <span className="text-muted">
        {elsewhere?.kind === 'opened' ? (
          <>
            <span className="sm:hidden">last update </span>not in the file
          </>
        ) : elsewhere ? (
          <>
            no history
            {elsewhere.writtenAt !== null && <StateWritten at={elsewhere.writtenAt} />}
          </>
        ) : (
          'none yet'
        )}
      </span>
    )
  const { by, ci, agent } = lastUpdate
  const at = lastUpdate.endedAt ?? lastUpdate.createdAt
  const writtenAt = elsewhere?.writtenAt ?? 0
  return (
    <span className="flex items-center gap-2">
      <Avatar name={name} login={by.login} isBot={ci !== null} />
      <span>
        {/* Health says that it waits or does not respond: “waiting for approval by” would name the wrong person. */}
        {stalledBy({ ...lastUpdate, isWaiting: isWaiting(lastUpdate) })
          ? updateTitle(lastUpdate)
          : updateWords(lastUpdate)}{' '}
        <span className="text-muted">by {name}</span>
        <AgentBadge agent={agent} />
        {writtenAt > at + RUN_END_MS ? (
          <StateWritten at={writtenAt} />
        ) : (
          <span className={WHEN}>
            <Time at={at} />
          </span>
        )}
      </span>
    </span>
  )
}

/** A run is recorded in its backend a moment before or after the last write of its state. */
const RUN_END_MS = 60_000

const WHEN = 'text-xs text-muted max-2xl:block 2xl:ml-2'

/** A write that no run of the history explains: of one that goes on, or was stopped. */
const StateWritten = ({ at }: { at: number }) => (
  <span className={WHEN}>
    state written <Time at={at} />
  </span>
)

function LeaseOf({ stack: { ref, lease, lock, lastUpdate, elsewhere } }: StackProps) {
  const ci = lastUpdate && lastUpdate.id === lease?.updateId ? lastUpdate.ci : null
  const name = useRunnerName(lease?.holder ?? '', ci)
  if (lock) return <span className="text-attention">locked</span>
  if (elsewhere?.holder) return <ForeignLockOf holder={elsewhere.holder} />
  if (elsewhere?.kind === 'opened') return null // a state alone does not show it
  if (lease === null) return <span className="sr-only">free</span> // a word in every row would hide those that matter
  return (
    <>
      {/* Nobody holds it any more. Rows have two lines: so the names and tags of the stacks get the width. */}
      {lease.verdict === 'orphaned' ? 'lease expired' : name}{' '}
      <span className="text-muted sm:max-2xl:block sm:max-2xl:text-xs">
        {lease.verdict === 'orphaned' ? (
          <>
            <span className="sm:max-2xl:hidden">· </span>last held by {name}
          </>
        ) : lease.verdict === 'awaitingApproval' ? (
          // What is left of the lease says nothing of how long it waits.
          <TextLink to={`${paths.stack(ref)}#approval`}>Allow or refuse</TextLink>
        ) : (
          <>
            {verdictWords[lease.verdict]},{' '}
            <span className="whitespace-nowrap">
              <Countdown until={lease.expiresAt} /> left
            </span>
          </>
        )}
      </span>
    </>
  )
}

/** Who took the lock in a connected backend; what is known about it is the health. */
const ForeignLockOf = ({ holder: { locks, word } }: { holder: ForeignHolder }) =>
  locks.length === 1 && locks[0]?.username ? (
    <>
      <span className="text-muted">locked by</span> {locks[0].username}
    </>
  ) : (
    <span className="text-muted">{LOCK_WORDS[word]}</span>
  )
