import { useQuery } from '@tanstack/react-query'
import Eye from 'lucide-react/icons/eye'
import FileQuestionMark from 'lucide-react/icons/file-question-mark'
import Hourglass from 'lucide-react/icons/hourglass'
import type { ReactNode } from 'react'
import type { UpdateDetail } from '#contract/updates.ts'
import { stackQueries } from '#src/api/stacks.ts'
import { EndThenResolve } from '#src/features/updates/EndProcess.tsx'
import { useRecoverWord } from '#src/api/useRecoverWord.ts'
import { banOf } from '#src/features/recovery/headline.ts'
import { GaveUp } from '#src/features/updates/outage/OutageNotice.tsx'
import { LATE_REPORTS } from '#src/features/updates/words.ts'
import { OperationList } from '#src/features/updates/OperationList.tsx'
import { useNamesByLogin } from '#src/lib/personName.ts'
import { type NamesByLogin, personName } from '#words/personName.ts'
import { counted } from '#words/counts.ts'
import { paths } from '#src/lib/paths.ts'
import { LinkButton } from '#src/ui/LinkButton.tsx'
import { Notice } from '#src/ui/Notice.tsx'
import { Time } from '#src/ui/Time.tsx'

/** What to know first: how the run ended, what it left, and what it holds. */
export const RunNotices = ({ run }: { run: UpdateDetail }) => (
  <>
    {run.dryRun && (
      <Notice tone="unknown" Icon={Eye} announce="none" title="A preview: it changed nothing">
        Shows what an update would have done. It held no lease and wrote no state.
      </Notice>
    )}
    <EndNotice run={run} />
    {run.containsUnknownEntries && (
      <Notice
        tone="attention"
        Icon={FileQuestionMark}
        announce="none"
        title="Some of what the CLI sent could not be read"
      >
        It is kept unchanged. A newer CLI may have sent entries that this server does not know; their changes are not in
        the state.
      </Notice>
    )}
  </>
)

/**
 * How the run was ended from outside, and the operations that it left: one banner, because one is the cause of the other;
 * with what to do first while its process may still run.
 */
function EndNotice({ run }: { run: UpdateDetail }) {
  const { stack, status, pending, endedAt, mayStillRunSince } = run
  const { word, mayNot } = useRecoverWord(stack)
  const ending = endingOf(run, useNamesByLogin())
  const isResolved = useQuery(stackQueries.detail(stack)).data?.pendingCount === 0
  if (!ending && pending.length === 0) return null
  const left = pending.length > 0 ? `${counted(pending.length, 'operation')} with an unknown outcome` : undefined
  const isStillOpen = left !== undefined && isResolved !== true
  const since = isStillOpen ? mayStillRunSince : null
  // The same as on the pages of the stack.
  const ban = isStillOpen ? banOf(pending, since !== null) : undefined
  const tone = left && isResolved ? 'unknown' : ban !== undefined || status === 'expired' ? 'danger' : 'attention'
  const operations = left && <OperationList operations={pending} label="Operations with an unknown outcome" />
  const action = left && (
    <LinkButton look={isResolved || mayNot !== undefined ? 'quiet' : 'primary'} to={paths.recover(stack)}>
      {isResolved
        ? 'View stack status'
        : mayNot === undefined
          ? `Resolve ${counted(pending.length, 'operation')}`
          : word}
    </LinkButton>
  )
  const titles = [ending?.title, left].filter((part) => part !== undefined)
  return (
    <Notice
      tone={tone}
      Icon={ending ? undefined : Hourglass}
      announce="none"
      title={ban ?? titles.join(' · ')}
      {...(since === null && { actions: action, below: operations })}
    >
      {since !== null && (
        <div className="mt-1.5 mb-2">
          <EndThenResolve
            run={run}
            since={since}
            host={run.client.host}
            reports={`#${LATE_REPORTS}`}
            pending={pending.length}
          >
            {operations}
            {action}
          </EndThenResolve>
        </div>
      )}
      {ban !== undefined && since === null && <p>{left}.</p>}
      {ending && (
        <p className={ban === undefined ? undefined : 'text-sm text-muted'}>
          {ban !== undefined && status !== 'expired' && `${ending.title}. `}
          {ending.text}
          {endedAt !== null && (
            <>
              {' '}
              {status === 'expired' ? 'The server ended the update' : 'The update ended'} <Time at={endedAt} />.
            </>
          )}
        </p>
      )}
      {left && isResolved && <p>All are resolved: the stack has no pending operation any more.</p>}
    </Notice>
  )
}

/** How a run was ended from outside. */
function endingOf(
  { status, endedBy, dryRun, outages, lateEvidence }: UpdateDetail,
  names: NamesByLogin,
): { title: string; text: ReactNode } | undefined {
  if (status === 'expired') {
    return {
      title: 'Interrupted: lease expired',
      text: (
        <>
          {outages.length > 0 ? <GaveUp outages={outages} /> : 'The CLI did not renew its lease in time.'}
          {/* What came later is kept, not applied. */}
          {!dryRun && ` The state has everything that it saved${lateEvidence.length > 0 ? ' before' : ''}.`}
        </>
      ),
    }
  }
  if (status === 'cancelled') {
    return {
      title: endedBy === null ? 'Cancelled' : `Cancelled by ${personName(endedBy.login, names)}`,
      text: dryRun ? 'Nothing was changed.' : 'The state has everything that it saved.',
    }
  }
  return undefined
}
