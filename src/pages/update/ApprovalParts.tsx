import type { RunApprovals } from '#contract/approvals.ts'
import type { StackRef } from '#contract/common.ts'
import { DecidedSteps } from '#src/features/approvals/DecidedSteps.tsx'
import { WaitingApprovals } from '#src/features/approvals/WaitingApprovals.tsx'
import { Notice } from '#src/ui/Notice.tsx'
import { ForecastNotice } from './ForecastNotice.tsx'

type Props = { stack: StackRef; data: RunApprovals }

/** What a run waits for, what was decided about its steps, or why no rule can stop them; of a preview, what rules would do. */
export const ApprovalParts = ({ stack, data: { outOfReach, approvals, forecast } }: Props) => (
  <>
    {outOfReach && (
      <Notice tone="attention" announce="none" title="Rules cannot stop steps of this run">
        Its client keeps no journal: it reports only what it has already done.
      </Notice>
    )}
    {forecast.length > 0 && <ForecastNotice stack={stack} forecast={forecast} />}
    <WaitingApprovals approvals={approvals} />
    <DecidedSteps approvals={approvals} />
  </>
)
