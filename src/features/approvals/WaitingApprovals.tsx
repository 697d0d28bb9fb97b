import { useEffect, useRef, useState } from 'react'
import type { Approval } from '#contract/approvals.ts'
import { Notice } from '#src/ui/Notice.tsx'
import { ApprovalCard } from './ApprovalCard.tsx'
import type { Outcome } from './DecisionForm.tsx'
import { isLate } from './words.ts'

type Props = {
  /** Those that nobody can decide any more are left out. */
  approvals: readonly Approval[]
}

/**
 * What waits for approval, or can still be allowed for the next run: a card for each run. What followed from a decision
 * stays when its card goes.
 */
export function WaitingApprovals({ approvals }: Props) {
  const [outcomes, setOutcomes] = useState<ReadonlyMap<string, Outcome>>(new Map())
  const waiting = Map.groupBy(
    approvals.filter((each) => each.status === 'waiting' || isLate(each)),
    ({ updateId, status }) => `${updateId} ${status === 'waiting' ? 'waits' : 'late'}`,
  )
  return [...new Set([...outcomes.keys(), ...waiting.keys()])].map((key) => {
    const some = waiting.get(key) ?? []
    return (
      <div key={key} className="flex min-w-0 flex-col gap-2">
        {some.length > 0 && (
          <ApprovalCard approvals={some} onOutcome={(outcome) => setOutcomes(new Map([...outcomes, [key, outcome]]))} />
        )}
        <Told outcome={outcomes.get(key)} />
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
