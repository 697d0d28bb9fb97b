import { useMutation } from '@tanstack/react-query'
import type { AccessToken } from '#contract/session.ts'
import { codeOf, troubleOf } from '#src/api/problem.ts'
import { Button } from '#src/ui/Button.tsx'
import { Dialog } from '#src/ui/Dialog.tsx'
import { Notice } from '#src/ui/Notice.tsx'
import { Time } from '#src/ui/Time.tsx'

type Props = {
  token: AccessToken | undefined
  revoke: (id: string) => Promise<unknown>
  onRevoked: () => Promise<void>
  onClose: () => void
}

/** Asks before a token is revoked: it names it and says what stops working. */
export function RevokeDialog({ token, revoke: takeBack, onRevoked, onClose }: Props) {
  const revoke = useMutation({
    mutationFn: async (id: string) => {
      try {
        await takeBack(id)
      } catch (error) {
        if (codeOf(error) !== 'not_found') throw error // somebody was quicker: it is gone, which is what was wanted
      }
    },
    onSuccess: async () => {
      await onRevoked()
      close()
    },
  })
  const close = (): void => {
    revoke.reset()
    onClose()
  }
  return (
    <Dialog
      open={token !== undefined}
      onOpenChange={(isOpen) => {
        if (!isOpen) close()
      }}
      title={`Revoke “${token?.name ?? ''}”?`}
      actions={
        <>
          <Button onClick={close}>Keep it</Button>
          <Button look="danger" busy={revoke.isPending} onClick={() => token && revoke.mutate(token.id)}>
            Revoke
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-3">
        <p>
          Whatever uses it is refused from now on, and browsers that were signed in with it are signed out. An update
          that runs with it keeps its lease to the end.
          {token && token.lastUsedAt !== null && (
            <>
              {' '}
              It was last used <Time at={token.lastUsedAt} />.
            </>
          )}
        </p>
        {revoke.isError && (
          <Notice tone="danger" title="It was not revoked">
            {troubleOf(revoke.error).detail}
          </Notice>
        )}
      </div>
    </Dialog>
  )
}
