import Server from 'lucide-react/icons/server'
import type { Actor } from '#contract/common.ts'
import { usePersonName, useRunnerName } from '#src/lib/personName.ts'
import { AgentBadge } from '#src/ui/AgentBadge.tsx'
import { Avatar } from '#src/ui/Avatar.tsx'
import { type CiJob, SERVER_LOGIN } from '#words/personName.ts'

type Props = {
  actor: Actor
  /** The CI job that acted: its name instead of the user's, who is shown on hover. */
  ci?: CiJob | null | undefined
  /** The agent that ran the CLI for them. */
  agent?: string | null | undefined
}

/** A user with the access token that acted for them, or a CI job. */
export function HolderName({ actor: { login, tokenName }, ci = null, agent }: Props) {
  const person = usePersonName(login)
  const name = useRunnerName(login, ci)
  if (login === SERVER_LOGIN)
    return (
      <span>
        <Server className="mr-1.5 inline size-5 align-middle text-muted" aria-hidden />
        <strong className="font-semibold">Holdfast</strong>
      </span>
    )
  return (
    <span className="wrap-anywhere">
      <Avatar name={person} login={login} isBot={ci !== null} className="mr-1.5 align-middle" />
      <strong className="font-semibold" title={ci ? person : login}>
        {name}
      </strong>
      {tokenName !== null && (
        <span className="text-muted">
          {' '}
          {/* A short name stays whole, on the next line if need be. */}
          with token <span className="inline-block max-w-full">“{tokenName}”</span>
        </span>
      )}
      <AgentBadge agent={agent} />
    </span>
  )
}
