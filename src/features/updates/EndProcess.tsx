import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { StackRef } from '#contract/common.ts'
import type { UpdateBrief } from '#contract/updates.ts'
import { sessionQueries } from '#src/api/session.ts'
import { useMayStillRun } from '#src/api/useMayStillRun.ts'
import { usePersonName } from '#src/lib/personName.ts'
import { ExternalLink } from '#src/ui/ExternalLink.tsx'
import { Notice } from '#src/ui/Notice.tsx'
import { TextLink } from '#src/ui/TextLink.tsx'
import { Time } from '#src/ui/Time.tsx'
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
 * be wrong a minute later. Nothing if that process is over, or nothing is pending.
 */
export function EndProcessNotice({ stack }: { stack: StackRef }) {
  const process = useMayStillRun(stack)
  if (!process) return null
  const { run, since } = process
  return (
    <Notice
      tone="danger"
      announce="none"
      title={`First end the process of ${runTitle(run).toLowerCase()}: it may still be running`}
    >
      <HowToEnd run={run} since={since} reports={reportsPath(stack, run)} next="continue below">
        <strong className="font-semibold whitespace-nowrap">Don’t run pulumi up yet.</strong>
      </HowToEnd>
    </Notice>
  )
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
      <HowToEnd {...process} next="go to step 2" />
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
  next: string
  children?: ReactNode
}

/** Who started it, what they can do, and how it is known that it may still run. */
const HowToEnd = ({ run, since, host = null, reports, next, children }: HowProps) => (
  <div>
    <p>
      <Ending run={run} host={host} /> If it has exited already, {next}. {children}
    </p>
    <p className="text-sm text-muted">
      The CLI reported again <Time at={since} />, after its{' '}
      {run.status === 'expired' ? 'lease had expired' : 'update had ended'}: see its{' '}
      <TextLink to={reports}>late reports</TextLink>.
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
