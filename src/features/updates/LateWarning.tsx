import type { UpdateBrief } from '#contract/updates.ts'
import { mayStillRunSince } from '#domain/lease/lateReports.ts'
import { Time } from '#src/ui/Time.tsx'

type Props = { status: UpdateBrief['status']; since: number; host?: string | null }

/** The process of an ended update may still run: what to do about it before anything else. */
export const LateWarning = ({ status, since, host = null }: Props) => (
  <>
    The CLI reported again <Time at={since} />, after its{' '}
    {status === 'expired' ? 'lease had expired' : 'update had ended'}: the process may still be running
    {host !== null && ` on ${host}`}. End it before you recover.
  </>
)

/** Nothing if the process never reported after the end, or reported that it is over. */
export function lateWarning(
  status: Props['status'],
  late: Parameters<typeof mayStillRunSince>[0],
  host?: string | null,
) {
  const since = mayStillRunSince(late)
  return since === undefined ? undefined : <LateWarning status={status} since={since} host={host ?? null} />
}
