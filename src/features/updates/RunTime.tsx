import type { UpdateBrief } from '#contract/updates.ts'
import { DatedTime, Duration, Elapsed } from '#src/ui/Time.tsx'
import { isRunning } from './words.ts'

type Run = Pick<UpdateBrief, 'status' | 'createdAt' | 'startedAt' | 'endedAt'>

/** The duration so far or in total, by the server's clock. */
export function RunDuration({ run }: { run: Run }) {
  const { startedAt, createdAt, endedAt } = run
  if (endedAt !== null) {
    const ms = endedAt - (startedAt ?? createdAt)
    // Events are up to four seconds late, so milliseconds would be false precision (docs/protocol.md, Events).
    return ms < 1000 ? <span>under 1s</span> : <Duration ms={ms} />
  }
  if (isRunning(run) && startedAt !== null) return <Elapsed since={startedAt} />
  return <span className="text-muted">not started</span>
}

/** Start time, with its date. */
export const RunStart = ({ run: { startedAt, createdAt }, look }: { run: Run; look?: 'line' | 'cell' }) => (
  <DatedTime at={startedAt ?? createdAt} {...(look && { look })} />
)
