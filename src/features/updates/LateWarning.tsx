import type { ReactNode } from 'react'
import type { StackRef } from '#contract/common.ts'
import type { UpdateBrief } from '#contract/updates.ts'
import { useMayStillRun } from '#src/api/useMayStillRun.ts'
import { useRunnerName } from '#src/lib/personName.ts'
import { Notice } from '#src/ui/Notice.tsx'
import { TextLink } from '#src/ui/TextLink.tsx'
import { Time } from '#src/ui/Time.tsx'
import { runPath, runTitle } from './words.ts'

type Status = UpdateBrief['status']

/** When the CLI of an ended update last reported, in a sentence; `rest` before its full stop. */
export const lateText = (status: Status, since: number, rest?: ReactNode): ReactNode => (
  <>
    The CLI reported again <Time at={since} />, after its{' '}
    {status === 'expired' ? 'lease had expired' : 'update had ended'}
    {rest}.
  </>
)

/** What to do before anything else while the process of an ended update may still run. `host`: where, if known. */
export const mayStillRunTitle = (run: Parameters<typeof runTitle>[0], host?: string | null): string =>
  `The process of ${runTitle(run).toLowerCase()} may still be running${host == null ? '' : ` on ${host}`}: end it before you recover`

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
    <Notice tone="danger" announce="none" title={mayStillRunTitle(update)}>
      {lateText(update.status, since)} <TextLink to={runPath(stack, update)}>{runTitle(update)}</TextLink> was started
      by {runner}.
    </Notice>
  )
}
