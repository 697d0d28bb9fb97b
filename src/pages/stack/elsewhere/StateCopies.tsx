import { useQuery } from '@tanstack/react-query'
import type { StateCopy } from '#contract/backends.ts'
import type { StackRef } from '#contract/common.ts'
import { OPENED_ORG } from '#contract/openedFiles.ts'
import { backendQueries } from '#src/api/backends.ts'
import { failureOf } from '#src/api/http/failure.ts'
import { COPY_PLACES, CopyFile, CopyVerdict, notReadWords } from '#src/features/versions/copies/CopyParts.tsx'
import { Card } from '#src/ui/Card.tsx'
import { Disclosure } from '#src/ui/Disclosure.tsx'
import { ErrorView } from '#src/ui/ErrorView.tsx'
import { Skeleton } from '#src/ui/Skeleton.tsx'
import { type Column, CountInCard, Table } from '#src/ui/Table.tsx'
import { TerminalLines } from '#src/ui/TerminalLines.tsx'
import { DatedTime } from '#src/ui/Time.tsx'
import { counted, list } from '#words/counts.ts'

const columns: readonly Column<StateCopy, Props>[] = [
  {
    head: 'Copy',
    className: 'py-1.5',
    phone: { order: 1, isWide: true },
    cell: (copy, { stack }) => (
      <>
        <span className="font-medium">{COPY_PLACES[copy.place]}</span>
        {copy.isBest && <span className="text-muted"> · the one to restore</span>}
        <CopyFile copy={copy} stack={stack} />
      </>
    ),
  },
  {
    head: 'Written',
    className: 'py-1.5 whitespace-nowrap',
    phone: { order: 3 },
    cell: ({ writtenAt }) => <DatedTime at={writtenAt} look="cell" />,
  },
  {
    head: 'Resources',
    align: 'right',
    phone: { order: 4, align: 'right' },
    cell: ({ problem, entries }) => problem === null && <CountInCard count={entries} one="resource" many="resources" />,
  },
  {
    head: 'Verdict',
    className: 'py-1.5 sm:max-w-80',
    phone: { order: 2, isWide: true },
    cell: (copy) => <CopyVerdict copy={copy} />,
  },
  {
    head: 'Differs',
    className: 'py-1.5 text-sm text-muted',
    phone: { order: 5, isWide: true },
    cell: ({ problem, differs }) => (problem === null ? differenceWords(differs) : ''),
  },
]

/** How a copy differs from the newest one that can be read. */
function differenceWords(differs: StateCopy['differs']): string {
  if (differs === null) return 'the newest that can be read'
  const { added, removed, changed } = differs
  const parts = [
    added > 0 && `${counted(added, 'resource')} more`,
    removed > 0 && `${counted(removed, 'resource')} fewer`,
    changed > 0 && `${counted(changed, 'resource')} changed`,
  ].filter((part) => part !== false)
  return parts.length === 0 ? 'the same as the newest' : list(parts)
}

type Props = { stack: StackRef }

/**
 * The copies of a state that is missing, damaged or invalid, each with its verdict, in the order in which to trust them,
 * and how to restore the best one.
 */
export function StateCopies({ stack }: Props) {
  const { data, error, refetch, isFetching } = useQuery(backendQueries.copies(stack))
  // A state that was opened alone has no copies.
  if (stack.org === OPENED_ORG && (data?.copies.length ?? 0) < 2 && !error) return null
  const best = data?.copies.find(({ isBest }) => isBest)
  const notRead = data && notReadWords(data.notRead)
  return (
    <Card title="Copies of the state in the backend" padding="none">
      {best && best.commands.length > 0 && (
        <div className="border-b border-line px-4 py-3">
          <Disclosure open summary={`Restore by hand: ${COPY_PLACES[best.place].toLowerCase()}`}>
            <TerminalLines lines={best.commands} />
          </Disclosure>
        </div>
      )}
      {data ? (
        <Table
          label="Copies of the state"
          columns={columns}
          context={{ stack }}
          rows={data.copies}
          rowKey={({ key, version }) => `${key} ${version}`}
        />
      ) : (
        <div className="p-4">
          {error ? (
            <ErrorView title="The copies could not be read" {...failureOf({ error, refetch, isFetching })} />
          ) : (
            <Skeleton label="Reading the copies" rows={4} />
          )}
        </div>
      )}
      {notRead !== undefined && <p className="border-t border-line px-4 py-2 text-sm text-muted">{notRead}</p>}
    </Card>
  )
}
