import { Fragment, memo } from 'react'
import type { ActivityRun } from '#contract/activity.ts'
import { failureLine } from '#domain/events/failureLine.ts'
import { hasOneOrg } from '#src/features/stacks/StackName.tsx'
import { ChangeCounts } from '#src/features/updates/ChangeCounts.tsx'
import { RunDuration } from '#src/features/updates/RunTime.tsx'
import { UpdateStatus } from '#src/features/updates/UpdateStatus.tsx'
import { Who } from '#src/features/updates/Who.tsx'
import { ProgressLine } from '#src/features/updates/progress/ProgressLine.tsx'
import { isRunning, runPath, runTitle } from '#src/features/updates/words.ts'
import { cx } from '#src/lib/cx.ts'
import { counted } from '#words/counts.ts'
import { localDate } from '#words/time.ts'
import { paths } from '#src/lib/paths.ts'
import { DayRow, isNewDay } from '#src/ui/DayRow.tsx'
import { Status } from '#src/ui/Status.tsx'
import { InCard, Table, TBody, Td, Th, THead, Tr } from '#src/ui/Table.tsx'
import { TextLink } from '#src/ui/TextLink.tsx'
import { TimeOfDay } from '#src/ui/Time.tsx'
import type { Choice } from './filter.ts'

/** Columns that can be hidden. */
export const COLUMNS = { changes: 'Changes', who: 'Who', took: 'Took' } as const
export type Column = keyof typeof COLUMNS

type Props = {
  runs: readonly ActivityRun[]
  hidden: ReadonlySet<Column>
  onFilter: (change: Partial<Choice>) => void
  /** Where only one day is listed. */
  dayPath: (day: string) => string
}

const SHOWN_ALWAYS = 4

/** Runs of many stacks, grouped by day. Memoized, because a filter renders its page often. */
export const ActivityTable = memo(function ActivityTable({ runs, hidden, onFilter, dayPath }: Props) {
  const columns = SHOWN_ALWAYS + Object.keys(COLUMNS).length - hidden.size
  const hideOrg = hasOneOrg(runs.map(({ stack }) => stack))
  return (
    <Table label="Activity" narrow="cards">
      <THead>
        <Tr>
          <Th>When</Th>
          <Th>Stack</Th>
          <Th>Run</Th>
          <Th>Result</Th>
          {!hidden.has('changes') && <Th>Changes</Th>}
          {!hidden.has('who') && <Th>Who</Th>}
          {!hidden.has('took') && <Th align="right">Took</Th>}
        </Tr>
      </THead>
      <TBody>
        {runs.map((run, index) => {
          const before = runs[index - 1]
          return (
            <Fragment key={run.update.id}>
              {isNewDay(startOf(run), before && startOf(before)) && (
                <DayRow at={startOf(run)} columns={columns} to={dayPath(localDate(startOf(run)))} />
              )}
              <Row run={run} hideOrg={hideOrg} hidden={hidden} onFilter={onFilter} />
            </Fragment>
          )
        })}
      </TBody>
    </Table>
  )
})

const startOf = ({ update: { startedAt, createdAt } }: ActivityRun): number => startedAt ?? createdAt

type RowProps = { run: ActivityRun; hideOrg: boolean } & Pick<Props, 'hidden' | 'onFilter'>

function Row({ run, hideOrg, hidden, onFilter }: RowProps) {
  const { stack, update } = run
  const { org, project } = stack
  return (
    <Tr>
      <Td className="py-1 whitespace-nowrap max-sm:order-5 max-sm:text-right max-sm:text-xs">
        <TimeOfDay at={startOf(run)} />
      </Td>
      <Td className="min-w-40 wrap-anywhere max-sm:order-1">
        <button
          type="button"
          title={`Only updates of ${org}/${project}`}
          aria-label={`${org}/${project}`}
          onClick={() => onFilter({ stack: `${org}/${project}` })}
          className="inline min-h-6 rounded-sm text-left text-muted hover:text-ink hover:underline"
        >
          {!hideOrg && `${org}/`}
          {project}
        </button>
        <span className="text-muted">/</span>
        <TextLink to={paths.stack(stack)} className="font-semibold">
          {stack.stack}
        </TextLink>
      </Td>
      <Td className="max-w-120 min-w-44 py-1 max-sm:order-3 max-sm:col-span-2 max-sm:max-w-none">
        <div className="max-sm:flex max-sm:items-baseline max-sm:gap-2">
          <TextLink to={runPath(stack, update)} className="whitespace-nowrap">
            {runTitle(update)}
          </TextLink>
          {update.message !== '' && (
            <span className="line-clamp-1 wrap-anywhere text-muted" title={update.message}>
              {update.message}
            </span>
          )}
        </div>
        <Cause update={update} />
        {update.pendingLeft > 0 && (
          <span className="flex text-xs">
            <Status tone="attention">{counted(update.pendingLeft, 'operation')} left pending</Status>
          </span>
        )}
      </Td>
      <Td className="whitespace-nowrap max-sm:order-2 max-sm:text-right">
        <UpdateStatus status={update.status} />
      </Td>
      {!hidden.has('changes') && (
        <Td className={cx('whitespace-nowrap max-sm:order-6', isRunning(update) && 'max-sm:col-span-2')}>
          {update.resourceChanges !== null ? (
            <ChangeCounts counts={update.resourceChanges} />
          ) : (
            isRunning(update) && <ProgressLine stack={stack} run={update.id} className="max-sm:w-full" />
          )}
        </Td>
      )}
      {!hidden.has('who') && (
        <Td className="min-w-32 py-1 max-sm:order-4">
          <Who run={update} withBranch />
        </Td>
      )}
      {!hidden.has('took') && (
        <Td align="right" className={cx('whitespace-nowrap', isRunning(update) ? 'max-sm:hidden' : 'max-sm:order-7')}>
          <InCard>took</InCard>
          <RunDuration run={update} />
        </Td>
      )}
    </Tr>
  )
}

/** The cause of a failed run, in a line. */
function Cause({ update: { failure, status } }: { update: ActivityRun['update'] }) {
  if (failure === null || status === 'succeeded') return null
  return (
    <span className="line-clamp-1 text-xs wrap-anywhere text-danger" title={failure.text}>
      {failureLine(failure)}
    </span>
  )
}
