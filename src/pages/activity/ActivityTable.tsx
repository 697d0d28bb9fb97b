import { memo } from 'react'
import type { ActivityRun } from '#contract/activity.ts'
import { fullName } from '#domain/stackName.ts'
import { stalledBy } from '#domain/lease/lease.ts'
import { failureLine } from '#domain/events/failureLine.ts'
import { hasOneOrg, shortStack } from '#src/features/stacks/StackName.tsx'
import { ChangeCounts } from '#src/features/updates/ChangeCounts.tsx'
import { type ClearedBy, clearedIn, LeftPending } from '#src/features/updates/LeftPending.tsx'
import { RuleNote } from '#src/features/updates/RuleNote.tsx'
import { RunDuration } from '#src/features/updates/RunTime.tsx'
import { isUncounted, Uncounted } from '#src/features/updates/Uncounted.tsx'
import { UpdateStatus } from '#src/features/updates/UpdateStatus.tsx'
import { Who } from '#src/features/updates/Who.tsx'
import { ProgressLine } from '#src/features/updates/progress/ProgressLine.tsx'
import { isRunning, leftUnknown, ruleWords, runPath, runTitle } from '#src/features/updates/words.ts'
import { cx } from '#src/lib/cx.ts'
import { localDate } from '#words/time.ts'
import { paths } from '#src/lib/paths.ts'
import { DayRow, isNewDay } from '#src/ui/DayRow.tsx'
import { hideable } from '#src/ui/ColumnsMenu.tsx'
import { type Column, Table } from '#src/ui/Table.tsx'
import { TextLink } from '#src/ui/TextLink.tsx'
import { TimeOfDay } from '#src/ui/Time.tsx'
import type { Change } from './filter.ts'

type Props = {
  runs: readonly ActivityRun[]
  hidden: ReadonlySet<string>
  onFilter: (change: Change) => void
  /** Where only one day is listed. */
  dayPath: (day: string) => string
}

/** Characters of a part of a long name: a line of its column. */
const PART = 16

const startOf = ({ update: { startedAt, createdAt } }: ActivityRun): number => startedAt ?? createdAt

const columns: readonly Column<
  ActivityRun,
  { hideOrg: boolean; clearedBy: ClearedBy } & Pick<Props, 'onFilter' | 'hidden'>
>[] = [
  {
    head: 'Started',
    className: 'whitespace-nowrap max-sm:col-start-2 max-sm:!pl-0 max-sm:text-xs',
    phone: { order: 6, align: 'right' },
    cell: (run, { hidden }) => (
      <>
        <TimeOfDay at={startOf(run)} look="line" />
        {/* In one line on a phone: a line of its own would cost each card one. */}
        {!hidden.has('took') && !isRunning(run.update) && (
          <span className="text-muted sm:hidden">
            {' '}
            ·{' '}
            <span className="whitespace-nowrap">
              took <RunDuration run={run.update} />
            </span>
          </span>
        )}
      </>
    ),
  },
  {
    head: 'Stack',
    className: 'min-w-40 wrap-anywhere',
    phone: { order: 1 },
    cell: ({ stack: ref }, { hideOrg, onFilter }) => {
      const name = `${ref.org}/${ref.project}`
      const shown = shortStack(ref, PART)
      return (
        // What was shortened fits one line.
        <span className={shown === ref ? undefined : 'xl:whitespace-nowrap'}>
          <button
            type="button"
            title={`Only updates of ${name}`}
            aria-label={name}
            onClick={() => onFilter({ stack: name })}
            className="inline min-h-6 rounded-sm text-left text-muted hover:text-ink hover:underline"
          >
            {/* The slash is in it, or a line could begin with it. */}
            {hideOrg ? shown.project : `${shown.org}/${shown.project}`}/
          </button>
          <TextLink
            to={paths.stack(ref)}
            className={cx('font-semibold', shown !== ref && 'whitespace-nowrap')}
            aria-label={ref.stack}
            title={fullName(ref)}
          >
            {shown.stack}
          </TextLink>
        </span>
      )
    },
  },
  {
    head: 'Run',
    className: 'min-w-44 sm:max-w-120 xl:w-2/5 xl:max-w-0',
    phone: { order: 3, isWide: true },
    // One line where there is room for the cause beside the message.
    cell: ({ stack, update }, { clearedBy }) => (
      <div className="xl:flex xl:items-baseline xl:gap-3">
        <div className={cx('flex min-w-0 items-baseline gap-2', causeOf(update) && 'xl:shrink-0 2xl:max-w-2/5')}>
          <TextLink to={runPath(stack, update)} className="whitespace-nowrap">
            {runTitle(update)}
          </TextLink>
          {update.message !== '' && (
            <span
              // Where there is room for one of them, the cause says more.
              className={cx('line-clamp-1 min-w-0 break-all text-muted', causeOf(update) && 'xl:max-2xl:hidden')}
              title={update.message}
            >
              {update.message}
            </span>
          )}
        </div>
        <Trouble update={update} clearedBy={clearedBy} />
      </div>
    ),
  },
  {
    head: 'Result',
    className: 'whitespace-nowrap',
    phone: { order: 2, align: 'right' },
    cell: ({ update: { status, approvals, verdict } }) => (
      <UpdateStatus status={status} approvals={approvals} verdict={verdict} />
    ),
  },
  {
    id: 'changes',
    head: 'Changes',
    className: ({ update }) => cx('whitespace-nowrap', isRunning(update) && 'max-sm:col-span-2'),
    phone: { order: 5 },
    cell: ({ stack, update }) =>
      isUncounted(update) ? (
        <Uncounted stack={stack} run={update} />
      ) : update.resourceChanges !== null ? (
        <ChangeCounts counts={update.resourceChanges} unknown={leftUnknown(update)} isPlanned={update.dryRun} />
      ) : (
        isRunning(update) && (
          <ProgressLine
            stack={stack}
            run={update.id}
            isShort
            isStalled={stalledBy(update) !== undefined}
            className="max-sm:w-full sm:my-1"
          />
        )
      ),
  },
  {
    id: 'who',
    head: 'Who',
    className: 'min-w-32',
    phone: { order: 4, isWide: true },
    cell: ({ update }) => <Who run={update} withBranch isLine />,
  },
  {
    id: 'took',
    head: 'Took',
    align: 'right',
    className: 'whitespace-nowrap max-sm:hidden',
    cell: ({ update }) => <RunDuration run={update} />,
  },
]

