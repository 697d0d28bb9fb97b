import type { Approval } from '#contract/approvals.ts'
import { useNamesByLogin } from '#src/lib/personName.ts'
import { Time } from '#src/ui/Time.tsx'
import { personName } from '#words/personName.ts'
import { plural } from '#words/counts.ts'
import { allowedBy, demandText, isLastAsked } from './words.ts'

type Props = {
  approval: Approval
  /** How many steps have the same demand. */
  steps?: number
}

/** Whom a step waits for, and who has allowed it, with their reasons. */
export function Demand({ approval, steps = 1 }: Props) {
  const names = useNamesByLogin()
  const given = allowedBy(approval)
  return (
    <>
      {demandText(approval, steps)}
      {isLastAsked(approval) && ' Your approval would be the last one needed.'}
      {given.length > 0 && (
        <ul aria-label="Allowed by" className="text-sm">
          {given.map(({ by, at, reason }) => (
            <li key={by.login}>
              {personName(by.login, names)} allowed {plural(steps, 'it', 'them')}{' '}
              <Time at={at} className="text-muted" />
              {reason !== '' && <span className="block text-muted">“{reason}”</span>}
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
