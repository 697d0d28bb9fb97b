import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { StackRef } from '#contract/common.ts'
import type { UpdateBrief } from '#contract/updates.ts'
import { type EndedProcess, EndedProcessContext, useEndedProcessOf } from '#src/api/endedProcess.ts'
import { sessionQueries } from '#src/api/session.ts'
import { usePersonName } from '#src/lib/personName.ts'
import { Checkbox } from '#src/ui/Checkbox.tsx'
import { CopyableValue } from '#src/ui/CopyableValue.tsx'
import { ExternalLink } from '#src/ui/ExternalLink.tsx'
import { Notice } from '#src/ui/Notice.tsx'
import { TextLink } from '#src/ui/TextLink.tsx'
import { Time } from '#src/ui/Time.tsx'
import { capital } from '#words/capital.ts'
import { number, plural } from '#words/counts.ts'
import { jobName } from '#words/personName.ts'
import { reportsPath, runTitle } from './words.ts'

type Props = {
  /** The ended update whose process may still run. */
  run: Pick<UpdateBrief, 'kind' | 'dryRun' | 'version' | 'status' | 'by' | 'ci'>
  /** When its CLI last reported. */
  since: number
  /** Where it ran, if that is known. */
  host?: string | null
  /** The address of what it reported. */
  reports: string
}

/**
 * Where the operations are answered: the process that began them may still change the cloud, so what is found there may
 * be wrong a minute later. So it is asked first whether it has ended, for all of `children`. Nothing is asked if that
 * process is over, or nothing is pending.
 */
export function EndProcessFirst({ stack, children }: { stack: StackRef; children: ReactNode }) {
  const process = useEndedProcessOf(stack)
  return (
    <EndedProcessContext value={process}>
      {process && (
        <Notice
          tone={process.hasEnded ? 'attention' : 'danger'}
          announce="none"
          title={titleOf(process)}
          below={
            <Checkbox
              label={<strong className="font-semibold">The process of {process.name} has ended</strong>}
              hint="I ended it, or saw that it is over. The cloud may still finish what it started: a resource that is being created does exist."
              checked={process.hasEnded}
              onChange={process.setEnded}
            />
          }
        >
          <HowToEnd run={process.run} since={process.since} reports={reportsPath(stack, process.run)}>
            <strong className="font-semibold whitespace-nowrap">Don’t run pulumi up yet.</strong>
          </HowToEnd>
        </Notice>
      )}
      {children}
    </EndedProcessContext>
  )
}

function titleOf({ name, hasEnded, hasReportedSince }: EndedProcess): string {
  if (hasEnded) return `You say that the process of ${name} has ended`
  return hasReportedSince
    ? `${capital(name)} has reported again: its process is still running`
    : `First end the process of ${name}: it may still be running`
}

type OrderProps = Props & {
  /** Number of operations that it left. */
  pending: number
  /** How they are resolved. */
  children: ReactNode
}

/** What to do in order: end the process, then resolve what it left. */
export const EndThenResolve = ({ pending, children, ...process }: OrderProps) => (
  <ol className="flex flex-col gap-2">
    <Step number={1} title={`End the process of ${runTitle(process.run).toLowerCase()}: it may still be running`}>
      <HowToEnd {...process}>If it has exited already, go to step 2.</HowToEnd>
    </Step>
    <Step number={2} title={`Resolve ${plural(pending, 'the operation', `the ${number(pending)} operations`)}`}>
      {children}
    </Step>
  </ol>
)

const Step = ({ number, title, children }: { number: number; title: string; children: ReactNode }) => (
  <li className="flex items-start gap-2.5">
    <span
      className="mt-px grid size-5 shrink-0 place-items-center rounded-full border border-danger-line bg-surface text-xs font-semibold text-danger"
      aria-hidden
    >
      {number}
    </span>
    <div className="flex min-w-0 flex-1 flex-col items-start gap-1 text-ink">
      <p className="font-semibold">{title}</p>
      {children}
    </div>
  </li>
)

type HowProps = Props & {
  /** What to do once it has ended. */
  children: ReactNode
}

/** Who started it, what they can do, and how it is known that it may still run. */
const HowToEnd = ({ run, since, host = null, reports, children }: HowProps) => (
  <div>
    <p>
      <Ending run={run} host={host} /> {children}
    </p>
    <p className="text-sm text-muted">
      The CLI reported again <Time at={since} />, after its{' '}
      {run.status === 'expired' ? 'lease had expired' : 'update had ended'}: see its{' '}
      <TextLink to={reports}>late reports</TextLink>.
      {run.ci === null && (
        <>
          {' '}
          To find it: <CopyableValue value="pgrep -af pulumi" label="Copy command" />; end it with kill -INT,{' '}
          <span className="whitespace-nowrap">not -9.</span>
        </>
      )}
    </p>
  </div>
)

function Ending({ run: { by, ci }, host }: Pick<Props, 'run'> & { host: string | null }) {
  const name = usePersonName(by.login)
  const { data: session } = useQuery(sessionQueries.current())
  if (ci)
    return (
      <>
        {jobName(ci)} runs it: <ExternalLink href={ci.url}>cancel the job in {ci.system}</ExternalLink>, and see that it
        has ended.
      </>
    )
  const isOwn = session?.login === by.login
  const token = by.tokenName === null ? '' : ` with token “${by.tokenName}”`
  const where =
    host !== null ? `on ${host}` : by.tokenName === null ? 'where it runs' : 'on the machine that uses this token'
  return (
    <>
      {isOwn ? 'You' : name} started it{token}:{' '}
      {isOwn
        ? `press Ctrl-C once in its terminal and wait until it exits, or end the pulumi process ${where}.`
        : `ask them to end the pulumi process ${where}.`}
    </>
  )
}