/** Columns that can be hidden. */
export const COLUMNS = hideable(columns)

/** Runs of many stacks, grouped by day. Memoized, because a filter renders its page often. */
export const ActivityTable = memo(function ActivityTable({ runs, hidden, onFilter, dayPath }: Props) {
  return (
    <Table
      label="Activity"
      columns={columns}
      rows={runs}
      rowKey={({ update }) => update.id}
      context={{ hideOrg: hasOneOrg(runs.map(({ stack }) => stack)), clearedBy: clearedOf(runs), onFilter, hidden }}
      hidden={hidden}
      // Rows of one line, as low as the controls in them.
      className="[&_td]:h-[min(var(--row-height),1.625rem)] sm:[&_td]:py-0 max-sm:[&_tbody_tr]:!py-0"
      above={(run, previous, width) =>
        isNewDay(startOf(run), previous && startOf(previous)) && (
          <DayRow at={startOf(run)} columns={width} to={dayPath(localDate(startOf(run)))} />
        )
      }
    />
  )
})

/** Each stack for itself. */
const clearedOf = (runs: readonly ActivityRun[]): ClearedBy =>
  new Map(
    [...Map.groupBy(runs, ({ stack }) => fullName(stack)).values()].flatMap((group) => [
      ...clearedIn(group.map(({ update }) => update)),
    ]),
  )

type Run = Pick<ActivityRun, 'update'>

const causeOf = ({ failure, status }: Run['update']) => (status === 'succeeded' ? null : failure)
const hasTrouble = (update: Run['update']): boolean =>
  causeOf(update) !== null || update.pendingLeft > 0 || ruleWords(update.approvals) !== undefined

/** What rules did to a run, what it left pending, and the cause of a failed one, in a line: a row has two at most. */
function Trouble({ update, clearedBy }: Run & { clearedBy: ClearedBy }) {
  const cause = causeOf(update)
  const { pendingLeft, approvals } = update
  if (!hasTrouble(update)) return null
  // The message beside a few words is cut before they are.
  const isShort = cause === null && ruleWords(approvals) === undefined
  return (
    <div className={cx('flex min-w-0 items-baseline gap-x-2 text-xs max-sm:flex-wrap', isShort && 'xl:shrink-0')}>
      {/* The error of a refused step says so itself. */}
      {cause === null && <RuleNote approvals={approvals} className="min-w-0" />}
      {pendingLeft > 0 && <LeftPending run={update} clearedBy={clearedBy} className="shrink-0" />}
      {cause && (
        <span
          className="line-clamp-1 min-w-0 break-all text-danger max-sm:line-clamp-2 max-sm:break-normal max-sm:wrap-anywhere"
          title={cause.text}
        >
          {failureLine(cause)}
        </span>
      )}
    </div>
  )
}
