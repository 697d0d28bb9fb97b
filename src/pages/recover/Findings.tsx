import type { StackRef } from '#contract/common.ts'
import type { Diagnosis, Finding } from '#contract/recoveries.ts'
import { FindingCard } from '#src/features/recovery/FindingCard.tsx'
import { FindingAction } from './FindingAction.tsx'
import { isOrphaned } from './onePath.ts'

type Props = {
  stack: StackRef
  findings: readonly Finding[]
  diagnosis: Diagnosis
  /** Something else comes first. */
  isLater?: boolean
}

/** The findings in the order of triage, each with the start of its recovery. */
export const Findings = ({ stack, findings, diagnosis, isLater = false }: Props) => (
  <ol className="flex flex-col gap-3">
    {findings.map((finding) => (
      <FindingCard
        key={`${finding.recovery} ${finding.title}`}
        number={1 + diagnosis.findings.indexOf(finding)}
        finding={finding}
        stack={stack}
        isLater={isLater}
        action={<FindingAction stack={stack} finding={finding} diagnosis={diagnosis} isFirst={false} />}
        isAnsweredElsewhere={isOrphaned(finding, diagnosis) && diagnosis.pending.length > 0}
      />
    ))}
  </ol>
)
