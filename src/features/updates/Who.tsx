import GitBranch from 'lucide-react/icons/git-branch'
import GitPullRequest from 'lucide-react/icons/git-pull-request'
import type { UpdateBrief } from '#contract/updates.ts'
import { usePersonName } from '#src/lib/personName.ts'
import { cx } from '#src/lib/cx.ts'
import { jobName, UNRECORDED_LOGIN } from '#words/personName.ts'
import { AgentBadge } from '#src/ui/AgentBadge.tsx'
import { Avatar } from '#src/ui/Avatar.tsx'
import { ExternalLink } from '#src/ui/ExternalLink.tsx'

type Props = {
  run: Pick<UpdateBrief, 'by' | 'ci' | 'git' | 'agent'>
  /** Adds the branch of a CI job, for lists without a column of commits; in more than one line also its token. */
  withBranch?: boolean
  /** All in one line, for dense lists: without the token. */
  isLine?: boolean
}

/** Who ran it: the user and the access token, or the CI job with its branch and pull request. */
export const Who = ({ run, withBranch = false, isLine = false }: Props) => (
  <span className="flex min-w-0 items-start gap-2">
    {run.ci ? (
      <Job run={run} ci={run.ci} withBranch={withBranch} isLine={isLine} />
    ) : (
      <Person by={run.by} agent={run.agent} isLine={isLine} />
    )}
  </span>
)

type PersonProps = Pick<UpdateBrief, 'by' | 'agent'> & { isLine: boolean }

function Person({ by: { login, tokenName }, agent, isLine }: PersonProps) {
  const name = usePersonName(login)
  if (login === UNRECORDED_LOGIN)
    return (
      <span className="text-muted" title="A self-managed backend does not record who ran it.">
        not recorded
      </span>
    )
  return (
    <>
      <Avatar name={name} login={login} className="mt-px" />
      <span
        className="min-w-0 wrap-anywhere"
        title={isLine && tokenName !== null ? `${login}, token “${tokenName}”` : login}
      >
        {name}
        <AgentBadge agent={agent} />
        {tokenName !== null && !isLine && <span className="block text-xs text-muted">token “{tokenName}”</span>}
      </span>
    </>
  )
}

type JobProps = Required<Props> & { ci: NonNullable<UpdateBrief['ci']> }

function Job({ run: { by, git, agent }, ci, withBranch, isLine }: JobProps) {
  const { url, pullRequest } = ci
  const name = usePersonName(by.login)
  const branch = withBranch ? git?.branch : undefined
  const token = withBranch && !isLine ? by.tokenName : null
  return (
    <>
      <Avatar name={name} login={by.login} isBot className="mt-px" />
      <span
        className={cx(
          'min-w-0',
          isLine ? 'flex flex-wrap gap-x-2 sm:flex-nowrap sm:whitespace-nowrap' : 'wrap-anywhere',
        )}
        title={`${name}${by.tokenName === null ? '' : `, token “${by.tokenName}”`}`}
      >
        <ExternalLink href={url}>{jobName(ci)}</ExternalLink>
        <AgentBadge agent={agent} />
        {(branch || pullRequest || token !== null) && (
          <span
            className={cx('flex gap-x-2 text-xs text-muted max-sm:leading-6', isLine ? 'items-center' : 'flex-wrap')}
          >
            {pullRequest && (
              <span className="inline-flex items-center gap-0.5">
                <GitPullRequest className="size-3" aria-hidden />
                <ExternalLink href={pullRequest.url}>#{pullRequest.number}</ExternalLink>
              </span>
            )}
            {branch && (
              <span className="inline-flex min-w-0 items-center gap-0.5">
                <GitBranch className="size-3 shrink-0" aria-hidden />
                <span className="max-w-40 truncate" title={branch}>
                  {branch}
                </span>
              </span>
            )}
            {token !== null && <span>token “{token}”</span>}
          </span>
        )}
      </span>
    </>
  )
}
