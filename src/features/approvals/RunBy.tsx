import GitPullRequest from 'lucide-react/icons/git-pull-request'
import type { Approval } from '#contract/approvals.ts'
import { usePersonName, useRunnerName } from '#src/lib/personName.ts'
import { AgentBadge } from '#src/ui/AgentBadge.tsx'
import { Avatar } from '#src/ui/Avatar.tsx'
import { ExternalLink } from '#src/ui/ExternalLink.tsx'
import { Mono } from '#src/ui/Mono.tsx'

type Run = Pick<Approval, 'startedBy' | 'ci' | 'agent' | 'commit' | 'message'>

/** Who runs the update: the user or CI job, the agent, the commit with its pull request, and the message. */
export function RunBy({ run: { startedBy, ci, agent, commit, message } }: { run: Run }) {
  const { login, tokenName } = startedBy
  const person = usePersonName(login)
  const name = useRunnerName(login, ci)
  return (
    <div className="flex min-w-0 flex-col gap-0.5">
      <p className="wrap-anywhere">
        <Avatar name={person} login={login} isBot={ci !== null} className="mr-1.5 align-middle" />
        <span className="font-medium" title={ci ? person : login}>
          <ExternalLink href={ci?.url}>{name}</ExternalLink>
        </span>
        {tokenName !== null && <span className="text-muted"> with token “{tokenName}”</span>}
        <AgentBadge agent={agent} />
      </p>
      {message !== '' && (
        <p className="line-clamp-2 text-sm" title={message}>
          {message}
        </p>
      )}
      {(commit ?? ci?.pullRequest) && (
        <p className="flex flex-wrap gap-x-3 text-sm text-muted">
          {commit && (
            <span>
              <ExternalLink href={commit.url}>
                <Mono>{commit.head.slice(0, 7)}</Mono>
              </ExternalLink>
              {commit.branch !== null && <> on {commit.branch}</>}
            </span>
          )}
          {ci?.pullRequest && (
            <span className="inline-flex items-center gap-0.5">
              <GitPullRequest className="size-3" aria-hidden />
              <ExternalLink href={ci.pullRequest.url}>#{ci.pullRequest.number}</ExternalLink>
            </span>
          )}
        </p>
      )}
    </div>
  )
}
