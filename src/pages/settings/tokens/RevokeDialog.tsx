import { useMutation, useQuery } from '@tanstack/react-query'
import type { AccessToken, RevocationEffect } from '#contract/session.ts'
import { codeOf } from '#src/api/http/problem.ts'
import { ConfirmDialog } from '#src/ui/ConfirmDialog.tsx'
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
    mutationFn: async () => {
      try {
        if (token) await takeBack(token.id)
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
    <ConfirmDialog
      isOpen={token !== undefined}
      title={`Revoke “${token?.name ?? ''}”?`}
      verb="Revoke"
      cancel="Keep it"
      look="danger"
      blocked={also.isPending ? 'Checking what else would end.' : undefined}
      action={revoke}
      failed="The token was not revoked"
      onClose={close}
    >
      <p>
        Requests with this token will be refused.
        {token && token.lastUsedAt !== null && (
          <>
            {' '}
            It was last used <Time at={token.lastUsedAt} />.
          </>
        )}
      </p>
      <RevocationNotice
        effect={also}
        failed="What else would end could not be checked"
        verb="Also ends"
        tokensAre="Tokens created with it"
        nothing="Nothing else ends with it."
      />
    </ConfirmDialog>
  )
}
