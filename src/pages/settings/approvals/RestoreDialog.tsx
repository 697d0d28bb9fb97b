import type { ApprovalRules } from '#contract/approvals.ts'
import { ruleChanges } from '#domain/approvals/ruleChanges.ts'
import { ConfirmDialog } from '#src/ui/ConfirmDialog.tsx'
import { ChangeList } from './ChangeList.tsx'
import { NotSaved } from './SaveTrouble.tsx'
import { useSaveRules } from './useSaveRules.ts'

type Props = { version: ApprovalRules; now: ApprovalRules; onClose: () => void }

/** Saves the rules of an earlier version again, after showing what that changes. */
export function RestoreDialog({ version, now, onClose }: Props) {
  const save = useSaveRules(onClose)
  const { isPending, error, variables } = save
  return (
    <ConfirmDialog
      title={`Restore version ${version.version}?`}
      verb="Restore"
      action={{ mutate: () => save.mutate({ from: now, rules: version.rules, about: '' }), isPending, error }}
      onClose={onClose}
    >
      <p>Its rules are saved as version {now.version + 1}. Compared to the rules in force:</p>
      <ChangeList changes={ruleChanges(now.rules, version.rules)} />
      {error && variables && <NotSaved error={error} from={variables.from} now={now} />}
    </ConfirmDialog>
  )
}
