import { useQuery } from '@tanstack/react-query'
import { memo, type ReactNode } from 'react'
import type { ForeignHolder } from '#contract/backends.ts'
import type { LeaseVerdict } from '#contract/leases.ts'
import type { StackFilter, StackPage, StackSummary } from '#contract/stacks.ts'
import { isWaiting } from '#domain/approvals/awaiting.ts'
import { stalledBy } from '#domain/lease/lease.ts'
import { LOCK_WORDS } from '#domain/backends/backendNames.ts'
import { isCountUnknown } from '#domain/backends/isCountUnknown.ts'
import { isAdmin, sessionQueries } from '#src/api/session.ts'
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
import { groupOf } from './grouping.ts'
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
  Pick<StackPage, 'runs'> & { hideOrg: boolean }

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
    // A name and two tags, however much there is in the other columns.
    headClass: 'xl:w-92',
    className: 'min-w-44',
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
    className: 'max-w-80 max-sm:contents lg:min-w-40 xl:min-w-64 2xl:max-w-140',
    title: ({ healthReason }) => healthReason,
    // On a phone the two are apart: the reason has a line of its own.
    cell: ({ health, healthReason, unhealthyCount, elsewhere, lease }) => (
      <>
        <span className="max-sm:order-2 max-sm:px-3 max-sm:text-right">
          <HealthStatus
            health={health}
            unhealthyCount={unhealthyCount}
            lockWord={elsewhere?.holder?.word}
            isInvisible={elsewhere?.isInvisible}
            isFile={elsewhere?.kind === 'opened'}
          />
        </span>
        {health !== 'ok' && health !== 'empty' && health !== 'running' && (
          <span className="line-clamp-2 text-xs wrap-anywhere text-muted max-sm:col-span-full max-sm:row-start-2 max-sm:px-3">
            {lease?.decideBy !== undefined && (
              <>
                <Countdown until={lease.decideBy} /> left ·{' '}
              </>
            )}
      {name} {/* Rows have two lines: so the names and tags of the stacks get the width. */}
      <span className="text-muted sm:max-2xl:block sm:max-2xl:text-xs">
        {lease.verdict === 'orphaned' ? (
          verdictWords[lease.verdict]
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

/** Who took the lock in a connected backend, and the word about it. */
const ForeignLockOf = ({ holder: { locks, word } }: { holder: ForeignHolder }) => (
  <>
    {locks.length === 1 && locks[0]?.username} <span className="text-muted">{LOCK_WORDS[word]}</span>
  </>
)
