import GitBranch from 'lucide-react/icons/git-branch'
import LifeBuoy from 'lucide-react/icons/life-buoy'
import type { StackRef } from '#contract/common.ts'
import type { UpdateBrief } from '#contract/updates.ts'
import { failureLine } from '#domain/events/failureLine.ts'
import { stalledBy } from '#domain/lease/lease.ts'
import { cx } from '#src/lib/cx.ts'
import { Mono } from '#src/ui/Mono.tsx'
import { type Column, CountInCard, Table } from '#src/ui/Table.tsx'
import { TextLink } from '#src/ui/TextLink.tsx'
import { ChangeCounts } from './ChangeCounts.tsx'
import { type ClearedBy, clearedIn, LeftPending } from './LeftPending.tsx'
import { ProgressLine } from './progress/ProgressLine.tsx'
import { RuleNote } from './RuleNote.tsx'
import { RunDuration, RunStart } from './RunTime.tsx'
import { Missing, Uncounted } from './Uncounted.tsx'
import { UpdateStatus } from './UpdateStatus.tsx'
import { Who } from './Who.tsx'
import { isRunning, leftUnknown, ruleWords, runPath, runTitle, shortCommit } from './words.ts'

type Props = {
  stack: StackRef
  updates: readonly UpdateBrief[]
  label: string
  /** Hides the commit and the number of resources, for a table in half the width. */
  isShort?: boolean
}

type Context = {
  stack: StackRef
  isShort: boolean
  /** Whether most runs have a number of resources: of old ones only the counts may be kept. */
  hasResources: boolean
  clearedBy: ClearedBy
}

const columns: readonly Column<UpdateBrief, Context>[] = [
  {
    head: 'Update',
    className: 'max-w-96 min-w-48 py-1 max-sm:contents',
    cell: (run, { stack }) => <Run run={run} stack={stack} />,
  },
  {
    head: 'Status',
    className: 'py-1 whitespace-nowrap max-sm:contents',
    // On a phone the two are apart: what is pending has a line of its own.
    cell: (run, { clearedBy }) => (
      <>
        <span className="max-sm:order-2 max-sm:px-3 max-sm:text-right">
          <UpdateStatus status={run.status} approvals={run.approvals} verdict={run.verdict} />
        </span>
        {run.pendingLeft > 0 && (
          <span className="block max-sm:order-2 max-sm:col-span-2 max-sm:px-3">
            <LeftPending run={run} clearedBy={clearedBy} className="text-xs" />
          </span>
        )}
        {ruleWords(run.approvals) && (
          <span className="block max-sm:order-2 max-sm:col-span-2 max-sm:px-3">
            <RuleNote approvals={run.approvals} look="cell" className="text-xs" />
          </span>
        )}
      </>
    ),
  },
  {
    head: 'Changes',
    className: (run) =>
      cx(
        isRunning(run)
          ? // Its words are long: in one line they would push the last columns out of the table.
            'max-sm:order-7 max-sm:col-span-2 max-sm:pt-1'
          : 'whitespace-nowrap max-sm:order-6 max-sm:col-start-2 max-sm:text-right',
      ),
    cell: (run, { stack }) =>
      run.resourceChanges !== null ? (
        <ChangeCounts counts={run.resourceChanges} unknown={leftUnknown(run)} isPlanned={run.dryRun} />
      ) : isRunning(run) ? (
        <ProgressLine
          stack={stack}
          run={run.id}
          isShort
          isStalled={stalledBy(run) !== undefined}
          className="max-sm:w-full"
        />
      ) : (
        <Uncounted stack={stack} run={run} />
      ),
  },
  {
    head: 'Resources',
    isShown: ({ isShort, hasResources }) => !isShort && hasResources,
    align: 'right',
    className: 'whitespace-nowrap',
    phone: { order: 7, align: 'left' },
    cell: ({ resourceCount }) =>
      resourceCount === null ? <Missing /> : <CountInCard count={resourceCount} one="resource" many="resources" />,
  },
  {
    head: 'Who',
    // On a phone the words for a run that has not ended leave too little room beside them.
    className: (run) => cx('min-w-48 py-1', isRunning(run) && 'max-sm:col-span-2'),
    phone: { order: 3 },
    cell: (run) => <Who run={run} />,
  },
  {
    head: 'When',
    className: (run) =>
      cx(
        'py-1 whitespace-nowrap max-sm:text-muted',
        isRunning(run) ? 'max-sm:order-6 max-sm:col-start-2' : 'max-sm:order-4',
      ),
    phone: { align: 'right' },
    cell: (run) => <RunStart run={run} look="cell" />,
  },
  {
    head: 'Took',
    align: 'right',
    className: (run, { isShort, hasResources }) =>
      cx(
        'whitespace-nowrap',
        // On a phone two facts make a line: without the resources it is the first of one, and the commit has the last.
        isShort || !hasResources ? 'max-sm:order-5 max-sm:text-left' : 'max-sm:order-8',
        isRunning(run) && 'max-sm:hidden', // progress counts its time
      ),
    phone: { label: 'took' },
    cell: (run) => <RunDuration run={run} />,
  },
  {
    head: 'Commit',
    isShown: ({ isShort }) => !isShort,
    className: (_, { hasResources }) =>
      cx('whitespace-nowrap', hasResources ? 'max-sm:order-5' : 'max-sm:order-8 max-sm:col-span-2'),
    cell: ({ git }) => <Commit git={git} />,
  },
]

