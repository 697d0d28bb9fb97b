import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { RetentionRule } from '#contract/retention.ts'
import { changeRetention, retentionQueries } from '#src/api/retention.ts'
import { ConfirmDialog } from '#src/ui/ConfirmDialog.tsx'
import { ruleWords } from './retentionWords.ts'

type Props = { org: string; rule: RetentionRule; onClose: () => void }

/** Confirms that the server removes old versions by itself from now on. */
export function RetentionOnDialog({ org, rule, onClose }: Props) {
  const client = useQueryClient()
  const switchOn = useMutation({
    mutationFn: () => changeRetention(org, rule),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: retentionQueries.setting(org).queryKey })
      onClose()
    },
  })
  return (
    <ConfirmDialog
      title="Remove old versions once a day?"
      verb="Turn on"
      look="danger"
      action={switchOn}
      failed="Retention was not turned on"
      onClose={onClose}
    >
      <p>
        In each stack of {org}, kept is {ruleWords(rule)}, and whatever may still be needed. The states of all other
        versions are removed once a day, permanently, for the first time in 24 hours; until then you can switch it off
        without losing anything.
      </p>
    </ConfirmDialog>
  )
}
