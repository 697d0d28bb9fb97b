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
import { jobName } from '#words/personName.ts'
import { runPath, runTitle } from './words.ts'

/**
 * On a stack with operations whose outcome is unknown: the process that began them may still change the cloud, so what
 * is answered about them now may be wrong a minute later. Nothing if that process is over, or nothing is pending.
 */
export function LateNotice({ stack, hasBan }: { stack: StackRef; hasBan?: boolean }) {
  const { update, since } = useMayStillRun(stack) ?? {}
  if (!update || since === undefined) return null
  return (
    <MayStillRun run={update} since={since} {...(hasBan !== undefined && { hasBan })}>
      <TextLink to={runPath(stack, update)}>{runTitle(update)}</TextLink>
    </MayStillRun>
  )
}

type Props = {
  run: Pick<UpdateBrief, 'kind' | 'dryRun' | 'version' | 'status' | 'by' | 'ci'>
  /** When its CLI last reported. */
  since: number
  /** Where it ran, if that is known. */
  host?: string | null
  /** Whether it says not to run `pulumi up`; false where the page says so itself. */
  hasBan?: boolean
  /** Where there is more about it. */
  children: ReactNode
}

/** The process of an ended update may still run: who can end it, and how; before anything else. */
export const MayStillRun = ({ run, since, host = null, hasBan = true, children }: Props) => (
  <Notice
    tone="danger"
    announce="none"
    title={`First end the process of ${runTitle(run).toLowerCase()}: it may still be running`}
  >
    <p>
      <HowToEnd run={run} host={host} />
      {hasBan && <strong className="font-semibold"> Don’t run pulumi up yet.</strong>}
    </p>
    <p className="text-sm text-muted">
      The CLI reported again <Time at={since} />, after its{' '}
      {run.status === 'expired' ? 'lease had expired' : 'update had ended'}: see {children}.
    </p>
  </Notice>
)

/** Who started it, and what they can do. */
function HowToEnd({ run: { by, ci }, host }: Pick<Props, 'run'> & { host: string | null }) {
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
  const where = host === null ? 'there' : `on ${host}`
  return (
    <>
      {isOwn ? 'You' : name} started it{token}:{' '}
      {isOwn ? `press Ctrl-C once in its terminal, or end pulumi ${where}.` : `ask them to end pulumi ${where}.`}
    </>
  )
}
