import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { BrowserSession } from '#contract/session.ts'
import { codeOf, troubleOf } from '#src/api/http/problem.ts'
import { endSession } from '#src/api/session.ts'
import { counted } from '#words/counts.ts'
import { Button } from '#src/ui/Button.tsx'
import { Checkbox } from '#src/ui/Checkbox.tsx'
import { Dialog } from '#src/ui/Dialog.tsx'
import { Notice } from '#src/ui/Notice.tsx'
import { deviceName } from '#words/device.ts'

type Props = { session: BrowserSession | undefined; onEnded: () => Promise<void>; onClose: () => void }

/**
 * Confirms the end of a session; on request also revokes the tokens that were created in it, for a browser that was
 * misused.
 */
export function EndSessionDialog({ session, onEnded, onClose }: Props) {
  const [withTokens, setWithTokens] = useState(false)
  const end = useMutation({
    mutationFn: async (id: string) => {
      try {
        await endSession(id, { withTokens })
      } catch (error) {
        if (codeOf(error) !== 'not_found') throw error // it has ended already
      }
    },
    onSuccess: async () => {
      await onEnded()
      close()
    },
  })
  const close = (): void => {
    end.reset()
    setWithTokens(false)
    onClose()
  }
  const tokens = session?.tokens ?? []
  return (
    <Dialog
      open={session !== undefined}
      onOpenChange={(isOpen) => {
        if (!isOpen) close()
      }}
      title={`End the session of ${deviceName(session?.userAgent ?? '')}?`}
      actions={
        <>
          <Button onClick={close}>Cancel</Button>
          <Button look="danger" busy={end.isPending} onClick={() => session && end.mutate(session.id)}>
            End session
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-3">
        <p>
          {session?.isThis
            ? 'This is the browser you are using: you will be signed out.'
            : 'That browser is signed out.'}
        </p>
        {tokens.length > 0 && (
          <Checkbox
            label={`Also revoke ${counted(tokens.length, 'token')} created in it: ${tokens.join(', ')}`}
            checked={withTokens}
            onChange={setWithTokens}
          />
        )}
        {end.isError && (
          <Notice tone="danger" title="The session was not ended">
            {troubleOf(end.error).detail}
          </Notice>
        )}
      </div>
    </Dialog>
  )
}
