import type { ActivityFilter, ActivityRun } from '#contract/activity.ts'
import { ChangeCounts } from '#src/features/updates/ChangeCounts.tsx'
import { RunDuration, RunStart } from '#src/features/updates/RunTime.tsx'
import { UpdateStatus } from '#src/features/updates/UpdateStatus.tsx'
import { Who } from '#src/features/updates/Who.tsx'
import { runPath, runTitle } from '#src/features/updates/words.ts'
import { counted } from '#words/counts.ts'
import { paths } from '#src/lib/paths.ts'
import { Status } from '#src/ui/Status.tsx'
import { Table, TBody, Td, Th, THead, Tr } from '#src/ui/Table.tsx'
import { TextLink } from '#src/ui/TextLink.tsx'

type Props = { runs: readonly ActivityRun[]; onFilter: (change: Partial<ActivityFilter>) => void }

/** Runs of many stacks as rows. */
export const ActivityTable = ({ runs, onFilter }: Props) => (
  <Table label="Activity" narrow="cards">
    <THead>
      <Tr>
        <Th>When</Th>
        <Th>Stack</Th>
        <Th>Run</Th>
        <Th>Result</Th>
        <Th>Changes</Th>
        <Th>Who</Th>
        <Th align="right">Took</Th>
      </Tr>
    </THead>
    <TBody>
      {runs.map((run) => (
        <Row key={run.update.id} run={run} onFilter={onFilter} />
      ))}
    </TBody>
  </Table>
)

function Row({ run: { stack, update }, onFilter }: { run: ActivityRun } & Pick<Props, 'onFilter'>) {
  const { org, project } = stack
  return (
    <Tr>
      <Td className="whitespace-nowrap max-sm:order-4 max-sm:text-right max-sm:text-muted">
        <RunStart run={update} />
      </Td>
      <Td className="min-w-44 wrap-anywhere max-sm:order-1">
        <button
          type="button"
          title={`Only updates of ${org}/${project}`}
          onClick={() => onFilter({ stack: `${org}/${project}` })}
          className="inline min-h-6 rounded-sm text-left text-muted hover:text-ink hover:underline"
        >
          {org}/{project}
        </button>
        <span className="text-muted">/</span>
        <TextLink to={paths.stack(stack)} className="font-semibold">
          {stack.stack}
        </TextLink>
      </Td>
      <Td className="max-w-96 min-w-44 py-1 max-sm:order-3">
        <TextLink to={runPath(stack, update)}>{runTitle(update)}</TextLink>
        {update.message !== '' && (
          <span className="line-clamp-1 wrap-anywhere text-muted" title={update.message}>
            {update.message}
          </span>
        )}
      </Td>
      <Td className="whitespace-nowrap max-sm:order-2 max-sm:text-right">
        <UpdateStatus status={update.status} />
        {update.pendingLeft > 0 && (
          <span className="block">
            <Status tone="attention" className="text-xs">
              {counted(update.pendingLeft, 'operation')} left pending
            </Status>
          </span>
        )}
      </Td>
      <Td className="whitespace-nowrap max-sm:hidden">
        {update.resourceChanges !== null && <ChangeCounts counts={update.resourceChanges} />}
      </Td>
      <Td className="min-w-32 py-1 max-sm:hidden">
        <Who run={update} withBranch />
      </Td>
      <Td align="right" className="whitespace-nowrap max-sm:hidden">
        <RunDuration run={update} />
      </Td>
    </Tr>
  )
}
