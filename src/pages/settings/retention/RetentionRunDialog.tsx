import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { z } from 'zod'
import type { RetentionPreview, RetentionRunReply } from '#contract/retention.ts'
import { troubleOf } from '#src/api/http/problem.ts'
import { retentionQueries, runRetention } from '#src/api/retention.ts'
import { bytesText } from '#words/bytes.ts'
import { counted } from '#words/counts.ts'
import { Button } from '#src/ui/Button.tsx'
import { Dialog } from '#src/ui/Dialog.tsx'
import { Notice } from '#src/ui/Notice.tsx'
import { TypedName, whyNotTyped } from '#src/ui/TypedName.tsx'

type Props = { org: string; preview: RetentionPreview; onClose: () => void }

/** The confirmation before states are removed permanently, and the result. */
export function RetentionRunDialog({ org, preview, onClose }: Props) {
  const client = useQueryClient()
  const [typed, setTyped] = useState('')
  const run = useMutation({ mutationFn: () => runRetention(org, preview, typed) })
  const close = (): void => {
    onClose()
    if (run.isSuccess) void client.resetQueries({ queryKey: retentionQueries.all() })
  }
  const unconfirmed = whyNotTyped(org, typed)
  return (
    <Dialog
      open
      sticky
      onOpenChange={(isOpen) => {
        if (!isOpen) close()
      }}
      title={`Remove the states of ${counted(preview.versions, 'version')}`}
      actions={
        run.isSuccess ? (
          <Button look="primary" onClick={close}>
            Done
          </Button>
        ) : (
          <>
            <Button onClick={close}>Cancel</Button>
            <Button type="submit" form="remove" look="danger" busy={run.isPending} blocked={unconfirmed}>
              Remove for good
            </Button>
          </>
        )
      }
    >
      {run.isSuccess ? (
        <Removed {...run.data} />
      ) : (
        <form
          id="remove"
          className="flex flex-col gap-3"
          onSubmit={(event) => {
            event.preventDefault()
            if (unconfirmed === undefined) run.mutate()
          }}
        >
          <p>
            Exactly what is listed: {bytesText(preview.bytes)} of {counted(preview.stacks.length, 'stack')}. It can only
            be restored from a backup: these versions can no longer be shown, compared, exported or restored. Who
            updated what and when stays.
          </p>
          <TypedName name={org} of="organization" typed={typed} onType={setTyped} />
          {run.isError && (
            <Notice tone="danger" title="It did not go through: look again what is left">
              {troubleOf(run.error).detail}
            </Notice>
          )}
        </form>
      )}
    </Dialog>
  )
}

/** What the run removed, and the stacks that it skipped. */
const Removed = ({ run, changed }: z.output<typeof RetentionRunReply>) => (
  <Notice tone="ok" title={`The states of ${counted(run.versions, 'version')} were removed`}>
    <p>
      {bytesText(run.bytes)} of text of {counted(run.stacks, 'stack')}.
    </p>
    {changed.length > 0 && (
      <p>
        Nothing was removed of {changed.map(({ project, stack }) => `${project}/${stack}`).join(', ')}: something else
        would have been by now. Check again.
      </p>
    )}
  </Notice>
)
