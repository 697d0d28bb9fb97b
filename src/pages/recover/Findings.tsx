import type { StackRef } from '#contract/common.ts'
import type { Diagnosis, Finding } from '#contract/recoveries.ts'
import { FindingCard } from '#src/features/recovery/FindingCard.tsx'
import { FindingAction } from './FindingAction.tsx'
import { isOrphaned, pendingOf } from './onePath.ts'
import { PendingRows } from './PendingRows.tsx'

type Props = {
  stack: StackRef
  findings: readonly Finding[]
  diagnosis: Diagnosis
  /** Something else comes first. */
  isLater?: boolean
  /** What has to be done before any of them, in a sentence. */
  after?: string | undefined
}

/** The findings in the order of triage, each with the start of its recovery. */
export const Findings = ({ stack, findings, diagnosis, isLater = false, after }: Props) => (
  <ol className="flex flex-col gap-3">
    {findings.map((finding) => (
      <FindingCard
        key={`${finding.recovery} ${finding.title}`}
        number={1 + diagnosis.findings.indexOf(finding)}
        finding={finding}
        stack={stack}
        isLater={isLater}
        action={<FindingAction stack={stack} finding={finding} diagnosis={diagnosis} isFirst={false} after={after} />}
        what={whatOf(finding, diagnosis)}
        isAnsweredElsewhere={isOrphaned(finding, diagnosis) && diagnosis.pending.length > 0}
      />
    ))}
  </ol>
)

/** Pending operations with what to look for, and where. */
function whatOf(finding: Finding, { pending }: Diagnosis) {
  const items = pendingOf(finding, pending)
  return items.length > 0 && <PendingRows pending={items} />
}
