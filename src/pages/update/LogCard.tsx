import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import ScrollText from 'lucide-react/icons/scroll-text'
import SearchX from 'lucide-react/icons/search-x'
import { useDeferredValue, useMemo } from 'react'
import { z } from 'zod'
import type { UpdateDetail } from '#contract/updates.ts'
import { failureOf } from '#src/api/http/failure.ts'
import { updateQueries } from '#src/api/updates.ts'
import { addressState, useAddressState } from '#src/lib/useAddressState.ts'
import { useDraft } from '#src/lib/useDraft.ts'
import { filterLog, LogLevel } from '#src/features/updates/log/logFilter.ts'
import { LogLines } from '#src/features/updates/log/LogLines.tsx'
import { isRunning } from '#src/features/updates/words.ts'
import { counted, number } from '#words/counts.ts'
import { Button } from '#src/ui/Button.tsx'
import { Card } from '#src/ui/Card.tsx'
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

const address = addressState({ level: LogLevel.default('all'), log: z.string().default('') })

/** The engine log. Search (`?log=`) and level (`?level=`) are in the address; it is live while the run continues. */
export function LogCard({ run }: { run: UpdateDetail }) {
  const { data, error, isPending, isFetching, refetch } = useQuery(updateQueries.log(run.stack, run.id))
  const [{ level, log: search }, change] = useAddressState(address)
  const [draft, setDraft] = useDraft(search, (text) => change({ log: text }))
  const lines = useDeferredValue(data?.lines ?? NO_LINES)
  const found = useMemo(() => filterLog(lines, level, search), [lines, level, search])
  const isNarrowed = level !== 'all' || search !== ''
  const isMore = data !== undefined && isFetching && data.next !== null && !isRunning(run)
  return (
    <Card
      title="Engine log"
      padding="none"
      actions={
        (lines.length > 0 || isPending) && (
          <>
            <span className="text-sm text-muted">
              {isPending
                ? 'reading…'
                : isNarrowed
                  ? `${number(found.length)} of ${counted(lines.length, 'line')}`
                  : counted(lines.length, 'line')}
              {isMore && ', reading on…'}
            </span>
            <SearchField
              label="Search the log"
              value={draft}
              onChange={setDraft}
              matches={found.length}
              className="w-44"
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
    >
      {found.length > 0 ? (
        <LogLines key={`${level} ${search}`} lines={found} search={search} follows={isRunning(run) && !isNarrowed} />
      ) : lines.length > 0 ? (
        <NoMatch level={level} search={search} onClear={() => change({ level: undefined, log: undefined })} />
      ) : (
        <NoLines run={run} error={error} isPending={isPending} isFetching={isFetching} refetch={refetch} />
      )}
    </Card>
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
