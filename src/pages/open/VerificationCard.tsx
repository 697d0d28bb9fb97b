import { ShowMore } from '#src/ui/ShowMore.tsx'
import { useState } from 'react'
import type { OpenedState } from '#src/features/offline/offlineApi.ts'
import { counted, number } from '#words/counts.ts'
import { Card } from '#src/ui/Card.tsx'
import { Disclosure } from '#src/ui/Disclosure.tsx'
import { Status } from '#src/ui/Status.tsx'
import { type Column, Table } from '#src/ui/Table.tsx'

const PAGE = 100

const columns: readonly Column<OpenedState['findings'][number]>[] = [
  {
    head: 'Entry',
    align: 'right',
    className: 'tabular-nums max-sm:empty:hidden',
    phone: { align: 'left', label: 'Entry' },
    cell: ({ index }) => (index === undefined ? null : number(index + 1)),
  },
  { head: 'Rule', cell: ({ rule }) => rule },
  { head: 'What it says', className: 'min-w-64 wrap-anywhere', cell: ({ message }) => message },
]

/** The results of both verifiers of the engine: the one for reading states, and the one for writing. */
export function VerificationCard({ opened: { findings, isAccepted, unreadable, facts } }: { opened: OpenedState }) {
  const [limit, setLimit] = useState(PAGE)
  const onWriting = findings.filter(({ verifier }) => verifier !== 'A').length
  return (
    <Card title="Verification">
      <div className="flex flex-col gap-3">
        <ul className="flex flex-col gap-1">
          <li>
            {unreadable.length > 0 ? (
              <Status tone="danger">The CLI cannot decode it: {counted(unreadable.length, 'entry', 'entries')}</Status>
            ) : (
              <Status tone="ok">The CLI can decode every entry</Status>
            )}
          </li>
          <li>
            <Status tone={isAccepted ? 'ok' : 'danger'} className="whitespace-normal! wrap-anywhere">
              {isAccepted
                ? 'Valid for updates and imports'
                : `Invalid: no update can use it (${counted(findings.length, 'error')})`}
            </Status>
          </li>
          <li>
            <Status tone={onWriting === 0 ? 'ok' : 'danger'} className="whitespace-normal! wrap-anywhere">
              {onWriting === 0 ? 'Valid for writing' : `Invalid for writing (${counted(onWriting, 'error')})`}
            </Status>
          </li>
        </ul>
        {facts.hasIntegrityNote && (
          <p className="max-w-prose text-muted">
            The file carries a note of an engine that found it invalid; the note stays until the next update.
          </p>
        )}
        {unreadable.slice(0, 20).map(({ urn, message }, index) => (
          <p key={index} className="wrap-anywhere text-danger">
            {urn}: {message}
          </p>
        ))}
        {findings.length > 0 && (
          <Disclosure summary={`CLI messages (${number(findings.length)})`}>
            <Table
              label="Integrity errors"
              maxHeight="24rem"
              isInLines
              columns={columns}
              rows={findings.slice(0, limit)}
              rowKey={(_, at) => at}
            />
            {findings.length > limit && (
              <div>
                <ShowMore shown={limit} total={findings.length} step={10 * PAGE} onMore={setLimit} />
              </div>
            )}
          </Disclosure>
        )}
      </div>
    </Card>
  )
}
