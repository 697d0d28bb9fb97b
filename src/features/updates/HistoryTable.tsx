import GitBranch from 'lucide-react/icons/git-branch'
import Hourglass from 'lucide-react/icons/hourglass'
import LifeBuoy from 'lucide-react/icons/life-buoy'
import type { StackRef } from '#contract/common.ts'
import type { UpdateBrief } from '#contract/updates.ts'
import { failureLine } from '#domain/events/failureLine.ts'
import { cx } from '#src/lib/cx.ts'
import { counted, number, plural } from '#words/counts.ts'
import { Mono } from '#src/ui/Mono.tsx'
import { Status } from '#src/ui/Status.tsx'
import { Table, TBody, Td, Th, THead, Tr } from '#src/ui/Table.tsx'
import { TextLink } from '#src/ui/TextLink.tsx'
import { ChangeCounts } from './ChangeCounts.tsx'
import { ProgressLine } from './progress/ProgressLine.tsx'
import { RunDuration, RunStart } from './RunTime.tsx'
import { UpdateStatus } from './UpdateStatus.tsx'
import { Who } from './Who.tsx'
import { isRunning, runPath, runTitle, shortCommit } from './words.ts'

type Props = {
  stack: StackRef
  updates: readonly UpdateBrief[]
  label: string
  /** Hides the commit and the number of resources, for a table in half the width. */
  isShort?: boolean
}

/** The runs of a stack, newest first: kind, result, changes, resources left, who, when, commit. */
export const HistoryTable = ({ stack, updates, label, isShort = false }: Props) => (
  <Table label={label} narrow="cards">
    <THead>
      <Tr>
        <Th>Update</Th>
        <Th>Status</Th>
        <Th>Changes</Th>
        {!isShort && <Th align="right">Resources</Th>}
        <Th>Who</Th>
        <Th>When</Th>
        <Th align="right">Took</Th>
        {!isShort && <Th>Commit</Th>}
      </Tr>
    </THead>
    <TBody>
      {updates.map((run) => (
        <HistoryRow key={run.id} stack={stack} run={run} isShort={isShort} />
      ))}
    </TBody>
  </Table>
)

type RowProps = { stack: StackRef; run: UpdateBrief; isShort: boolean }

function HistoryRow({ stack, run, isShort }: RowProps) {
  const { kind, status, message, resourceChanges, pendingLeft, failure } = run
  return (
    <Tr>
      <Td className="max-w-96 min-w-48 py-1 max-sm:order-1">
        <TextLink to={runPath(stack, run)} className="font-semibold">
          {kind === 'recovery' && <LifeBuoy className="mr-1 inline size-3.5 align-[-2px]" aria-hidden />}
          {runTitle(run)}
        </TextLink>
        {failure !== null && status !== 'succeeded' && (
          <span className="line-clamp-2 wrap-anywhere text-danger" title={failure.line}>
            {failureLine(failure)}
          </span>
        )}
        {message !== '' && (
          <span className="line-clamp-2 wrap-anywhere text-muted" title={message}>
            {message}
          </span>
        )}
      </Td>
      {/* On a phone the two are apart: what is pending has a line of its own. */}
      <Td className="py-1 whitespace-nowrap max-sm:contents">
        <span className="max-sm:order-2 max-sm:px-3 max-sm:text-right">
          <UpdateStatus status={status} />
        </span>
        {pendingLeft > 0 && (
          <span className="block max-sm:order-2 max-sm:col-span-2 max-sm:px-3">
            <Status tone="attention" Icon={Hourglass} className="text-xs">
              {counted(pendingLeft, 'operation')} left pending
            </Status>
          </span>
        )}
      </Td>
      <Td
        className={cx(
          'whitespace-nowrap max-sm:order-6',
          isRunning(run) ? 'max-sm:col-span-2 max-sm:pt-1' : 'max-sm:col-start-2 max-sm:text-right',
        )}
      >
        {resourceChanges === null ? (
          isRunning(run) ? (
            <ProgressLine stack={stack} run={run.id} className="max-sm:w-full" />
          ) : (
            <span className="text-muted">{untold(run)}</span>
          )
        ) : (
          <ChangeCounts counts={resourceChanges} />
        )}
      </Td>
      {!isShort && (
        <Td align="right" className="whitespace-nowrap max-sm:order-7 max-sm:text-left">
          {run.resourceCount === null ? (
            <span className="text-muted">–</span>
          ) : (
            <>
              {number(run.resourceCount)}
              <span className="sm:hidden"> {plural(run.resourceCount, 'resource', 'resources')}</span>
            </>
          )}
        </Td>
      )}
      <Td className="min-w-48 py-1 max-sm:order-3">
        <Who run={run} />
      </Td>
      <Td className="py-1 whitespace-nowrap max-sm:order-4 max-sm:text-right max-sm:text-muted">
        <RunStart run={run} look="cell" />
      </Td>
      <Td
        align="right"
        className={cx('whitespace-nowrap', isShort ? 'max-sm:order-5 max-sm:text-left' : 'max-sm:order-8')}
      >
        <RunDuration run={run} />
      </Td>
      {!isShort && (
        <Td className="whitespace-nowrap max-sm:order-5">
          <Commit git={run.git} />
        </Td>
      )}
    </Tr>
  )
}

/** Why there are no counts: a version written by the server was not made by an engine. */
const untold = ({ kind }: UpdateBrief): string =>
  kind === 'recovery' || kind === 'rename' || kind === 'import' ? 'state only' : '–'

function Commit({ git }: Pick<UpdateBrief, 'git'>) {
  if (git === null) return <span className="text-muted">none</span>
  const { head, branch, dirty } = git
  return (
    <>
      <Mono title={head}>{shortCommit(head)}</Mono>
      {dirty && <span className="text-attention"> changed</span>}
      {branch !== null && (
        <span className="block max-w-48 truncate text-xs text-muted" title={branch}>
          <GitBranch className="mr-0.5 inline size-3 align-[-1px]" aria-hidden />
          {branch}
        </span>
      )}
    </>
  )
}
