import type { StackSummary } from '#contract/stacks.ts'
import { Countdown } from '#src/ui/Time.tsx'
import { verdictLooks } from '#src/ui/verdictLooks.ts'

/** A lease in the fewest words, for a line of a menu: `Not responding · expires in 1:17`. */
export const LeaseLeft = ({ lease: { verdict, expiresAt } }: { lease: NonNullable<StackSummary['lease']> }) => (
  <>
    {verdictLooks[verdict].label} · expires in <Countdown until={expiresAt} />
  </>
)
