import { useMutation, useQuery } from '@tanstack/react-query'
import type { AccessToken, RevocationEffect } from '#contract/session.ts'
import { codeOf, troubleOf } from '#src/api/http/problem.ts'
import { Button } from '#src/ui/Button.tsx'
import { Dialog } from '#src/ui/Dialog.tsx'
import { Notice } from '#src/ui/Notice.tsx'
import { Time } from '#src/ui/Time.tsx'
import { RevocationNotice } from './RevocationNotice.tsx'

type Props = {
  token: AccessToken | undefined
  /** What else would end. */
  effect: (id: string) => { queryKey: readonly string[]; queryFn: () => Promise<RevocationEffect> }
  revoke: (id: string) => Promise<unknown>
  onRevoked: () => Promise<void>
  onClose: () => void
}

/** Confirms that a token is revoked, with its name and what ends with it. */
export function RevokeDialog({ token, effect, revoke: takeBack, onRevoked, onClose }: Props) {
  const revoke = useMutation({
    mutationFn: async (id: string) => {
      try {
        await takeBack(id)
      } catch (error) {
        if (codeOf(error) !== 'not_found') throw error // someone else has revoked it already, which is what was wanted
      }
    },
    onSuccess: async () => {
      await onRevoked()
      close()
    },
  })
  const also = useQuery({
    ...effect(token?.id ?? ''),
    enabled: token !== undefined,
    gcTime: 0, // asked again each time
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
          <Button
            look="danger"
            busy={revoke.isPending}
            blocked={also.isPending ? 'Checking what else would end.' : undefined}
            onClick={() => token && revoke.mutate(token.id)}
          >
            Revoke
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-3">
        <p>
          Requests with this token will be refused.
          {token && token.lastUsedAt !== null && (
            <>
              {' '}
              It was last used <Time at={token.lastUsedAt} />.
            </>
          )}
        </p>
        {also.data && (
          <RevocationNotice
            effect={also.data}
            verb="Also ends"
            tokensAre="Tokens created with it"
            nothing="Nothing else ends with it."
          />
        )}
        {also.isError && (
          <Notice tone="attention" title="What else would end could not be checked">
            {troubleOf(also.error).detail}
          </Notice>
        )}
        {revoke.isError && (
          <Notice tone="danger" title="The token was not revoked">
            {troubleOf(revoke.error).detail}
          </Notice>
        )}
      </div>
    </Dialog>
  )
}
