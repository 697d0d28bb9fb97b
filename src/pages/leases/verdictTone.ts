import type { LeaseVerdict } from '#contract/leases.ts'
import type { Tone } from '#src/ui/tone.ts'
import { verdictLooks } from '#src/ui/verdictLooks.ts'

/** The colour of a lease on the time axis, where one that is alive is a run at work. */
export const verdictTone = (verdict: LeaseVerdict): Tone =>
  verdict === 'alive' ? 'running' : verdictLooks[verdict].tone
