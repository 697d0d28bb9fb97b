import type { ReactNode } from 'react'
import type { UpdateBrief } from '#contract/updates.ts'
import { mayStillRunSince } from '#domain/lease/lateReports.ts'
import { Time } from '#src/ui/Time.tsx'

type Status = UpdateBrief['status']

/** When the CLI of an ended update last reported, in a sentence. */
export const lateText = (status: Status, since: number): ReactNode => (
  <>
    The CLI reported again <Time at={since} />, after its{' '}
    {status === 'expired' ? 'lease had expired' : 'update had ended'}.
  </>
)

/**
 * The process of an ended update may still run: what to do about it before anything else. Nothing if the process never
 * reported after the end, or reported that it is over.
 */
export function lateWarning(
  status: Status,
  late: Parameters<typeof mayStillRunSince>[0],
  /** Where it ran, if that is known. */
  host?: string | null,
): ReactNode {
  const since = mayStillRunSince(late)
  if (since === undefined) return undefined
  const where = host == null ? '' : ` on ${host}`
  return (
    <>
      The process may still be running{where}: end it before you recover. {lateText(status, since)}
    </>
  )
}
