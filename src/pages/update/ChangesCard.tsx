import { useQuery } from '@tanstack/react-query'
import ListTree from 'lucide-react/icons/list-tree'
import { useMemo } from 'react'
import { z } from 'zod'
import type { ChangeRow, UpdateDetail } from '#contract/updates.ts'
import { failureOf } from '#src/api/http/failure.ts'
import { updateQueries } from '#src/api/updates.ts'
import { ChangeCounts } from '#src/features/updates/ChangeCounts.tsx'
import { groupCounts, opGroup } from '#domain/events/opGroups.ts'
import { ResourceLinks } from '#src/features/resources/ResourceLinks.tsx'
import { ChangeList } from '#src/features/updates/ChangeList.tsx'
import { type ChangeFilter, filterCounts } from '#src/features/updates/changeTree.ts'
import { isRunning, leftUnknown } from '#src/features/updates/words.ts'
import { shownCause } from './CauseNotice.tsx'
import { paths } from '#src/lib/paths.ts'
import { addressState, useAddressState } from '#src/lib/useAddressState.ts'
import { Button } from '#src/ui/Button.tsx'
import { Card } from '#src/ui/Card.tsx'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { ErrorView } from '#src/ui/ErrorView.tsx'
import { LinkButton } from '#src/ui/LinkButton.tsx'
import { SelectField } from '#src/ui/SelectField.tsx'
import { Skeleton, SkeletonBar } from '#src/ui/Skeleton.tsx'
import { TreeShape } from '#src/ui/WaitingShapes.tsx'
import { number } from '#words/counts.ts'

const address = addressState({ show: z.enum(['changes', 'failed', 'all']).default('changes') })

/** What the run changed, and what it wanted to change besides: `Changed (2), unknown (1)`. */
function changedLabel({ changes, failed, ...others }: ReturnType<typeof filterCounts>): string {
  const rest = (['unknown', 'waiting', 'allowed', 'refused'] as const).filter((state) => others[state] > 0)
  const changed = rest.reduce((count, state) => count - others[state], changes)
  const word = changed > 0 && failed >= changes ? 'Attempted' : 'Changed'
  return [`${word} (${changed})`, ...rest.map((state) => `${state} (${others[state]})`)].join(', ')
}

/** The changes by resource; the filter is in the address (`?show=`). */
export function ChangesCard({ run }: { run: UpdateDetail }) {
  const { data, error, isFetching, refetch } = useQuery(updateQueries.changes(run.stack, run.id))
  const [{ show: filter }, change] = useAddressState(address)
  const counts = useMemo(() => filterCounts(data?.rows ?? []), [data])
  // "No changes" would be wrong for a run whose only step has an unknown end.
  const isOpenEnded = counts.changes > 0 && groupCounts(data?.totals ?? {}).every(({ group }) => group === 'same')
  const show = (chosen: ChangeFilter) => change({ show: chosen })
  return (
    <Card
      title="Changes"
      padding="none"
      actions={
        counts.all > 0 && (
          <>
            {data && !isOpenEnded && <ChangeCounts counts={data.totals} unknown={leftUnknown(run)} />}
            {run.version !== null && !run.dryRun && (
              <LinkButton size="sm" to={paths.graph(run.stack, { overlay: `update.${run.version}` })}>
                Show in the graph
              </LinkButton>
            )}
            <SelectField
              label="Which resources"
              hideLabel
              value={filter}
              onChange={show}
              options={[
                { value: 'changes', label: changedLabel(counts) },
                { value: 'failed', label: `Failed (${counts.failed})` },
                { value: 'all', label: `All (${counts.all})` },
              ]}
            />
          </>
        )
      }
    >
      {data ? (
        counts[filter] > 0 ? (
          <Rows key={filter} run={run} rows={data.rows} filter={filter} />
        ) : (
          <Nothing run={run} all={counts.all} filter={filter} onAll={() => show('all')} />
        )
      ) : (
        <div className="p-4">
          <ErrorView title="The changes could not be read" {...failureOf({ error, refetch, isFetching })} />
        </div>
      )}
      {data?.partial && !isRunning(run) && counts.all > 0 && (
        <p className="border-t border-line px-4 py-2 text-sm text-muted">
          Counted from reported steps (no final summary).
        </p>
      )}
    </Card>
  )
}

type RowsProps = { run: UpdateDetail; rows: readonly ChangeRow[]; filter: ChangeFilter }

const Rows = ({ run, rows, filter }: RowsProps) => (
  <ChangeList
    rows={rows}
    filter={filter}
    isPreview={run.dryRun}
    isRefresh={run.kind === 'refresh'}
    cause={shownCause(run)?.text.trim()}
    opensOnlyChange={!isRunning(run)}
    linksOf={(change) => isInState(change, run) && <ResourceLinks stack={run.stack} urn={change.urn} />}
  />
)

/** Whether the run left the resource in the state, as far as its steps say; links to others would lead nowhere. */
function isInState({ op, state }: ChangeRow, { dryRun }: UpdateDetail): boolean {
  const group = opGroup(op)
  if (group === 'delete') return dryRun || state !== 'done'
  return group !== 'create' || (!dryRun && state === 'done')
}

const FEWEST_ROWS = 6
const MAX_ROWS = 30

/**
 * In place of the diagnostics and the changes until they have arrived: without titles, because only the answer says
 * whether there are diagnostics. It has about as many rows as the list, at most a window full.
 */
export function ChangesShape({ run: { stack, id, resourceChanges } }: { run: UpdateDetail }) {
  const { refetch } = useQuery(updateQueries.changes(stack, id))
  const changed = Object.entries(resourceChanges ?? {}).reduce(
    (sum, [op, count]) => (op === 'same' ? sum : sum + count),
    FEWEST_ROWS,
  )
  return (
    <Card actions={<SkeletonBar className="h-8 w-72 max-sm:h-15" />} padding="none">
      <Skeleton label="Loading the changes" onRetry={() => void refetch()}>
        <TreeShape rows={Math.min(MAX_ROWS, changed)} />
      </Skeleton>
    </Card>
  )
}

type NothingProps = { run: UpdateDetail; all: number; filter: ChangeFilter; onAll: () => void }

function Nothing({ run, all, filter, onAll }: NothingProps) {
  if (all === 0 && isRunning(run)) {
    return (
      <EmptyState Icon={ListTree} title="Nothing reported yet" className="py-6">
        The first resources appear within seconds.
      </EmptyState>
    )
  }
  if (all === 0 && run.resourceChanges !== null) {
    const hasChanges = groupCounts(run.resourceChanges).some(({ group }) => group !== 'same')
    return (
      <EmptyState Icon={ListTree} title={hasChanges ? 'Only the counts are known' : 'No changes'} className="py-6">
        {hasChanges && <ChangeCounts counts={run.resourceChanges} look="words" />}
        <p>The CLI reported no individual steps.</p>
      </EmptyState>
    )
  }
  if (all === 0) {
    return (
      <EmptyState Icon={ListTree} title="No resource steps were reported" className="py-6">
        It ended before the first one.
      </EmptyState>
    )
  }
  return (
    <EmptyState
      Icon={ListTree}
      title={filter === 'failed' ? 'No resource failed' : 'No resource was changed'}
      action={<Button onClick={onAll}>Show all {number(all)}</Button>}
      className="py-6"
    />
  )
}
