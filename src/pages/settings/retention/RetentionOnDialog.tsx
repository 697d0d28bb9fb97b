import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { RetentionRule } from '#contract/retention.ts'
import { troubleOf } from '#src/api/http/problem.ts'
import { changeRetention, retentionQueries } from '#src/api/retention.ts'
import { Button } from '#src/ui/Button.tsx'
import { Dialog } from '#src/ui/Dialog.tsx'
import { Notice } from '#src/ui/Notice.tsx'
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
    <Dialog
      open
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose()
      }}
      title="Remove old versions once a day?"
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button look="danger" busy={switchOn.isPending} onClick={() => switchOn.mutate()}>
            Turn on
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-3">
        <p>
          In each stack of {org}, kept is {ruleWords(rule)}, and whatever may still be needed. The states of all other
          versions are removed once a day, permanently, for the first time in 24 hours; until then you can switch it off
          without losing anything.
        </p>
        {switchOn.isError && (
          <Notice tone="danger" title="Retention was not turned on">
            {troubleOf(switchOn.error).detail}
          </Notice>
        )}
      </div>
    </Dialog>
  )
}
