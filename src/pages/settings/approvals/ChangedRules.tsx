import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { ApprovalRules } from '#contract/approvals.ts'
import type { RuleChange } from '#domain/approvals/ruleChanges.ts'
import { approvalRuleQueries } from '#src/api/approvalRules.ts'
import { Disclosure } from '#src/ui/Disclosure.tsx'
import { counted } from '#words/counts.ts'
import { ChangeList } from './ChangeList.tsx'
import { LookBackText } from './LookBackText.tsx'

/** Most rules that are looked back for. */
const MAX_LOOKED = 20

const unchangedWords = ({ version, rules }: ApprovalRules): string =>
  rules.length > 0
    ? 'These are the rules that are in force.'
    : `No rule is in force.${version === 0 ? ' Change the text to save a first version.' : ''}`

/** What saving would change, and what a user should know about it first. */
export function ChangedRules({ changes, now }: { changes: readonly RuleChange[]; now: ApprovalRules }) {
  const rules = useMemo(
    () => changes.flatMap((change) => (change.kind === 'removed' ? [] : [change.rule])).slice(0, MAX_LOOKED),
    [changes],
  )
  const { data } = useQuery({ ...approvalRuleQueries.lookBack(rules), enabled: rules.length > 0 })
  if (changes.length === 0) return <p className="text-muted">{unchangedWords(now)}</p>
  return (
    <div className="flex min-w-0 flex-col gap-3">
      <p className="font-medium">{counted(changes.length, 'change')} to save</p>
      <ChangeList changes={changes} />
      {data?.notes.map(({ rule, note }) => (
        <p key={`${rule} ${note}`} className="font-medium text-attention wrap-anywhere">
          {rules.find(({ id }) => id === rule)?.name}: {note}
        </p>
      ))}
      {data && (
        <Disclosure summary="What they would have done">
          {rules.map((rule) => (
            <div key={rule.id}>
              <p className="font-medium wrap-anywhere">{rule.name}</p>
              <LookBackText rule={rule} lookBack={data} />
            </div>
          ))}
        </Disclosure>
      )}
    </div>
  )
}
