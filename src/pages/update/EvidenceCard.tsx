import type { UpdateDetail } from '#contract/updates.ts'
import { LATE_REPORTS } from '#src/features/updates/words.ts'
import { urnName } from '#domain/state/urn.ts'
import { Card } from '#src/ui/Card.tsx'
import { Mono } from '#src/ui/Mono.tsx'
import { type Column, Table } from '#src/ui/Table.tsx'
import { Time } from '#src/ui/Time.tsx'
import { number } from '#words/counts.ts'

const dash = <span className="text-muted max-sm:hidden">–</span>

const columns: readonly Column<UpdateDetail['lateEvidence'][number], { evidence: UpdateDetail['lateEvidence'] }>[] = [
  {
    head: 'When',
    className: 'whitespace-nowrap max-sm:text-muted',
    phone: { order: 2, align: 'right' },
    cell: ({ at }) => <Time at={at} />,
  },
  { head: 'What', className: 'min-w-40', phone: { order: 1 }, cell: ({ what }) => what },
  {
    head: 'Resource',
    isShown: ({ evidence }) => evidence.some(({ urn }) => urn !== null),
    phone: { order: 3 },
    cell: ({ urn }) => (urn === null ? dash : <span title={urn}>{urnName(urn)}</span>),
  },
  {
    head: 'ID',
    isShown: ({ evidence }) => evidence.some(({ resourceId }) => resourceId !== null),
    phone: { order: 4, align: 'right' },
    cell: ({ resourceId }) => (resourceId === null ? dash : <Mono>{resourceId}</Mono>),
  },
]

/**
 * What the client sent after the end of the update: never applied, but kept, because it shows what may exist in the
 * cloud.
 */
export function EvidenceCard({ evidence }: { evidence: UpdateDetail['lateEvidence'] }) {
  if (evidence.length === 0) return null
  return (
    <div id={LATE_REPORTS} className="min-w-0 scroll-mt-16">
      <Card look="section" title={`Late reports (${number(evidence.length)})`}>
        <p className="text-muted">Sent after the server had ended the update: not applied, kept as evidence.</p>
        <Table
          label="Late evidence"
          maxHeight="24rem"
          columns={columns}
          rows={evidence}
          rowKey={(_, index) => index}
          context={{ evidence }}
        />
      </Card>
    </div>
  )
}
