import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import ScrollText from 'lucide-react/icons/scroll-text'
import SearchX from 'lucide-react/icons/search-x'
import { useCallback, useDeferredValue, useMemo } from 'react'
import { useSearchParams } from 'react-router'
import { z } from 'zod'
import type { UpdateDetail } from '#contract/updates.ts'
import { failureOf } from '#src/api/http/failure.ts'
import { updateQueries } from '#src/api/updates.ts'
import { addressState, type ChangeOf, useAddressState, type ValuesOf } from '#src/lib/useAddressState.ts'
import { useDraft } from '#src/lib/useDraft.ts'
import { LogLevel } from '#src/features/updates/log/logFilter.ts'
import { LogLines } from '#src/features/updates/log/LogLines.tsx'
import { firstError, viewOfLog } from '#src/features/updates/log/logView.ts'
import { isRunning } from '#src/features/updates/words.ts'
import { counted, number } from '#words/counts.ts'
import { Button } from '#src/ui/Button.tsx'
import { Card } from '#src/ui/Card.tsx'
import { Checkbox } from '#src/ui/Checkbox.tsx'
import { CopyButton } from '#src/ui/CopyButton.tsx'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { ErrorView } from '#src/ui/ErrorView.tsx'
import { SearchField } from '#src/ui/SearchField.tsx'
import { SelectField } from '#src/ui/SelectField.tsx'
import { Skeleton } from '#src/ui/Skeleton.tsx'
import { LogShape } from '#src/ui/WaitingShapes.tsx'

const levels = [
  { value: 'all', label: 'Everything' },
  { value: 'info', label: 'Without debug' },
  { value: 'warning', label: 'Warnings and errors' },
  { value: 'error', label: 'Errors' },
] as const satisfies { value: LogLevel; label: string }[]

const NO_LINES: [] = []

const address = addressState({
  level: LogLevel.default('all'),
  log: z.string().default(''),
  group: z.literal('resource').optional(),
  line: z.coerce.number().int().positive().optional(),
})

/**
 * The engine log. Search (`?log=`), level (`?level=`), grouping (`?group=resource`) and the marked line (`?line=`) are
 * in the address; it is live while the run continues. The log of a failed run opens at its error.
 */
export function LogCard({ run }: { run: UpdateDetail }) {
  const { data: latest, error, isFetching, refetch } = useQuery(updateQueries.log(run.stack, run.id))
  // The whole answer is deferred, not its lines: while they wait to be drawn, the card is still loading, not empty.
  const data = useDeferredValue(latest)
  const isPending = data === undefined && !error
  const [choice, change] = useAddressState(address)
  const { level, log: search, line } = choice
  const isGrouped = choice.group !== undefined
  const lines = data?.lines ?? NO_LINES
  const ahead = data?.ahead
  const view = useMemo(
    () => viewOfLog(lines, { level, search, isGrouped }, ahead),
    [lines, level, search, isGrouped, ahead],
  )
  const lineLink = useLineLink()
  const runs = isRunning(run)
  const opensAtError = !runs && run.status !== 'succeeded'
  const failure = data?.failure
  const cause = useMemo(
    () => (opensAtError ? (failure ?? firstError(lines)) : undefined),
    [opensAtError, failure, lines],
  )
  const isNarrowed = level !== 'all' || search !== ''
  const loaded = lines.length + (ahead?.lines.length ?? 0)
  const isMore = data !== undefined && isFetching && (data.next !== null || ahead !== undefined) && !runs
  const size = isNarrowed
    ? `${number(view.lineCount)} of ${counted(lines.length, 'line')}`
    : counted(lines.length, 'line')
  return (
    <Card
      title="Engine log"
      padding="none"
      actions={
        (loaded > 0 || isPending) && (
          <>
            <span className="text-sm text-muted">
              {isPending ? 'Loading…' : isMore ? `${number(loaded)} of ${counted(data.total, 'line')} loaded` : size}
            </span>
            {line !== undefined && (
              <CopyButton look="words" label={`Copy link to line ${line}`} text={`${run.permalink}${lineLink(line)}`} />
            )}
            <LogTools choice={choice} change={change} matches={view.lineCount} />
          </>
        )
      }
    >
      {view.count > 0 ? (
        <LogLines
          key={`${level} ${search} ${isGrouped}`}
          view={view}
          search={search}
          follows={runs && !isNarrowed && !isGrouped}
          isGrouped={isGrouped}
          marked={line ?? cause}
          onMark={(chosen) => change({ line: chosen })}
          lineLink={lineLink}
        />
      ) : loaded > 0 ? (
        <NoMatch level={level} search={search} onClear={() => change({ level: undefined, log: undefined })} />
      ) : (
        <NoLines run={run} error={error} isPending={isPending} isFetching={isFetching} refetch={refetch} />
      )}
    </Card>
  )
}

type ToolsProps = {
  choice: ValuesOf<typeof address>
  change: (change: ChangeOf<typeof address>) => void
  matches: number
}

/** Search, grouping and level. */
function LogTools({ choice: { level, log, group }, change, matches }: ToolsProps) {
  const [draft, setDraft] = useDraft(log, (text) => change({ log: text }))
  return (
    <>
      <SearchField
        label="Search the log"
        value={draft}
        onChange={setDraft}
        matches={matches}
        className="w-44 lg:w-72"
      />
      <Checkbox
        label="Group by resource"
        checked={group !== undefined}
        onChange={(checked) => change({ group: checked ? 'resource' : undefined })}
      />
      <SelectField
        label="Severity"
        hideLabel
        value={level}
        options={levels}
        onChange={(chosen) => change({ level: chosen })}
      />
    </>
  )
}

/** The address of a line of this log, with the filter as it is: a stable function, for rows that are memoized. */
function useLineLink(): (line: number) => string {
  const [search] = useSearchParams()
  return useCallback(
    (line: number) => `?${new URLSearchParams({ ...Object.fromEntries(search), line: String(line) })}`,
    [search],
  )
}

type NoMatchProps = { level: LogLevel; search: string; onClear: () => void }

const NoMatch = ({ level, search, onClear }: NoMatchProps) => (
  <EmptyState
    Icon={SearchX}
    title="No line matches"
    action={<Button onClick={onClear}>Clear filters</Button>}
    className="py-6"
  >
    {[search && `“${search}”`, level !== 'all' && levels.find(({ value }) => value === level)?.label.toLowerCase()]
      .filter(Boolean)
      .join(', ')}
  </EmptyState>
)

type NoLinesProps = { run: UpdateDetail } & Pick<UseQueryResult, 'error' | 'isPending' | 'isFetching' | 'refetch'>

/** In place of the lines: they are being loaded, cannot be, or there are none. */
function NoLines({ run, error, isPending, isFetching, refetch }: NoLinesProps) {
  if (error) {
    return (
      <div className="p-4">
        <ErrorView title="The log could not be read" {...failureOf({ error, refetch, isFetching })} />
      </div>
    )
  }
  if (isPending) {
    return (
      <Skeleton label="Loading the log" onRetry={() => void refetch()}>
        <LogShape rows={18} />
      </Skeleton>
    )
  }
  return (
    <EmptyState Icon={ScrollText} title="No log output" className="py-6">
      {isRunning(run)
        ? 'Lines appear here as the engine, the providers and the program write them.'
        : 'Neither the engine nor the program wrote anything.'}
    </EmptyState>
  )
}
