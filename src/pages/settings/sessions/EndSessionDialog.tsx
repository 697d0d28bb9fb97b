import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { BrowserSession } from '#contract/session.ts'
import { codeOf } from '#src/api/http/problem.ts'
import { endSession } from '#src/api/session.ts'
import { counted } from '#words/counts.ts'
import { Checkbox } from '#src/ui/Checkbox.tsx'
import { ConfirmDialog } from '#src/ui/ConfirmDialog.tsx'
import { deviceName } from '#words/device.ts'

type Props = { session: BrowserSession | undefined; onEnded: () => Promise<void>; onClose: () => void }

/**
 * Confirms the end of a session; on request also revokes the tokens that were created in it, for a browser that was
 * misused.
 */
export function EndSessionDialog({ session, onEnded, onClose }: Props) {
  const [withTokens, setWithTokens] = useState(false)
  const end = useMutation({
    mutationFn: async () => {
      try {
        if (session) await endSession(session.id, { withTokens })
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
    <ConfirmDialog
      isOpen={session !== undefined}
      title={`End the session of ${deviceName(session?.userAgent ?? '')}?`}
      verb="End session"
      look="danger"
      action={end}
      failed="The session was not ended"
      onClose={close}
    >
      <p>
        {session?.isThis ? 'This is the browser you are using: you will be signed out.' : 'That browser is signed out.'}
      </p>
      {tokens.length > 0 && (
        <Checkbox
          label={`Also revoke ${counted(tokens.length, 'token')} created in it: ${tokens.join(', ')}`}
          checked={withTokens}
          onChange={setWithTokens}
        />
      )}
    </ConfirmDialog>
  )
}