/** The runs of a stack, newest first: kind, result, changes, resources left, who, when, commit. */
export const HistoryTable = ({ stack, updates, label, isShort = false }: Props) => (
  <Table
    label={label}
    columns={columns}
    rows={updates}
    rowKey={({ id }) => id}
    context={{ stack, isShort, hasResources: mostHaveResources(updates), clearedBy: clearedIn(updates) }}
  />
)

const mostHaveResources = (updates: readonly UpdateBrief[]): boolean =>
  updates.filter(({ resourceCount }) => resourceCount !== null).length * 2 >= updates.length

/**
 * The run in two lines: its title, and its error or its message; with both, the message is beside the title. In a card
 * each has the whole width below the title and the result, and two lines.
 */
function Run({ run, stack }: { run: UpdateBrief; stack: StackRef }) {
  const failure = run.status === 'succeeded' ? null : run.failure
  const message = run.message !== '' && (
    <span
      // Of a rename, the new name is at the end.
      className={cx(
        IN_CARD,
        run.kind === 'rename' ? 'line-clamp-3' : 'line-clamp-1',
        'min-w-0 wrap-anywhere text-muted',
      )}
      title={run.message}
    >
      {run.message}
    </span>
  )
  return (
    <>
      <div className="flex items-baseline gap-2 max-sm:contents">
        <span className="max-sm:order-1 max-sm:px-3">
          <TextLink to={runPath(stack, run)} className="font-semibold whitespace-nowrap">
            {run.kind === 'recovery' && <LifeBuoy className="mr-1 inline size-3.5 align-[-2px]" aria-hidden />}
            {runTitle(run)}
          </TextLink>
        </span>
        {failure && message}
      </div>
      {failure ? (
        <span className={cx(IN_CARD, 'line-clamp-1 break-all text-danger')} title={failure.line}>
          {failureLine(failure)}
        </span>
      ) : (
        message
      )}
    </>
  )
}

/** A text of a run below its title and its result. */
const IN_CARD = 'max-sm:order-3 max-sm:col-span-2 max-sm:mx-3 max-sm:line-clamp-2'

function Commit({ git }: Pick<UpdateBrief, 'git'>) {
  if (git === null) return <Missing />
  const { head, branch, dirty } = git
  return (
    <>
      <Mono title={head}>{shortCommit(head)}</Mono>
      {dirty && <span className="text-attention"> (dirty)</span>}
      {branch !== null && (
        <span
          className="block max-w-48 truncate text-xs text-muted max-sm:ml-2 max-sm:inline-block max-sm:max-w-32 max-sm:align-bottom"
          title={branch}
        >
          <GitBranch className="mr-0.5 inline size-3 align-[-1px]" aria-hidden />
          {branch}
        </span>
      )}
    </>
  )
}
