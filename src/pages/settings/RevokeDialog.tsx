import { useMutation, useQuery } from '@tanstack/react-query'
import type { AccessToken, RevocationEffect } from '#contract/session.ts'
import { codeOf, troubleOf } from '#src/api/problem.ts'
import { Button } from '#src/ui/Button.tsx'
import { Dialog } from '#src/ui/Dialog.tsx'
import { Notice } from '#src/ui/Notice.tsx'
import { Time } from '#src/ui/Time.tsx'
import { alsoEnds } from './revocationWords.ts'

type Props = {
  token: AccessToken | undefined
  /** What else would end. */
  effect: (id: string) => { queryKey: readonly string[]; queryFn: () => Promise<RevocationEffect> }
  revoke: (id: string) => Promise<unknown>
  onRevoked: () => Promise<void>
  onClose: () => void
}

/** Asks before a token is revoked: it names it and says what ends with it. */
export function RevokeDialog({ token, effect, revoke: takeBack, onRevoked, onClose }: Props) {
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
  const also = useQuery({
    ...effect(token?.id ?? ''),
    enabled: token !== undefined,
    gcTime: 0, // asked anew each time
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
        {also.data && <Effect effect={also.data} />}
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

function Effect({ effect }: { effect: RevocationEffect }) {
  const words = alsoEnds(effect)
  if (words === undefined) return <p className="text-muted">Nothing else ends with it.</p>
  return (
    <Notice tone="attention" title={words}>
      <div className="flex flex-col gap-2">
        {effect.tokens.length > 0 && (
          <p className="wrap-anywhere">
            Tokens created with it: {effect.tokens.map(({ name, login }) => `${name} (${login})`).join(', ')}.
          </p>
        )}
        {effect.updates.length > 0 && (
          <p className="wrap-anywhere">
            Running: {effect.updates.map(({ stack, kind }) => `${kind} of ${stack.project}/${stack.stack}`).join(', ')}.
            What was reported so far is saved. Nothing more is applied; later reports are kept as evidence.
          </p>
        )}
        {effect.endsThisSession && <p>You will be signed out of this browser.</p>}
      </div>
    </Notice>
  )
}
