import type { RevocationEffect } from '#contract/session.ts'
import { personName } from '#words/personName.ts'
import { troubleOf } from '#src/api/http/problem.ts'
import { useNamesByLogin } from '#src/lib/personName.ts'
import { Notice } from '#src/ui/Notice.tsx'
import { endedByRevocation } from './revocationWords.ts'

type Props = {
  /** The question what ends; nothing is shown until it is answered. */
  effect: { data: RevocationEffect | undefined; error: Error | null }
  /** Title if that could not be found out. */
  failed: string
  /** Text before the numbers. */
  verb: 'Ends' | 'Also ends'
  /** What the listed tokens are. */
  tokensAre: string
  /** Shown if nothing ends. */
  nothing: string
}

/** What ends with a token or a user: tokens, sessions, and the leases of running updates. */
export function RevocationNotice({ effect: { data: effect, error }, failed, verb, tokensAre, nothing }: Props) {
  const people = useNamesByLogin()
  if (error)
    return (
      <Notice tone="attention" title={failed}>
        {troubleOf(error).detail}
      </Notice>
    )
  if (effect === undefined) return undefined
  const words = endedByRevocation(effect)
  if (words === undefined) return <p className="text-muted">{nothing}</p>
  return (
    <Notice tone="attention" title={`${verb} ${words}`}>
      <div className="flex flex-col gap-2">
        {effect.tokens.length > 0 && (
          <p className="wrap-anywhere">
            {tokensAre}: {effect.tokens.map(({ name, login }) => `${name} (${personName(login, people)})`).join(', ')}.
          </p>
        )}
        {effect.updates.length > 0 && (
          <p className="wrap-anywhere">
            Running: {effect.updates.map(({ stack, kind }) => `${kind} of ${stack.project}/${stack.stack}`).join(', ')}.
            What was reported so far is saved. Nothing more is applied; later reports are kept as evidence.
          </p>
        )}
        {effect.endsThisSession && <p>You will be signed out of this browser.</p>}
      </div>
    </Notice>
  )
}
