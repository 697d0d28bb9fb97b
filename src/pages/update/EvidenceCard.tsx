import type { UpdateDetail } from '#contract/updates.ts'
import { urnName } from '#domain/state/urn.ts'
import { Card } from '#src/ui/Card.tsx'
import { Mono } from '#src/ui/Mono.tsx'
import { Table, TBody, Td, Th, THead, Tr } from '#src/ui/Table.tsx'
import { Time } from '#src/ui/Time.tsx'
import { number } from '#words/counts.ts'

/**
 * What the client sent after the end of the update: never applied, but kept, because it shows what may exist in the
 * cloud.
 */
export function EvidenceCard({ evidence }: { evidence: UpdateDetail['lateEvidence'] }) {
  if (evidence.length === 0) return null
  return (
    <Card title={`Reported after the end · ${number(evidence.length)}`} padding="none">
      <p className="border-b border-line px-4 py-2 text-muted">
        The client sent this after the update had ended. None of it was applied; it is evidence of what became of an
        operation.
      </p>
      <Table label="Late evidence" narrow="cards" maxHeight="24rem">
        <THead>
          <Tr>
            <Th>When</Th>
            <Th>What</Th>
            <Th>Resource</Th>
            <Th>ID</Th>
          </Tr>
        </THead>
        <TBody>
          {evidence.map(({ at, what, urn, resourceId }, index) => (
            <Tr key={index}>
              <Td className="whitespace-nowrap max-sm:order-2 max-sm:text-right max-sm:text-muted">
                <Time at={at} />
              </Td>
              <Td className="min-w-40 max-sm:order-1">{what}</Td>
              <Td className="max-sm:order-3">
                {urn === null ? (
                  <span className="text-muted max-sm:hidden">–</span>
                ) : (
                  <span title={urn}>{urnName(urn)}</span>
                )}
              </Td>
              <Td className="max-sm:order-4 max-sm:text-right">
                {resourceId === null ? <span className="text-muted max-sm:hidden">–</span> : <Mono>{resourceId}</Mono>}
              </Td>
            </Tr>
          ))}
        </TBody>
      </Table>
    </Card>
  )
}
