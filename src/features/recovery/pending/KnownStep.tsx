import type { StackRef } from '#contract/common.ts'
import type { Diagnosis, PendingItem } from '#contract/recoveries.ts'
import type { RecoveryId } from '#contract/recoveryId.ts'
import { exportTo } from '#domain/commands.ts'
import { Card } from '#src/ui/Card.tsx'
import { Checkbox } from '#src/ui/Checkbox.tsx'
import { CodeLine } from '#src/ui/CodeLine.tsx'
import { Disclosure } from '#src/ui/Disclosure.tsx'
import { Mono } from '#src/ui/Mono.tsx'
import { EvidenceList } from '../effect/EvidenceList.tsx'

type Props = {
  stack: StackRef
  recovery: RecoveryId
  diagnosis: Diagnosis
  items: readonly PendingItem[]
  chosen: readonly PendingItem[]
  onChoose: (items: readonly PendingItem[]) => void
}

/** What a pending operation is, which ones there are, and which of them are to be answered now. */
export function KnownStep({ stack, recovery, diagnosis, items, chosen, onChoose }: Props) {
  const finding = diagnosis.findings.find((each) => each.recovery === recovery)
  const canChoose = recovery !== 'resolve-operations' && items.length > 1
  return (
    <>
      <div className="flex max-w-prose flex-col gap-2">
        {finding && <p>{finding.explanation}</p>}
        <p>
          <strong className="font-semibold">Pending</strong> means that the run was cut off between asking the cloud and
          saving the answer. It does not mean that the operation failed: whether it went through is not known here, and
          only somebody who looks, or the provider, can tell.
        </p>
        <p>Your running infrastructure is not affected. Nothing is written until you confirm.</p>
      </div>
      <Card title={canChoose ? 'Which do you want to resolve now?' : 'Operations'} level={3} padding="none">
        <ul className="flex flex-col divide-y divide-line">
          {items.map((item) => (
            <li key={item.key} className="px-4 py-2.5">
              {canChoose ? (
                <Checkbox
                  checked={chosen.includes(item)}
                  onChange={(isChosen) =>
                    onChoose(items.filter((each) => (each === item ? isChosen : chosen.includes(each))))
                  }
                  label={<Named item={item} />}
                  hint={item.meaning}
                />
              ) : (
                <>
                  <Named item={item} />
                  <p className="text-sm text-muted">{item.meaning}</p>
                </>
              )}
            </li>
          ))}
        </ul>
      </Card>
      {finding && finding.evidence.length > 0 && (
        <Disclosure summary="Evidence">
          <EvidenceList evidence={finding.evidence} />
        </Disclosure>
      )}
      <Disclosure summary="Download a backup first">
        <p className="text-muted">Holdfast keeps the current version anyway. To keep your own copy, run:</p>
        <CodeLine code={exportTo(stack, 'state.json')} />
      </Disclosure>
    </>
  )
}

const Named = ({ item: { type, name, resourceType, urn } }: { item: PendingItem }) => (
  <span title={urn} className="wrap-anywhere">
    <span className="text-muted">{type}</span> <strong className="font-medium">{name}</strong>{' '}
    <Mono className="text-muted">{resourceType}</Mono>
  </span>
)
