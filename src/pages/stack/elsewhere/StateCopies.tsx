import { useQuery } from '@tanstack/react-query'
import type { StateCopy } from '#contract/backends.ts'
import type { StackRef } from '#contract/common.ts'
import { OPENED_ORG } from '#contract/openedFiles.ts'
import { backendQueries } from '#src/api/backends.ts'
import { failureOf } from '#src/api/http/failure.ts'
import { StateDownload } from '#src/features/versions/StateDownload.tsx'
import { Button } from '#src/ui/Button.tsx'
import { Card } from '#src/ui/Card.tsx'
import { Disclosure } from '#src/ui/Disclosure.tsx'
import { ErrorView } from '#src/ui/ErrorView.tsx'
import { Mono } from '#src/ui/Mono.tsx'
import { Skeleton } from '#src/ui/Skeleton.tsx'
import { Status } from '#src/ui/Status.tsx'
import { type Column, CountInCard, Table } from '#src/ui/Table.tsx'
import { TerminalLines } from '#src/ui/TerminalLines.tsx'
import { DatedTime } from '#src/ui/Time.tsx'
import { counted, list } from '#words/counts.ts'

const PLACES = {
  checkpoint: 'The state itself',
  bak: 'Before the last write (.bak)',
  backup: 'Backup of a run',
  history: 'History of a run',
  storeVersion: 'Kept by the store',
  seen: 'Seen by Holdfast',
} as const satisfies Record<StateCopy['place'], string>

const columns: readonly Column<StateCopy, Props>[] = [
  {
    head: 'Copy',
    className: 'py-1.5',
    phone: { order: 1, isWide: true },
    cell: (copy, { stack, isRestored }) => (
      <>
        <span className="font-medium">{PLACES[copy.place]}</span>
        {isRestored && copy.isBest && <span className="text-muted"> · the one to restore</span>}
        <Where copy={copy} stack={stack} />
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
    cell: (copy) => <Verdict copy={copy} />,
  },
  {
    head: 'Differs',
    className: 'py-1.5 text-sm text-muted',
    phone: { order: 5, isWide: true },
    cell: ({ problem, differs }) => (problem === null ? differenceWords(differs) : ''),
  },
]

/** The file of a copy, or what to download. */
function Where({ copy: { place, key, version }, stack }: { copy: StateCopy; stack: StackRef }) {
  if (place === 'seen' && version !== null)
    return (
      <StateDownload
        stack={stack}
        version={Number(version)}
        className="block w-fit rounded-sm text-sm text-accent underline decoration-accent-line underline-offset-2 hover:decoration-current"
      >
        Download version {version}
      </StateDownload>
    )
  return (
    <>
      <Mono className="block text-xs wrap-anywhere text-muted">{key}</Mono>
      {version !== null && (
        <span className="block text-sm wrap-anywhere text-muted">
          Download version <Mono>{version}</Mono> from the store.
        </span>
      )}
    </>
  )
}

function Verdict({ copy: { problem, verdict, pending, brokenBy } }: { copy: StateCopy }) {
  if (problem !== null) return <span className="text-danger wrap-anywhere">{problem}</span>
  return (
    <>
      {verdict?.errors === 0 ? (
        <Status tone="ok">Valid</Status>
      ) : (
        <Status tone={verdict?.isAccepted === true ? 'attention' : 'danger'}>
          {counted(verdict?.errors ?? 0, 'integrity error')}
        </Status>
      )}
      {pending > 0 && <span className="block text-sm text-muted">{counted(pending, 'pending operation')}</span>}
      {brokenBy && (
        <span className="block text-sm wrap-anywhere text-muted">
          Written invalid by CLI {brokenBy.version}: <Mono>{brokenBy.command}</Mono>
        </span>
      )}
    </>
  )
}

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

type Props = {
  stack: StackRef
  /** Whether one is to be restored, because the state is missing, damaged or invalid. */
  isRestored: boolean
}

/** The copies of a state, each with its verdict, and how to restore the best one. */
export function StateCopies({ stack, isRestored }: Props) {
  const { data, error, refetch, isFetching } = useQuery({
    ...backendQueries.copies(stack),
    // Those of an intact state are read again only on request: a run changes them every few seconds, and each read costs.
    ...(!isRestored && { staleTime: 'static' as const }),
  })
  // A state that was opened alone has no copies.
  if (stack.org === OPENED_ORG && (data?.copies.length ?? 0) < 2 && !error) return null
  const best = data?.copies.find(({ isBest }) => isBest)
  return (
    <Card
      title="Copies of the state in the backend"
      padding="none"
      actions={
        !isRestored && (
          <Button size="sm" busy={isFetching} onClick={() => void refetch()}>
            Read again
          </Button>
        )
      }
    >
      {data ? (
        <Table
          label="Copies of the state"
          columns={columns}
          context={{ stack, isRestored }}
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
      {isRestored && best && best.commands.length > 0 && (
        <div className="border-t border-line px-4 py-3">
          <Disclosure summary={`Restore by hand: ${PLACES[best.place].toLowerCase()}`}>
            <TerminalLines lines={best.commands} />
          </Disclosure>
        </div>
      )}
    </Card>
  )
}
