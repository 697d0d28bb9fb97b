import type { ReactNode } from 'react'
import type { ApprovalRules } from '#contract/approvals.ts'
import { ruleChanges } from '#domain/approvals/ruleChanges.ts'
import { codeOf, troubleOf } from '#src/api/http/problem.ts'
import { Button } from '#src/ui/Button.tsx'
import { Notice } from '#src/ui/Notice.tsx'
import { ChangeList } from './ChangeList.tsx'
import { SavedBy } from './SavedBy.tsx'

type Versions = { from: ApprovalRules; now: ApprovalRules }

/** What others saved since the user read the rules. */
function Meanwhile({ from, now }: Versions) {
  const changes = ruleChanges(from.rules, now.rules)
  return (
    <div className="flex flex-col gap-2">
      <p>
        Version {now.version}
        <SavedBy version={now} />
        {changes.length === 0 ? ': the rules are the same again.' : ':'}
      </p>
      {changes.length > 0 && <ChangeList changes={changes} />}
    </div>
  )
}

/** The rules have changed since a form was opened; saving it would undo that. */
export const RulesMoved = ({
  from,
  now,
  onReview,
  children,
}: Versions & { onReview: () => void; children?: ReactNode }) => (
  <Notice
    tone="attention"
    announce="alert"
    title="The rules have changed since you opened this page"
    actions={<Button onClick={onReview}>Go on with version {now.version}</Button>}
  >
    <Meanwhile from={from} now={now} />
    {children}
  </Notice>
)

/** Why a change was not saved: with what others have saved meanwhile. */
export const NotSaved = ({ error, from, now }: Versions & { error: Error }) => (
  <Notice tone="danger" title="Not saved">
    <p>{troubleOf(error).detail}</p>
    {codeOf(error) === 'stale_basis' && now.version !== from.version && <Meanwhile from={from} now={now} />}
  </Notice>
)
