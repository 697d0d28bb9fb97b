import type { Approval } from '#contract/approvals.ts'
import { DecidedSteps } from './DecidedSteps.tsx'
import { WaitingApprovals } from './WaitingApprovals.tsx'

type Props = {
  /** Of one run. */
  approvals: readonly Approval[]
  /** Whether what was decided is listed, too. */
  withRecord?: boolean
}

/** What a run waits for, and what was decided about its steps. Links to a decision lead here. */
export const RunApprovals = ({ approvals, withRecord = false }: Props) => (
  <>
    <div id="approval" className="flex min-w-0 scroll-mt-16 flex-col gap-4 empty:hidden">
      <WaitingApprovals approvals={approvals} />
    </div>
    {withRecord && <DecidedSteps approvals={approvals} />}
  </>
)
