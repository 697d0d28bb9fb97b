import type { ReactNode } from 'react'
import type { StackRef } from '#contract/common.ts'
import type { UpdateBrief } from '#contract/updates.ts'
import { mayStillRunSince } from '#domain/lease/lateReports.ts'
import { useMayStillRun } from '#src/api/useMayStillRun.ts'
import { useRunnerName } from '#src/lib/personName.ts'
import { Notice } from '#src/ui/Notice.tsx'
import { TextLink } from '#src/ui/TextLink.tsx'
import { Time } from '#src/ui/Time.tsx'
import { runPath, runTitle } from './words.ts'

type Status = UpdateBrief['status']

/** When the CLI of an ended update last reported, in a sentence. */
const lateText = (status: Status, since: number): ReactNode => (
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

/**
 * On a stack with operations whose outcome is unknown: the process that began them may still change the cloud, so what
 * is answered about them now may be wrong a minute later. Nothing if that process is over, or nothing is pending.
 */
export function LateNotice({ stack }: { stack: StackRef }) {
  const running = useMayStillRun(stack)
  return running ? <MayStillRun stack={stack} {...running} /> : null
}

function MayStillRun({ stack, update, since }: { stack: StackRef; update: UpdateBrief; since: number }) {
  const runner = useRunnerName(update.by.login, update.ci)
  return (
    <Notice
      tone="danger"
      announce="none"
      title={`The process of ${runTitle(update).toLowerCase()} may still be running: end it before you recover`}
    >
      {lateText(update.status, since)} <TextLink to={runPath(stack, update)}>{runTitle(update)}</TextLink> was started
      by {runner}.
    </Notice>
  )
}
