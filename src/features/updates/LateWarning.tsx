import type { UpdateBrief } from '#contract/updates.ts'
import { mayStillRunSince } from '#domain/lease/lateReports.ts'
import { Time } from '#src/ui/Time.tsx'

type Props = { status: UpdateBrief['status']; since: number }

/** The process of an ended update may still run: what to do about it before anything else. */
export const LateWarning = ({ status, since }: Props) => (
  <>
    The CLI reported again <Time at={since} />, after its{' '}
    {status === 'expired' ? 'lease had expired' : 'update had ended'}: the process may still be running. End it before
    you recover.
  </>
)

/** Nothing if the process never reported after the end, or reported that it is over. */
export function lateWarning(status: Props['status'], late: Parameters<typeof mayStillRunSince>[0]) {
  const since = mayStillRunSince(late)
  return since === undefined ? undefined : <LateWarning status={status} since={since} />
}
