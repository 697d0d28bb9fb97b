import { useEffect, useRef, useState } from 'react'
import type { Approval } from '#contract/approvals.ts'
import { Notice } from '#src/ui/Notice.tsx'
import { ApprovalCard } from './ApprovalCard.tsx'
import type { Outcome } from './DecisionForm.tsx'

type Props = {
  /** Those that do not wait are left out. */
  approvals: readonly Approval[]
  /** On a page that is not about the run: names its stack, with links. */
  isElsewhere?: boolean
}

/** What waits for approval, a card for each run. What followed from a decision stays when its card goes. */
export function WaitingApprovals({ approvals, isElsewhere = false }: Props) {
  const [outcomes, setOutcomes] = useState<ReadonlyMap<string, Outcome>>(new Map())
  const waiting = Map.groupBy(
    approvals.filter(({ status }) => status === 'waiting'),
    ({ updateId }) => updateId,
  )
  return [...new Set([...outcomes.keys(), ...waiting.keys()])].map((updateId) => {
    const some = waiting.get(updateId) ?? []
    return (
      <div key={updateId} className="flex min-w-0 flex-col gap-2">
        {some.length > 0 && (
          <ApprovalCard
            approvals={some}
            isElsewhere={isElsewhere}
            onOutcome={(outcome) => setOutcomes(new Map([...outcomes, [updateId, outcome]]))}
          />
        )}
        <Told outcome={outcomes.get(updateId)} />
      </div>
    )
  })
}

/** Takes the focus, because the button that had it goes with its card. */
function Told({ outcome }: { outcome: Outcome | undefined }) {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (outcome !== undefined) place.current?.focus()
  }, [outcome])
  return (
    <div role="status" ref={place} tabIndex={-1} className="rounded-lg">
      {outcome && (
        <Notice tone={outcome.tone} title={outcome.title} announce="none">
          {outcome.text}
        </Notice>
      )}
    </div>
  )
}
