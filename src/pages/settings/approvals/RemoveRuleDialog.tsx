import type { ApprovalRule, ApprovalRules } from '#contract/approvals.ts'
import { ruleSentence } from '#domain/approvals/words.ts'
import { ConfirmDialog } from '#src/ui/ConfirmDialog.tsx'
import { NotSaved } from './SaveTrouble.tsx'
import { useSaveRules } from './useSaveRules.ts'

type Props = { rule: ApprovalRule; now: ApprovalRules; onClose: () => void }

/** Asks before a rule is removed. */
export function RemoveRuleDialog({ rule, now, onClose }: Props) {
  const save = useSaveRules(onClose)
  const rules = now.rules.filter(({ id }) => id !== rule.id)
  const { isPending, error, variables } = save
  return (
    <ConfirmDialog
      title={`Remove ${rule.name}?`}
      verb="Remove"
      look="danger"
      action={{ mutate: () => save.mutate({ from: now, rules, about: rule.id }), isPending, error }}
      onClose={onClose}
    >
      <p className="wrap-anywhere">{ruleSentence(rule)}</p>
      <p>Steps that wait only because of it go on. An earlier version of the rules can be restored.</p>
      {error && variables && <NotSaved error={error} from={variables.from} now={now} />}
    </ConfirmDialog>
  )
}
