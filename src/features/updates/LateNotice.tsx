import type { Diagnosis } from '#contract/recoveries.ts'
import { mayStillRunSince } from '#domain/lease/lateReports.ts'
import { lateText } from './LateWarning.tsx'
import { runPath, runTitle } from './words.ts'
import { useRunnerName } from '#src/lib/personName.ts'
import { Notice } from '#src/ui/Notice.tsx'
import { TextLink } from '#src/ui/TextLink.tsx'

/**
 * On a stack with operations whose outcome is unknown: the process that began them may still change the cloud, so what
 * is answered about them now may be wrong a minute later. Nothing if that process is over, or nothing is pending.
 */
export function LateNotice({ diagnosis }: { diagnosis: Pick<Diagnosis, 'stack' | 'pending' | 'interrupted'> }) {
  const { stack, pending, interrupted } = diagnosis
  if (!interrupted || pending.length === 0) return null
  const since = mayStillRunSince(interrupted.late)
  return since === undefined ? null : <MayStillRun stack={stack} update={interrupted.update} since={since} />
}

type Props = Pick<Diagnosis, 'stack'> & Pick<NonNullable<Diagnosis['interrupted']>, 'update'> & { since: number }

function MayStillRun({ stack, update, since }: Props) {
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
